import type { TestContext } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import pg from 'pg'
import type { Db } from '../src/database/schema.ts'

export interface Cutter {
  /** The same database, whose connection may be cut after any statement of a transaction. */
  db: Db
  /** How many connections were cut. */
  cuts(): number
}

/** The connections that are cut go by this name. */
export const CUT_NAME = 'yantra to be cut'

/**
 * Ends connections of a PostgreSQL database between two statements of a transaction: `mayCut` is asked after each
 * statement. Connections of another name, and those in no transaction, are left alone.
 */
export async function cutBetweenStatements(
  t: Pick<TestContext, 'after'>,
  url: string,
  db: Db,
  mayCut: () => boolean,
): Promise<Cutter> {
  const killer = new pg.Client({ connectionString: url, application_name: 'yantra test' })
  await killer.connect()
  t.after(() => killer.end())
  let cuts = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!mayCut()) return result
      const { rows } = await killer.query<{ pid: number }>(
        `select pid from pg_stat_activity, pg_terminate_backend(pid)
          where datname = current_database() and state = 'idle in transaction'
            and application_name = $1`,
        [CUT_NAME],
      )
      cuts += rows.length
      // The server closes the socket before the next statement is sent.
      for (const { pid } of rows) {
        const removed = async () =>
          (await killer.query('select 1 from pg_stat_activity where pid = $1', [pid])).rowCount
        while (await removed()) await new Promise(setImmediate)
      }
      return result
    },
  }
  return { db: db.withPlugin(plugin), cuts: () => cuts }
}
