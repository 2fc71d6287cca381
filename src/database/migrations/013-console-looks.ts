import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** For the console's counts and lists: indexes with every column they need. */
export async function consoleLooksMigration(trx: Db): Promise<void> {
  await sql`create index enquiries_open on enquiries (created_at desc, reference) where status = 'open'`.execute(trx)
  await sql`drop index listings_removed`.execute(trx)
  await sql`create index listings_removed on listings (id, removed) where removed <> ''`.execute(trx)
}
