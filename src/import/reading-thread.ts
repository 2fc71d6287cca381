import { Readable } from 'node:stream'
import { workerData } from 'node:worker_threads'
import { serveRequests } from '../lib/threads.ts'
import { type ReadingTask, readBatches } from './read-batches.ts'

// Runs in a thread: answers each question with the next batch, and with undefined after the last.

const { paths, options } = workerData as ReadingTask
const batches = readBatches(paths, { ...options, stdin: Readable.from([]), signal: new AbortController().signal })
serveRequests(async () => (await batches.next()).value)
