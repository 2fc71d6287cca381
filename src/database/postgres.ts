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
import type { Pool, PoolClient, QueryResult as PostgresResult } from 'pg'
import { withTimeout } from '../lib/timeout.ts'
import { createHosts, type OpenOptions, refuseStandby } from './target.ts'
import {
  COMMAND_TIMEOUTS,
  type DatabaseTimeouts,
  DatabaseUnavailable,
  streamQuery,
  toUnavailable,
} from './unavailable.ts'

const BIGINT = 20
/** All connections stay in use: not the server's fault. */
const POOL_IS_FULL = /^timeout exceeded when trying to connect/

/** Every wait has a limit. Loads `pg` on first use. */
export async function postgresDialect(
  url: string,
  { timeouts: patience = COMMAND_TIMEOUTS, poolSize = 10, applicationName = 'yantra' }: OpenOptions,
): Promise<Dialect> {
  const { default: pg } = await import('pg')
  const hosts = createHosts(url)
  const pool = new pg.Pool({
    connectionString: hosts.current,
    ...(hosts.count > 1 && { onConnect: (client) => withTimeout(refuseStandby(client), patience.connectMs) }),
    // A reader and a waiting writer.
    max: Math.max(2, poolSize),
    connectionTimeoutMillis: patience.connectMs,
    application_name: applicationName,
    keepAlive: true,
    types: {
      // Import limits them to 2^53.
      getTypeParser: ((oid: number, format: never) =>
        oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  })
  // Without a listener, a connection that breaks between statements would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => postgresDriver(pool, patience, hosts),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

interface PostgresConnection extends DatabaseConnection {
  client: PoolClient
  /** Why it must not be used again. */
  broken: DatabaseUnavailable | undefined
  ask(sql: string, parameters?: readonly unknown[]): Promise<PostgresResult>
}

const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

function postgresDriver(pool: Pool, patience: DatabaseTimeouts, hosts: ReturnType<typeof createHosts>): Driver {
  function wrap(client: PoolClient): PostgresConnection {
    const connection: PostgresConnection = {
      client,
      broken: undefined,
      async ask(sql, parameters) {
        if (connection.broken) throw connection.broken
        try {
          const answer = client.query(sql, parameters as unknown[])
          return await (Number.isFinite(patience.statementMs) ? withTimeout(answer, patience.statementMs) : answer)
        } catch (error) {
          const unavailable = toUnavailable(error)
          if (!unavailable) throw error
          // The connection stays usable after a lock timeout.
          if (unavailable.reason !== 'lock') connection.broken = unavailable
          throw unavailable
        }
      },
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        const { command, rowCount, rows } = await connection.ask(query.sql, query.parameters)
        const numAffectedRows = WRITES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}
        return { rows: rows as R[], ...numAffectedRows }
      },
      streamQuery,
    }
    return connection
  }

  return {
    async init() {},
    async acquireConnection() {
      for (let tried = 1; ; tried++) {
        const host = hosts.current
        try {
          return wrap(await pool.connect())
        } catch (error) {
          const unavailable = toUnavailable(error)
          if (!unavailable) throw error
          if (POOL_IS_FULL.test((error as Error).message)) throw unavailable
          hosts.failed(host)
          // The pool makes its next connection there.
          pool.options.connectionString = hosts.current
          if (tried >= hosts.count) throw unavailable
        }
      }
    },
    async releaseConnection(connection) {
      const { client, broken } = connection as PostgresConnection
      // Closing it also ends its statement.
      client.release(broken)
    },
    async beginTransaction(connection, { isolationLevel, accessMode }) {
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
      const mode = accessMode ? ` ${accessMode}` : ''
      // Not for the session: a pooler may share it.
      const limit = Number.isFinite(patience.lockMs) ? `; set local lock_timeout = ${patience.lockMs}` : ''
      await (connection as PostgresConnection).ask(`start transaction${level}${mode}${limit}`)
    },
    async commitTransaction(connection) {
      const { command } = await (connection as PostgresConnection).ask('commit')
      // The server ends a failed transaction this way.
      if (command === 'ROLLBACK') throw new Error('the transaction was rolled back')
    },
    async rollbackTransaction(connection) {
      const target = connection as PostgresConnection
      if (target.broken) return
      await target.ask('rollback').catch((error: unknown) => {
        target.broken ??= new DatabaseUnavailable('connection', error)
        throw error
      })
    },
    async destroy() {
      await pool.end()
    },
  }
}
