import { type DatabaseConnection, type Driver, Kysely } from 'kysely'
import { createThread } from '../lib/threads.ts'
import type { DatabaseSchema, Db } from './schema.ts'
import { sqliteDialectOver } from './sqlite.ts'
import type { DatabaseTarget } from './target.ts'
import { streamQuery } from './unavailable.ts'

export interface ReadQuery {
  sql: string
  parameters: readonly unknown[]
}

/** Enough for the rows of a page. */
const YOUNG_MB = 4

/** Reads in a thread: counting a million rows in SQLite would block every request. Close it after use. */
export function createWorkerReader(target: DatabaseTarget, db: Db): { reads: Db; close(): Promise<void> } {
  if (target.kind !== 'sqlite' || target.path === ':memory:') return { reads: db, async close() {} }
  const reads = new Kysely<DatabaseSchema>({ dialect: sqliteDialectOver(() => threadDriver(target.path)) })
  return { reads, close: () => reads.destroy() }
}

/** The thread works in order. */
function threadDriver(path: string): Driver {
  const script = new URL('./reading-thread.ts', import.meta.url)
  const thread = createThread<ReadQuery, unknown[]>(script, { workerData: path, youngMb: YOUNG_MB })
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      return { rows: (await thread.ask({ sql, parameters })) as R[] }
    },
    streamQuery,
  }
  const refuse = async () => {
    throw new Error('what is read apart is read without a transaction')
  }
  return {
    async init() {},
    acquireConnection: async () => connection,
    async releaseConnection() {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: () => thread.end(),
  }
}
