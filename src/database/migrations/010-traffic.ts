import type { Db } from '../schema.ts'

/** How many requests came, and from whom. */
export async function trafficMigration(trx: Db): Promise<void> {
  await trx.schema
    .createTable('traffic')
    .addColumn('span', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('process', 'text', (c) => c.notNull())
    .addColumn('requests', 'bigint', (c) => c.notNull())
    .addColumn('errors', 'bigint', (c) => c.notNull())
    .addColumn('refused', 'bigint', (c) => c.notNull())
    .addColumn('histogram', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('traffic_key', ['span', 'at', 'process'])
    .execute()
  await trx.schema
    .createTable('key_use')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('key_id', 'text', (c) => c.notNull())
    .addColumn('operation', 'text', (c) => c.notNull())
    .addColumn('requests', 'bigint', (c) => c.notNull())
    .addColumn('errors', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('key_use_key', ['day', 'key_id', 'operation'])
    .execute()
}
