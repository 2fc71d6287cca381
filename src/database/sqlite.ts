import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
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

const MAX_CONNECTIONS = 8
const MAX_STATEMENTS = 256
/** How long a writer waits for writers of other processes before it gives up. */
const WRITE_PATIENCE_MS = 60_000
/** For the rest: opening, recovery after a crash, checkpoints. */
const BUSY_TIMEOUT_MS = 5_000

interface Connection extends DatabaseConnection {
  handle: DatabaseSync
  /** Set while this connection holds the process's turn to write. */
  endTurn: (() => void) | undefined
  inTransaction: boolean
}

/** Kysely over `node:sqlite`: readers have connections of their own, writers of one process take turns. */
export function sqliteDialect(path: string): Dialect {
  return {
    createAdapter: () => new PooledSqliteAdapter(),
    createDriver: () => sqliteDriver(path),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Kysely's own adapter lets one query run at a time, so a reader would wait for a writer's transaction to end. */
class PooledSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

function sqliteDriver(path: string): Driver {
  const all: Connection[] = []
  const idle: Connection[] = []
  const waiting: ((connection: Connection) => void)[] = []
  const nextTurn = turnstile()

  function connect(): Connection {
    const handle = openHandle(path)
    const statements = new Map<string, StatementSync>()

    function prepare(sql: string): StatementSync {
      const known = statements.get(sql)
      if (known) return known
      const statement = handle.prepare(sql)
      if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value as string)
      statements.set(sql, statement)
      return statement
    }

    const connection: Connection = {
      handle,
      endTurn: undefined,
      inTransaction: false,
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        if (connection.inTransaction || reads(query)) return run<R>(prepare(query.sql), query.parameters)
        const endTurn = await nextTurn()
        try {
          await beginWriting(handle)
          const result = run<R>(prepare(query.sql), query.parameters)
          handle.exec('commit')
          return result
        } catch (error) {
          if (handle.isTransaction) handle.exec('rollback')
          throw error
        } finally {
          endTurn()
        }
      },
      async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
        // A statement of its own: a cached one must not be run again while it is being stepped through.
        const statement = handle.prepare(query.sql)
        for (const row of statement.iterate(...(query.parameters as SQLInputValue[]))) yield { rows: [row as R] }
      },
    }
    return connection
  }

  return {
    async init() {},
    async acquireConnection() {
      const free = idle.pop()
      if (free) return free
      if (all.length < MAX_CONNECTIONS) {
        const connection = connect()
        all.push(connection)
        return connection
      }
      return new Promise<Connection>((resolve) => waiting.push(resolve))
    },
    async releaseConnection(connection) {
      const next = waiting.shift()
      if (next) next(connection as Connection)
      else idle.push(connection as Connection)
    },
    async beginTransaction(connection, settings) {
      const own = connection as Connection
      if (settings.accessMode === 'read only') {
        own.handle.exec('begin')
      } else {
        own.endTurn = await nextTurn()
        try {
          await beginWriting(own.handle)
        } catch (error) {
          endTurn(own)
          throw error
        }
      }
      own.inTransaction = true
    },
    async commitTransaction(connection) {
      finish(connection as Connection, 'commit')
    },
    async rollbackTransaction(connection) {
      finish(connection as Connection, 'rollback')
    },
    async destroy() {
      for (const connection of all) connection.handle.close()
    },
  }
}

function openHandle(path: string): DatabaseSync {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const handle = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  handle.exec('pragma journal_mode = wal')
  handle.exec('pragma synchronous = full')
  handle.exec('pragma cache_size = -16000')
  // Pages that many transactions touch, as an import's do, are copied back once for several.
  handle.exec('pragma wal_autocheckpoint = 4000')
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

function finish(connection: Connection, how: 'commit' | 'rollback'): void {
  try {
    if (how === 'commit' || connection.handle.isTransaction) connection.handle.exec(how)
  } finally {
    connection.inTransaction = connection.handle.isTransaction
    if (!connection.inTransaction) endTurn(connection)
  }
}

function endTurn(connection: Connection): void {
  connection.endTurn?.()
  connection.endTurn = undefined
}

/** Hands out turns one at a time, in the order of asking. */
function turnstile(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve()
  return async () => {
    let end = () => {}
    const before = last
    last = new Promise((resolve) => {
      end = resolve
    })
    await before
    return end
  }
}

/**
 * Waits for a writer in another process without blocking the event loop, which SQLite's own busy handler would.
 */
async function beginWriting(handle: DatabaseSync): Promise<void> {
  const deadline = Date.now() + WRITE_PATIENCE_MS
  for (;;) {
    try {
      handle.exec('pragma busy_timeout = 0')
      handle.exec('begin immediate')
      return
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error
    } finally {
      handle.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    }
    await sleep(2 + Math.random() * 10)
  }
}

/** Whether a statement failed because another process holds the database. */
export function isBusy(error: unknown): boolean {
  // SQLITE_BUSY and its extended codes share the low byte.
  const code = (error as { errcode?: number }).errcode
  return code !== undefined && (code & 0xff) === 5
}
