import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { RECORD_TYPES, STORED } from './records.ts'
import type { Db } from './schema.ts'
import type { DatabaseTarget } from './target.ts'

const TABLES = [
  ...RECORD_TYPES.map((type) => STORED[type].table),
  ...[
    'history_blocks',
    'listing_contacts',
    'listing_senders',
    'listing_decisions',
    'import_undo',
    'sources',
    'enquiries',
    'events',
    'attempts',
  ],
]
const WAIT_MS = 10_000

/** Removes deleted data from the files. Returns what may remain, empty for nothing. */
export function vacuum(db: Db, target: DatabaseTarget): Promise<string> | string {
  return target.kind === 'sqlite' ? vacuumSqlite(target.path) : vacuumPostgres(db)
}

/** Outside of any transaction. */
function vacuumSqlite(path: string): string {
  using handle = new DatabaseSync(path, { timeout: WAIT_MS })
  try {
    handle.exec('vacuum')
  } catch (error) {
    return `Bytes of it may be left in the database file: ${(error as Error).message}.`
  }
  const { busy } = handle.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number }
  return busy === 0 ? '' : 'Readers hold the write-ahead log: bytes of it go with the next checkpoint.'
}

/** Not FULL, which blocks readers. PostgreSQL only warns about skipped tables. */
async function vacuumPostgres(db: Db): Promise<string> {
  const { rows: started } = await sql<{ at: Date }>`select now() as at`.execute(db)
  await sql`vacuum ${sql.join(TABLES.map((name) => sql.table(name)))}`.execute(db)
  const { rows: skipped } = await sql<{ relname: string }>`select relname from pg_stat_user_tables
    where schemaname = current_schema() and relname in (${sql.join(TABLES)})
      and coalesce(last_vacuum, '-infinity') < ${started[0]!.at}`.execute(db)
  if (skipped.length === 0) return ''
  const names = skipped.map(({ relname }) => relname).join(', ')
  return `Deleted rows are left in the files until the owner of these tables runs VACUUM: ${names}.`
}
