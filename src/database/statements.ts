import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { type Db, isPostgres } from './schema.ts'

/**
 * Words of a migration in which the databases differ: a number that SQLite takes as its row id, a text that is compared
 * by its bytes whatever the server's locale, bytes, and documents to read from.
 */
const SQLITE = { id: 'integer', key: 'text', bytes: 'blob', doc: 'doc', body: 'body' }
const POSTGRES: typeof SQLITE = {
  id: 'bigint',
  key: 'text collate "C"',
  bytes: 'bytea',
  doc: 'doc::json',
  body: 'body::json',
}

/** Runs statements in the words of this database. */
export async function run(trx: Db, write: (words: typeof SQLITE) => readonly string[]): Promise<void> {
  for (const statement of write(isPostgres(trx) ? POSTGRES : SQLITE)) await sql.raw(statement).execute(trx)
}

/** Those of a release, each by its number and subject. */
export type Migrations = Readonly<Record<string, Migration>>

/** A migration that is nothing but statements. */
export const statements = (write: Parameters<typeof run>[1]): Migration => ({ up: (trx) => run(trx, write) })
