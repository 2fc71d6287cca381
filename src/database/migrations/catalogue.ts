import { randomBytes, randomUUID } from 'node:crypto'
import { type CreateTableBuilder, sql } from 'kysely'
import { isPostgres } from '../dialect.ts'
import { readRevision } from '../revision.ts'
import type { Db } from '../schema.ts'

export async function catalogueMigration(trx: Db): Promise<void> {
  // Only this word makes the id SQLite's row id.
  const id = sql`${sql.raw(isPostgres(trx) ? 'bigint' : 'integer')}`
  // Slugs and keys are compared by their bytes, whatever the server's locale.
  const key = sql`${sql.raw(isPostgres(trx) ? 'text collate "C"' : 'text')}`

  await trx.schema
    .createTable('manufacturers')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('slug', key, (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('aliases', 'text', (c) => c.notNull())
    .$call(revised)
    .execute()

  await trx.schema
    .createTable('classes')
    .addColumn('key', key, (c) => c.primaryKey())
    .addColumn('doc', 'text', (c) => c.notNull())
    .$call(revised)
    .execute()

  await trx.schema
    .createTable('machines')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('slug', key, (c) => c.notNull().unique())
    .addColumn('manufacturer_id', 'bigint', (c) => c.notNull())
    .addColumn('class_key', key, (c) => c.notNull())
    .addColumn('published_at', 'text')
    .addColumn('facts', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('price_from_inr', 'bigint')
    .addColumn('price_to_inr', 'bigint')
    .addColumn('price_kind', 'text')
    .addColumn('price_as_of', 'text')
    .addColumn('media_image', 'text')
    .addColumn('linkage', 'text', (c) => c.notNull())
    .addColumn('aliases', 'text', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('announced', 'integer', (c) => c.notNull())
    .$call(revised)
    .execute()

  await trx.schema
    .createTable('implements')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('slug', key, (c) => c.notNull().unique())
    .addColumn('manufacturer_id', 'bigint', (c) => c.notNull())
    .addColumn('published_at', 'text')
    .addColumn('doc', 'text', (c) => c.notNull())
    .addColumn('hp_min', 'double precision')
    .addColumn('hp_max', 'double precision')
    .addColumn('linkage', 'text', (c) => c.notNull())
    .$call(revised)
    .execute()

  await trx.schema
    .createTable('listings')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('sold_at', 'bigint')
    .addColumn('machine_slug', 'text', (c) => c.notNull())
    .addColumn('doc', 'text', (c) => c.notNull())
    .$call(revised)
    .execute()

  await trx.schema
    .createTable('listing_contacts')
    .addColumn('listing_id', id, (c) => c.primaryKey())
    .addColumn('doc', 'text', (c) => c.notNull())
    .execute()

  await trx.schema
    .createTable('sources')
    .addColumn('record_type', 'text', (c) => c.notNull())
    .addColumn('record_key', 'text', (c) => c.notNull())
    .addColumn('doc', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('sources_key', ['record_type', 'record_key'])
    .execute()

  for (const table of ['manufacturers', 'classes', 'machines', 'implements', 'listings'] as const) {
    await trx.schema.createIndex(`${table}_revision`).on(table).column('revision').execute()
  }
  // Machines that wait for their day or were withdrawn: few in a catalogue of any size.
  await sql`create index machines_unannounced on machines (published_at) where announced = 0`.execute(trx)
}

function revised<T extends string, C extends string>(table: CreateTableBuilder<T, C>) {
  return table.addColumn('revision', 'bigint', (c) => c.notNull())
}

export async function searchSyncMigration(trx: Db): Promise<void> {
  await trx.schema
    .createTable('search_sync')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('database_id', 'text', (c) => c.notNull())
    .addColumn('holder', 'text')
    .addColumn('held_until', 'bigint', (c) => c.notNull())
    .addColumn('sent_revision', 'bigint', (c) => c.notNull())
    .execute()
  await trx
    .insertInto('search_sync')
    .values({ id: 1, database_id: randomUUID(), holder: null, held_until: 0, sent_revision: -1 })
    .execute()
}

/** Marks sample records, and tells readers of the catalogue when records were removed. */
export async function makerColourMigration(trx: Db): Promise<void> {
  await trx.schema.alterTable('manufacturers').addColumn('colour', 'text').execute()
}

export async function sampleMigration(trx: Db): Promise<void> {
  await trx.schema
    .createTable('sample_records')
    .addColumn('record_type', 'text', (c) => c.notNull())
    .addColumn('record_key', 'text', (c) => c.notNull())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('sample_records_key', ['record_type', 'record_key'])
    .execute()
  await trx.schema
    .createTable('removals')
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .execute()
  await trx.insertInto('removals').values({ revision: 0 }).execute()
}

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
