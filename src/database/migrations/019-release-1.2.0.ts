import { randomBytes } from 'node:crypto'
import { type Db, readRevision } from '../schema.ts'
import { type Migrations, run, statements } from '../statements.ts'

export const migrations: Migrations = {
  /** For the limits on enquiries by network and by listing. */
  '016-enquiry-limits': statements(() => [
    `alter table enquiries add column network text not null default ''`,
    'create index enquiries_network on enquiries (network, created_at)',
    'create index enquiries_listing on enquiries (listing_id, created_at)',
  ]),
  /** What was, who changed it, and what may not be given again. */
  '017-history': {
    async up(trx: Db) {
      await run(trx, ({ id, key, bytes }) => [
        `create table history (
          revision ${id} primary key, at bigint not null, made_by text not null, who text not null, import_id text not null,
          line integer not null, type text not null, key ${key} not null, shown integer not null, block bigint,
          place integer not null, after text, hash text not null)`,
        'create index history_record on history (key)',
        `create table history_blocks (id ${id} primary key, bytes ${bytes} not null)`,
        `create table history_head (
          id integer primary key, start_revision bigint not null, start_at bigint not null, start_hash text not null,
          revision bigint not null, at bigint not null, hash text not null)`,
        `create table removed_records (
          record_type text not null, record_key ${key} not null, id bigint not null, version bigint not null,
          revision bigint not null, primary key (record_type, record_key))`,
        'create index removed_records_id on removed_records (record_type, id)',
      ])
      // A random beginning: no two databases have a hash in common.
      const [revision, at, hash] = [await readRevision(trx), Date.now(), randomBytes(32).toString('base64url')]
      const start = { start_revision: revision, start_at: at, start_hash: hash }
      await trx
        .insertInto('history_head')
        .values({ id: 1, ...start, revision, at, hash })
        .execute()
    },
  },
  /** The colour of a maker's machines. */
  '018-maker-colour': statements(() => ['alter table manufacturers add column colour text']),
  /** How the rows of an uploaded table are to be read. */
  '019-upload-options': statements(() => [`alter table uploads add column options text not null default ''`]),
}
