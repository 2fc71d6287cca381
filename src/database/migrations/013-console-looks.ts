import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** What pages of the console count and list, by an index that holds all they ask for. */
export async function consoleLooksMigration(trx: Db): Promise<void> {
  await sql`create index enquiries_open on enquiries (created_at desc, reference) where status = 'open'`.execute(trx)
  await sql`drop index listings_removed`.execute(trx)
  await sql`create index listings_removed on listings (id, removed) where removed <> ''`.execute(trx)
}
