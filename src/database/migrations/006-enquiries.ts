import { sql } from 'kysely'
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
