import { Readable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import type { ReadingTask } from './read-batches.ts'
import { readBatches } from './read-batches.ts'

// Runs in a thread: answers each message with the next batch, and with undefined after the last.

const { paths, options } = workerData as ReadingTask
const port = parentPort!
const batches = readBatches(paths, { ...options, stdin: Readable.from([]), signal: new AbortController().signal })
port.on('message', async () => {
  const { done, value } = await batches.next()
  port.postMessage(done ? undefined : value)
})
