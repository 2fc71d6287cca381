import { sql } from 'kysely'
import { isPostgres } from '../dialect.ts'
import type { Db } from '../schema.ts'

/** The operator's tables: the audit log, ways into the console, and running processes. */
export async function operatorMigration(trx: Db): Promise<void> {
  // Ids are compared by their bytes: they sort by creation time.
  const id = sql`${sql.raw(isPostgres(trx) ? 'text collate "C"' : 'text')}`

  await trx.schema
    .createTable('audit')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('target', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .execute()
  await trx.schema.createIndex('audit_at').on('audit').columns(['at', 'id']).execute()

  await trx.schema
    .createTable('console_links')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await trx.schema
    .createTable('console_sessions')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('notice', 'text')
    .execute()

  await trx.schema
    .createTable('presence')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('revision', 'bigint')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .execute()
}

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

/** Who did it, and what they may do; files of the console where every replica reads them. */
export async function peopleMigration(trx: Db): Promise<void> {
  const named = (table: 'audit' | 'console_links' | 'console_sessions', column: string, usual: string) =>
    trx.schema
      .alterTable(table)
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(usual))
      .execute()
  await named('audit', 'who', '')
  for (const table of ['console_links', 'console_sessions'] as const) {
    await named(table, 'who', 'operator')
    await named(table, 'role', 'editor')
  }
  await trx.schema
    .createTable('upload_parts')
    .addColumn('upload_id', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('bytes', isPostgres(trx) ? 'bytea' : 'blob', (c) => c.notNull())
    .addPrimaryKeyConstraint('upload_parts_key', ['upload_id', 'number'])
    .execute()
}

/** How the rows of an uploaded table are to be read. */
export async function uploadOptionsMigration(trx: Db): Promise<void> {
  await trx.schema
    .alterTable('uploads')
    .addColumn('options', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
