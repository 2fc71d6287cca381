import { sql } from 'kysely'
import { type Db, isPostgres } from './schema.ts'

/** SQL types: a row id, text compared by bytes, bytes, and JSON. */
const SQLITE = { id: 'integer', key: 'text', bytes: 'blob', body: 'body' }
const POSTGRES: SqlTypes = {
  id: 'bigint',
  key: 'text collate "C"',
  bytes: 'bytea',
  body: 'body::json',
}

export type SqlTypes = typeof SQLITE

export async function runStatements(trx: Db, write: (words: SqlTypes) => readonly string[]): Promise<void> {
  for (const statement of write(isPostgres(trx) ? POSTGRES : SQLITE)) await sql.raw(statement).execute(trx)
}

export type Migrations = Readonly<Record<string, { up(trx: Db): Promise<void> }>>
