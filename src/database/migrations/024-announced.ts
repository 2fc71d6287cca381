import { sql } from 'kysely'
import { DAY_MS, kolkataDate } from '../../calendar.ts'
import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/**
 * Whether subscribers know that readers see an implement or a listing. Few wait for their day, and few were sold of late.
 */
export async function up(trx: Db): Promise<void> {
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
}
