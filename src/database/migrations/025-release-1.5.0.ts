import { sql } from 'kysely'
import { DAY_MS, kolkataDate } from '../../calendar.ts'
import type { Db } from '../schema.ts'
import { type Migrations, run, statements } from '../statements.ts'

export const migrations: Migrations = {
  /**
   * Whether subscribers know that readers see an implement or a listing. Few wait for their day, and few were sold of late.
   */
  '024-announced': {
    async up(trx: Db) {
      await run(trx, () => [
        'alter table implements add column announced integer not null default 0',
        'alter table listings add column announced integer not null default 0',
        'create index implements_unannounced on implements (published_at) where announced = 0',
        'create index listings_sold on listings (sold_at) where announced = 1 and sold_at is not null',
      ])
      const now = Date.now()
      await sql`update implements set announced = 1 where published_at <= ${kolkataDate(now)}`.execute(trx)
      await sql`update listings set announced = 1
          where status = 'live' or (status = 'sold' and sold_at >= ${now - 90 * DAY_MS})`.execute(trx)
    },
  },
  /** What was retracted or erased: the history keeps its hashes and no longer its content. */
  '025-withheld': statements(({ id, key }) => [
    `create table withheld (revision ${id} primary key, reason text not null, gone text not null)`,
    'alter table history_blocks add column digest text',
    // Which record each photograph was put to, and since when nothing names it.
    `create table photographs (
      name text not null, record_type text not null, record_key ${key} not null, unnamed_since bigint,
      primary key (name, record_type, record_key))`,
  ]),
}
