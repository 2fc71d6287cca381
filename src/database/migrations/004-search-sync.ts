import { randomUUID } from 'node:crypto'
import type { Db } from '../schema.ts'

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
