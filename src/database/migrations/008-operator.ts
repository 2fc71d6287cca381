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
