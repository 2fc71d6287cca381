import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { isPostgres } from '../dialect.ts'
import { readRevision } from '../revision.ts'
import type { Db } from '../schema.ts'

/** What was, who changed it, and what may not be given again. */
export async function historyMigration(trx: Db): Promise<void> {
  // Only this word makes the number SQLite's row id.
  const id = sql.raw(isPostgres(trx) ? 'bigint' : 'integer')
  const key = sql.raw(isPostgres(trx) ? 'text collate "C"' : 'text')
  const bytes = sql.raw(isPostgres(trx) ? 'bytea' : 'blob')
  await sql`create table history (
    revision ${id} primary key, at bigint not null, made_by text not null, who text not null,
    import_id text not null, line integer not null, type text not null, key ${key} not null,
    shown integer not null, block bigint, place integer not null, after text, hash text not null)`.execute(trx)
  await sql`create index history_record on history (key)`.execute(trx)
  await sql`create table history_blocks (id ${id} primary key, bytes ${bytes} not null)`.execute(trx)
  await sql`create table history_head (
    id integer primary key, start_revision bigint not null, start_at bigint not null, start_hash text not null,
    revision bigint not null, at bigint not null, hash text not null)`.execute(trx)
  await sql`create table removed_records (
    record_type text not null, record_key ${key} not null, id bigint not null, version bigint not null,
    revision bigint not null, primary key (record_type, record_key))`.execute(trx)
  await sql`create index removed_records_id on removed_records (record_type, id)`.execute(trx)
  // A random beginning: no two databases have a hash in common.
  const [revision, at, hash] = [await readRevision(trx), Date.now(), randomBytes(32).toString('base64url')]
  const start = { start_revision: revision, start_at: at, start_hash: hash }
  await trx
    .insertInto('history_head')
    .values({ id: 1, ...start, revision, at, hash })
    .execute()
}
