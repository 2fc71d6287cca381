import { on } from 'node:events'
import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { threadEnv } from '../running/threads.ts'
import type { CheckedRow } from './check-row.ts'
import { type ReadOptions, readBatches } from './read-batches.ts'

/** Reading less takes about as long as starting a thread. */
const WORTH_A_THREAD_BYTES = 16 * 1024 * 1024
/** One batch waits while the next is read. */
const BATCHES_AHEAD = 2
/** The thread hands batches over soon, so a small heap is enough. */
const YOUNG_MB = 16

/** What the reading thread is given. */
export interface ReadingTask {
  paths: readonly string[]
  options: Pick<ReadOptions, 'defaultType' | 'keepTexts' | 'format' | 'bytesRead'>
}

/** Batches of checked rows. Large files are read in a thread while earlier batches are written. */
export async function* readAhead(paths: readonly string[], options: ReadOptions): AsyncGenerator<CheckedRow[]> {
  yield* (await worthThread(paths)) ? readInThread(paths, options) : readBatches(paths, options)
}

async function worthThread(paths: readonly string[]): Promise<boolean> {
  // Standard input belongs to the main thread.
  if (paths.includes('-')) return false
  const sizes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0) >= WORTH_A_THREAD_BYTES
}

/** The batches of `readBatches`, for files only. */
export async function* readInThread(
  paths: readonly string[],
  { signal, defaultType, keepTexts = false, format, bytesRead }: Omit<ReadOptions, 'stdin' | 'now'>,
): AsyncGenerator<CheckedRow[]> {
  if (signal.aborted) return
  const task: ReadingTask = { paths, options: { defaultType, keepTexts, format, bytesRead } }
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    workerData: task,
    env: threadEnv(),
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
  try {
    for (let asked = 0; asked < BATCHES_AHEAD; asked++) thread.postMessage('next')
    for await (const [batch] of on(thread, 'message', { signal }) as AsyncIterable<[CheckedRow[] | undefined]>) {
      if (batch === undefined) return
      thread.postMessage('next')
      yield batch
      if (signal.aborted) return
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await thread.terminate()
  }
}
