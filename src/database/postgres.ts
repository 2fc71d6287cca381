import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { PoolClient } from 'pg'
import { withTimeout } from '../lib/timeout.ts'
import { createHosts, type OpenOptions, refuseStandby } from './target.ts'
import { COMMAND_TIMEOUTS, type DatabaseTimeouts, DatabaseUnavailable, toUnavailable } from './unavailable.ts'

const BIGINT = 20
/** All connections stay in use: not the server's fault. */
const POOL_IS_FULL = /^timeout exceeded when trying to connect/

/** Every wait has a limit. Loads `pg` on first use. */
export async function postgresDialect(
  url: string,
  { timeouts = COMMAND_TIMEOUTS, poolSize = 10, applicationName = 'yantra' }: OpenOptions,
): Promise<Dialect> {
  const { default: pg } = await import('pg')
  const hosts = createHosts(url)
  const pool = new pg.Pool({
    connectionString: hosts.current,
    ...(hosts.count > 1 && { onConnect: (client) => withTimeout(refuseStandby(client), timeouts.connectMs) }),
    // A reader and a waiting writer.
    max: Math.max(2, poolSize),
    connectionTimeoutMillis: timeouts.connectMs,
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

  async function connect(): Promise<PostgresPoolClient> {
    for (let tried = 1; ; tried++) {
      const host = hosts.current
      try {
        return limitWaits(await pool.connect(), timeouts)
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
  }

  return new PostgresDialect({ pool: { options: pool.options, connect, end: () => pool.end() } })
}

function limitWaits(client: PoolClient, { statementMs, lockMs }: DatabaseTimeouts): PostgresPoolClient {
  let broken: DatabaseUnavailable | undefined
  // Not for the session: a pooler may share it.
  const lockTimeout = Number.isFinite(lockMs) ? `; set local lock_timeout = ${lockMs}` : ''

  async function query(sql: string, parameters: unknown[]) {
    // The server ends the transaction of a broken connection.
    if (broken && sql === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] }
    if (broken) throw broken
    const text = /^(?:begin|start transaction)/.test(sql) ? sql + lockTimeout : sql
    try {
      const result = client.query(text, parameters)
      return await (Number.isFinite(statementMs) ? withTimeout(result, statementMs) : result)
    } catch (error) {
      const unavailable = toUnavailable(error)
      if (sql === 'rollback') broken = unavailable ?? new DatabaseUnavailable('connection', error)
      // The connection stays usable after a lock timeout.
      else if (unavailable?.reason !== 'lock') broken = unavailable
      throw unavailable ?? error
    }
  }
  // Closing a broken connection also ends its statement.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(broken) }
}
