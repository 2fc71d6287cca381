import { Readable } from 'node:stream'
import { workerData } from 'node:worker_threads'
import { serveRequests } from '../lib/threads.ts'
import { type ReadingTask, readBatches } from './read-batches.ts'

const { paths, options } = workerData as ReadingTask
const batches = readBatches(paths, { ...options, stdin: Readable.from([]), signal: new AbortController().signal })
serveRequests(async () => (await batches.next()).value)
