import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { createCache } from '../lib/cache.ts'
import { sleep } from '../lib/runtime.ts'
import { createMutex, type Release } from './mutex.ts'
import { openReadOnly } from './quick-check.ts'
import type { OpenOptions } from './target.ts'
import { COMMAND_TIMEOUTS, DatabaseUnavailable, streamQuery } from './unavailable.ts'

const MAX_CONNECTIONS = 8
const MAX_STATEMENTS = 256
/** Report a wait for another process after this time. */
const WAIT_WORTH_TELLING_MS = 2_000
/** A process that wrote this long lets others in. */
const LONG_WRITING_MS = 500
/** For opening, recovery and checkpoints. */
const BUSY_TIMEOUT_MS = 5_000

/** SQLITE_FULL and SQLITE_IOERR_SHMSIZE. */
const FULL = [13, 4_874]

interface SqliteConnection extends DatabaseConnection {
  handle: DatabaseSync
  /** Set while it may write. */
  release: Release | undefined
  inTransaction: boolean
}

/** Readers have their own connections; writers of one process take turns. */
export function sqliteDialect(path: string, options: OpenOptions): Dialect {
  return sqliteDialectOver(() => sqliteDriver(path, options))
}

export function sqliteDialectOver(createDriver: () => Driver): Dialect {
  return {
    createAdapter: () => new PooledSqliteAdapter(),
    createDriver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Kysely's adapter runs one query at a time, so readers would wait for writers. */
class PooledSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

function sqliteDriver(path: string, options: OpenOptions): Driver {
  const all = new Set<SqliteConnection>()
  const available: SqliteConnection[] = []
  const waiting: ((connection: SqliteConnection | Promise<SqliteConnection>) => void)[] = []
  const beginWriting = createWriting(options)

  function connect(): SqliteConnection {
    const handle = withRoom(() => (options.readOnly ? openReadOnly(path) : openHandle(path)))
    const statements = createCache<string, StatementSync>(MAX_STATEMENTS)
    const prepare = (sql: string) => statements.getOrCompute(sql, () => handle.prepare(sql))

    const connection: SqliteConnection = {
      handle,
      release: undefined,
      inTransaction: false,
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        if (connection.inTransaction || reads(query)) {
          return withRoom(() => run<R>(prepare(query.sql), query.parameters))
        }
        await begin(connection)
        try {
          const result = withRoom(() => run<R>(prepare(query.sql), query.parameters))
          finish(connection, 'commit')
          return result
        } catch (error) {
          finish(connection, 'rollback')
          throw error
        }
      },
      streamQuery,
    }
    all.add(connection)
    return connection
  }

  /** Closing rolls back a transaction that could be neither committed nor rolled back. */
  function discard(connection: SqliteConnection): void {
    all.delete(connection)
    try {
      connection.handle.close()
    } finally {
      connection.release?.()
    }
  }

  async function begin(connection: SqliteConnection): Promise<void> {
    connection.release = await beginWriting(connection.handle)
    connection.inTransaction = true
  }

  return {
    async init() {},
    async acquireConnection() {
      const free = available.pop()
      if (free) return free
      if (all.size < MAX_CONNECTIONS) return connect()
      return new Promise<SqliteConnection>((resolve) => waiting.push(resolve))
    },
    async releaseConnection(connection) {
      const released = connection as SqliteConnection
      const next = waiting.shift()
      if (released.inTransaction) {
        discard(released)
        next?.(Promise.try(connect))
      } else if (next) next(released)
      else available.push(released)
    },
    async beginTransaction(connection, settings) {
      const target = connection as SqliteConnection
      if (settings.accessMode !== 'read only') return begin(target)
      target.handle.exec('begin')
      target.inTransaction = true
    },
    async commitTransaction(connection) {
      finish(connection as SqliteConnection, 'commit')
    },
    async rollbackTransaction(connection) {
      finish(connection as SqliteConnection, 'rollback')
    },
    async destroy() {
      for (const connection of all) connection.handle.close()
    },
  }
}

function openHandle(path: string): DatabaseSync {
  const handle = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  handle.exec('pragma journal_mode = wal')
  handle.exec('pragma synchronous = full')
  handle.exec('pragma cache_size = -16000')
  // Copies pages that many transactions change only once.
  handle.exec('pragma wal_autocheckpoint = 4000')
  // Shrinks the log after long reads.
  handle.exec('pragma journal_size_limit = 67108864')
  handle.exec('pragma temp_store = memory')
  return handle
}

function run<R>(statement: StatementSync, parameters: readonly unknown[]): QueryResult<R> {
  const values = parameters as SQLInputValue[]
  if (statement.columns().length > 0) return { rows: statement.all(...values) as R[] }
  const { changes, lastInsertRowid } = statement.run(...values)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

function reads(query: CompiledQuery): boolean {
  return query.query.kind === 'SelectQueryNode' || /^\s*(select|pragma|explain)\b/i.test(query.sql)
}

function finish(connection: SqliteConnection, how: 'commit' | 'rollback'): void {
  try {
    withRoom(() => {
      if (how === 'commit' || connection.handle.isTransaction) connection.handle.exec(how)
    })
  } finally {
    connection.inTransaction = connection.handle.isTransaction
    if (!connection.inTransaction) {
      connection.release?.()
      connection.release = undefined
    }
  }
}

/** A full disk may have space again later. */
function withRoom<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw FULL.includes((error as { errcode?: number }).errcode ?? 0) ? new DatabaseUnavailable('full', error) : error
  }
}

/** Waits for other processes without blocking the event loop, as SQLite's busy handler would. */
function createWriting({
  timeouts: patience = COMMAND_TIMEOUTS,
  onWait,
  runtime = globalThis,
}: OpenOptions): (handle: DatabaseSync) => Promise<Release> {
  const nextTurn = createMutex(runtime)
  let tellOfWait = onWait
  let writtenMs = 0

  async function begin(handle: DatabaseSync, requestedAt: number): Promise<void> {
    while (!tryBegin(handle)) {
      const waited = runtime.performance.now() - requestedAt
      if (waited > patience.lockMs) throw new DatabaseUnavailable('lock')
      if (waited > WAIT_WORTH_TELLING_MS) {
        tellOfWait?.()
        tellOfWait = undefined
      }
      await sleep(1 + runtime.Math.random() * 4, runtime)
    }
  }

  return async (handle) => {
    const requestedAt = runtime.performance.now()
    const release = await nextTurn(patience.lockMs)
    try {
      if (writtenMs > LONG_WRITING_MS) {
        // SQLite has no queue: let other processes write.
        writtenMs = 0
        await sleep(10, runtime)
      }
      await begin(handle, requestedAt)
    } catch (error) {
      release()
      throw error
    }
    const begunAt = runtime.performance.now()
    return () => {
      writtenMs += runtime.performance.now() - begunAt
      release()
    }
  }
}

/** False while another process writes. */
function tryBegin(handle: DatabaseSync): boolean {
  try {
    handle.exec('pragma busy_timeout = 0')
    handle.exec('begin immediate')
    return true
  } catch (error) {
    if (!isBusy(error)) throw error
    return false
  } finally {
    handle.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
  }
}

function isBusy(error: unknown): boolean {
  // Extended codes share the low byte.
  const code = (error as { errcode?: number }).errcode
  return code !== undefined && (code & 0xff) === 5
}
