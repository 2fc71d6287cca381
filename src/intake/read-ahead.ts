import { on } from 'node:events'
import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { CheckedRow } from './check-row.ts'
import { type ReadOptions, readBatches } from './read-batches.ts'

/** Reading less than this takes about as long as starting a thread. */
const WORTH_A_THREAD_BYTES = 16 * 1024 * 1024
/** One that waits, and one that is being read. */
const BATCHES_AHEAD = 2
/** A batch is soon handed over; room for many more would only be filled with what is left of them. */
const YOUNG_MB = 16

/** What a reading thread is started with. */
export interface ReadingTask {
  paths: readonly string[]
  options: Pick<ReadOptions, 'defaultType' | 'keepTexts' | 'format' | 'bytesRead'>
}

/** Batches of checked rows; from large files they are read while those before them are being written. */
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

/** The same batches as those of `readBatches`, for files alone. */
export async function* readInThread(
  paths: readonly string[],
  { signal, defaultType, keepTexts = false, format, bytesRead }: Omit<ReadOptions, 'stdin' | 'now'>,
): AsyncGenerator<CheckedRow[]> {
  if (signal.aborted) return
  const task: ReadingTask = { paths, options: { defaultType, keepTexts, format, bytesRead } }
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    workerData: task,
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
