import { sql } from 'kysely'
import { isPostgres } from '../dialect.ts'
import type { Db } from '../schema.ts'

export async function enquiriesMigration(trx: Db): Promise<void> {
  await trx.schema
    .createTable('enquiries')
    .addColumn('reference', 'text', (c) => c.primaryKey())
    .addColumn('listing_id', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('sender', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('closed_at', 'bigint')
    .addColumn('mail', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('sent_at', 'bigint')
    .addColumn('error', 'text', (c) => c.notNull())
    .execute()
  await trx.schema.createIndex('enquiries_created').on('enquiries').columns(['created_at', 'reference']).execute()
  await trx.schema.createIndex('enquiries_sender').on('enquiries').columns(['sender', 'created_at']).execute()
  await sql`create index enquiries_due on enquiries (due_at) where due_at is not null`.execute(trx)
  await sql`create index enquiries_closed on enquiries (closed_at) where closed_at is not null`.execute(trx)
}

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

/** For the console's counts and lists: indexes with every column they need. */
export async function consoleLooksMigration(trx: Db): Promise<void> {
  await sql`create index enquiries_open on enquiries (created_at desc, reference) where status = 'open'`.execute(trx)
  await sql`drop index listings_removed`.execute(trx)
  await sql`create index listings_removed on listings (id, removed) where removed <> ''`.execute(trx)
}

/** For the limits on enquiries by network and by listing. */
export async function enquiryLimitsMigration(trx: Db): Promise<void> {
  await trx.schema
    .alterTable('enquiries')
    .addColumn('network', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await trx.schema.createIndex('enquiries_network').on('enquiries').columns(['network', 'created_at']).execute()
  await trx.schema.createIndex('enquiries_listing').on('enquiries').columns(['listing_id', 'created_at']).execute()
}
