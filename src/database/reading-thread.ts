import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { createCache } from '../lib/cache.ts'
import { serveRequests } from '../lib/threads.ts'
import type { ReadQuery } from './worker-reader.ts'

const BUSY_TIMEOUT_MS = 5_000
const MAX_STATEMENTS = 256

const handle = new DatabaseSync(workerData as string, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
handle.exec('pragma cache_size = -8000')
handle.exec('pragma temp_store = memory')
const statements = createCache<string, StatementSync>(MAX_STATEMENTS)

serveRequests(({ sql, parameters }: ReadQuery) =>
  statements.getOrCompute(sql, () => handle.prepare(sql)).all(...(parameters as SQLInputValue[])),
)
