import type { Db } from '../schema.ts'

/** Marks sample records, and tells readers of the catalogue when records were removed. */
export async function sampleMigration(trx: Db): Promise<void> {
  await trx.schema
    .createTable('sample_records')
    .addColumn('record_type', 'text', (c) => c.notNull())
    .addColumn('record_key', 'text', (c) => c.notNull())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('sample_records_key', ['record_type', 'record_key'])
    .execute()
  await trx.schema
    .createTable('removals')
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .execute()
  await trx.insertInto('removals').values({ revision: 0 }).execute()
}
