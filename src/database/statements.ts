import { sql } from 'kysely'
import { type Db, isPostgres } from './schema.ts'

/**
 * Words of a migration in which the databases differ: a number that SQLite takes as its row id, a text that is compared
 * by its bytes whatever the server's locale, bytes, and a document to read from.
 */
const SQLITE = { id: 'integer', key: 'text', bytes: 'blob', body: 'body' }
const POSTGRES: SqlTypes = {
  id: 'bigint',
  key: 'text collate "C"',
  bytes: 'bytea',
  body: 'body::json',
}

export type SqlTypes = typeof SQLITE

/** Runs statements in the words of this database. */
export async function runStatements(trx: Db, write: (words: SqlTypes) => readonly string[]): Promise<void> {
  for (const statement of write(isPostgres(trx) ? POSTGRES : SQLITE)) await sql.raw(statement).execute(trx)
}

/** The migrations of a release by their number and subject. */
export type Migrations = Readonly<Record<string, { up(trx: Db): Promise<void> }>>
