import { sql } from 'kysely'
import { isPostgres } from '../dialect.ts'
import type { Db } from '../schema.ts'

/** What an operator finds listings by and decides about them with; texts as sent stand beside the contact. */
export async function listingDeskMigration(trx: Db): Promise<void> {
  for (const column of ['maker', 'district', 'state_code', 'removed']) {
    await trx.schema
      .alterTable('listings')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  }
  const said = (field: string) =>
    isPostgres(trx)
      ? sql`coalesce(doc::json ->> ${sql.lit(field)}, '')`
      : sql`coalesce(doc ->> ${sql.lit(`$.${field}`)}, '')`
  await sql`update listings set
    maker = lower(${said('maker_slug')} || ' ' || ${said('maker_name')}),
    district = lower(${said('district')}),
    state_code = ${said('state_code')}`.execute(trx)
  // Where a contact was taken out before anyone counted, its marks are counted.
  await sql`update listings set
    removed = '{"other":' || (length(doc) - length(replace(doc, '[contact removed]', ''))) / 17 || '}'
    where doc like '%[contact removed]%'`.execute(trx)
  // All that a search of the console asks for, so that it need not touch the listings themselves.
  await trx.schema
    .createIndex('listings_desk')
    .on('listings')
    .columns(['status', 'id', 'state_code', 'district', 'maker'])
    .execute()
  await sql`create index listings_removed on listings (id) where removed <> ''`.execute(trx)

  await trx.schema
    .alterTable('listing_contacts')
    .addColumn('texts', 'text', (c) => c.notNull().defaultTo(''))
    .execute()

  await trx.schema
    .createTable('listing_decisions')
    .addColumn('listing_id', 'bigint', (c) => c.primaryKey())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('by', 'text', (c) => c.notNull())
    .execute()
}
