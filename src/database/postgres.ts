import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { inTime } from '../in-time.ts'
import type { Patience } from './patience.ts'
import { toUnavailable } from './postgres-errors.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const BIGINT = 20

export interface PostgresOptions {
  patience: Patience
  poolSize: number
  /** What the server's own lists call this program. */
  applicationName: string
}

/** Kysely over `pg`, whose every wait ends in time. The client is loaded only where it is used. */
export async function postgresDialect(url: string, options: PostgresOptions): Promise<Dialect> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    // One for a reader while a writer waits for its lock.
    max: Math.max(2, options.poolSize),
    connectionTimeoutMillis: options.patience.connectMs,
    application_name: options.applicationName,
    // A server that vanished without a word is noticed.
    keepAlive: true,
    types: {
      // Ids, prices and moments stay below 2^53: they are checked on the way in.
      getTypeParser: ((oid: number, format: never) =>
        oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  })
  // Each connection is listened to for as long as it lives: one that breaks between two statements of a transaction
  // would otherwise end the process. Whoever uses it learns from the next statement; an idle one is replaced.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => postgresDriver(pool, options.patience),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

interface Connection extends DatabaseConnection {
  client: PoolClient
  /** Why it must not be used again. */
  broken: DatabaseUnavailable | undefined
  ask(sql: string, parameters?: readonly unknown[]): Promise<PostgresResult>
}

interface PostgresResult {
  command: string
  rowCount: number | null
  rows: unknown[]
}

const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

function postgresDriver(pool: Pool, patience: Patience): Driver {
  function wrap(client: PoolClient): Connection {
    const connection: Connection = {
      client,
      broken: undefined,
      async ask(sql, parameters) {
        if (connection.broken) throw connection.broken
        try {
          const answer = client.query(sql, parameters as unknown[]) as Promise<PostgresResult>
          return await (Number.isFinite(patience.statementMs) ? inTime(answer, patience.statementMs) : answer)
        } catch (error) {
          const unavailable = toUnavailable(error)
          if (!unavailable) throw error
          // A lock that was not had leaves the connection as good as it was.
          if (unavailable.reason !== 'lock') connection.broken = unavailable
          throw unavailable
        }
      },
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        const { command, rowCount, rows } = await connection.ask(query.sql, query.parameters)
        const numAffectedRows = WRITES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}
        return { rows: rows as R[], ...numAffectedRows }
      },
      // biome-ignore lint/correctness/useYield: Kysely wants the method, and nothing here reads that way
      async *streamQuery() {
        throw new Error('rows are read in pages, not streamed')
      },
    }
    return connection
  }

  return {
    async init() {},
    async acquireConnection() {
      try {
        return wrap(await pool.connect())
      } catch (error) {
        throw toUnavailable(error) ?? error
      }
    },
    async releaseConnection(connection) {
      const { client, broken } = connection as Connection
      // A connection that is not to be used again is closed, and with it ends what it was still asked for.
      client.release(broken)
    },
    async beginTransaction(connection, { isolationLevel, accessMode }) {
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
      const mode = accessMode ? ` ${accessMode}` : ''
      // Set for the transaction, not for the session, which a pooler may share with others.
      const limit = Number.isFinite(patience.lockMs) ? `; set local lock_timeout = ${patience.lockMs}` : ''
      await (connection as Connection).ask(`start transaction${level}${mode}${limit}`)
    },
    async commitTransaction(connection) {
      const { command } = await (connection as Connection).ask('commit')
      // That is how the server ends a transaction of which a statement failed.
      if (command === 'ROLLBACK') throw new Error('the transaction was rolled back')
    },
    async rollbackTransaction(connection) {
      const own = connection as Connection
      // With a broken connection the server ends the transaction by itself.
      if (own.broken) return
      await own.ask('rollback').catch((error: unknown) => {
        own.broken ??= new DatabaseUnavailable('connection', error)
        throw error
      })
    },
    async destroy() {
      await pool.end()
    },
  }
}
