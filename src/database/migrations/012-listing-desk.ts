import { sql } from 'kysely'
import { isPostgres } from '../dialect.ts'
import type { Db } from '../schema.ts'

/** For the operator's search and decisions about listings. Texts as sent are stored beside the contact. */
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
  // For contacts that were removed before they were counted, counts the marks.
  await sql`update listings set
    removed = '{"other":' || (length(doc) - length(replace(doc, '[contact removed]', ''))) / 17 || '}'
    where doc like '%[contact removed]%'`.execute(trx)
  // Has every column that the console's search needs, so it does not read the listings.
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
