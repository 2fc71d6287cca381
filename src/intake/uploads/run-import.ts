import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { threadEnv } from '../../running/threads.ts'
import type { ImportNews, ImportTask } from './import-thread.ts'
import type { UploadOutcome } from './upload-store.ts'

/** Imports or tries an upload in a thread. */
export async function runImport(
  task: ImportTask,
  onBegin: (importId: string) => Promise<void> = async () => {},
): Promise<UploadOutcome> {
  const thread = new Worker(new URL('./import-thread.ts', import.meta.url), {
    workerData: task,
    env: { ...process.env, ...threadEnv() },
  })
  let outcome: UploadOutcome | undefined
  let begun: Promise<void> = Promise.resolve()
  thread.on('message', (news: ImportNews) => {
    if ('outcome' in news) outcome = news.outcome
    else begun = onBegin(news.importId)
  })
  // Rejects on an error that the thread did not catch.
  await once(thread, 'exit')
  await begun
  if (!outcome) throw new Error('the import stopped without signing off')
  return outcome
}
