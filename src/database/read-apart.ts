import { Worker } from 'node:worker_threads'
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { threadEnv } from '../running/threads.ts'
import type { Db, Schema } from './schema.ts'
import type { DatabaseTarget } from './target.ts'

/** A question to the thread. */
export interface Question {
  id: number
  sql: string
  parameters: readonly unknown[]
}

export type ThreadAnswer = { id: number; rows: unknown[] } | { id: number; error: unknown }

/** Enough for the rows of a page. */
const YOUNG_MB = 4

/**
 * Reads without delaying other requests. SQLite works in the calling thread, where counting a million rows would stop
 * every request, so a thread of its own reads; it starts with the first question. PostgreSQL is another process, so the
 * given database does. The caller closes it.
 */
export function readApart(target: DatabaseTarget, db: Db): { reads: Db; close(): Promise<void> } {
  if (target.kind !== 'sqlite' || target.path === ':memory:') return { reads: db, async close() {} }
  const reads = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new ThreadAdapter(),
      createDriver: () => threadDriver(target.path),
      createIntrospector: (one) => new SqliteIntrospector(one),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  return { reads, close: () => reads.destroy() }
}

/** The thread itself works in order. */
class ThreadAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

type Waiting = PromiseWithResolvers<unknown[]>

function threadDriver(path: string): Driver {
  let thread:
    | { ask(sql: string, parameters: readonly unknown[]): Promise<unknown[]>; end(): Promise<unknown> }
    | undefined

  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      thread ??= startThread(path, () => {
        thread = undefined
      })
      return { rows: (await thread.ask(sql, parameters)) as R[] }
    },
    // biome-ignore lint/correctness/useYield: Kysely wants the method, and nothing here reads that way
    async *streamQuery() {
      throw new Error('rows are read in pages, not streamed')
    },
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
    async destroy() {
      await thread?.end()
    },
  }
}

/** When the thread ends, its open questions fail; the next question starts another thread. */
function startThread(path: string, onEnd: () => void) {
  const waiting = new Map<number, Waiting>()
  let last = 0
  let failure: unknown
  const worker = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    workerData: path,
    env: threadEnv(),
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
  worker.unref()
  worker.on('message', (answer: ThreadAnswer) => {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('error' in answer) asked?.reject(answer.error)
    else asked?.resolve(answer.rows)
    if (waiting.size === 0) worker.unref()
  })
  worker.on('error', (error) => {
    failure = error
  })
  worker.on('exit', () => {
    onEnd()
    for (const { reject } of waiting.values()) reject(failure ?? new Error('the reading thread ended'))
  })
  return {
    ask(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
      const asked = Promise.withResolvers<unknown[]>()
      waiting.set(++last, asked)
      worker.ref()
      worker.postMessage({ id: last, sql, parameters } satisfies Question)
      return asked.promise
    },
    end: () => worker.terminate(),
  }
}
