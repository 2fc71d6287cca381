import { Kysely, PostgresDialect } from 'kysely'
import { migrate } from './migrate.ts'
import type { Db, Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

const BIGINT = 20

/** Where the database is: a SQLite file or a PostgreSQL server. */
export type DatabaseTarget = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }

/** Opens the database and brings its schema up to date. Close it with `db.destroy()`. */
export async function openDatabase(target: DatabaseTarget): Promise<Db> {
  const db = new Kysely<Schema>({
    dialect: target.kind === 'sqlite' ? sqliteDialect(target.path) : await postgresDialect(target.url),
  })
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return db
}

/** The client is loaded only where it is used. */
async function postgresDialect(url: string): Promise<PostgresDialect> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // A server that vanished without a word is noticed.
    keepAlive: true,
    types: {
      // Ids, prices and moments stay below 2^53: they are checked on the way in.
      getTypeParser: ((oid: number, format: never) =>
        oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  })
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}
