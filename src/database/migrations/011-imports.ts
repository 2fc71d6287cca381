import type { Db } from '../schema.ts'

/** Imports, and uploaded files that wait in the console. */
export async function importsMigration(trx: Db): Promise<void> {
  let imports = trx.schema
    .createTable('imports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('file', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('by', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
  for (const count of ['read', 'created', 'changed', 'unchanged', 'rejected', 'repeated'] as const) {
    imports = imports.addColumn(count, 'bigint', (c) => c.notNull())
  }
  await imports
    .addColumn('removed', 'text', (c) => c.notNull())
    .addColumn('reasons', 'text', (c) => c.notNull())
    .execute()
  await trx.schema.createIndex('imports_at').on('imports').columns(['at', 'id']).execute()

  await trx.schema
    .createTable('uploads')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('file', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('import_id', 'text', (c) => c.notNull())
    .execute()
}
