import type { Kysely } from 'kysely'
import type { CatalogueTables } from './tables/catalogue.ts'
import type { HistoryTables } from './tables/history.ts'
import type { MarketTables } from './tables/market.ts'
import type { ImportTables, KeyTables, OperatorTables } from './tables/operator.ts'
import type { WebhookTables } from './tables/webhooks.ts'

/**
 * Words used in this room:
 * - dialect: SQLite or PostgreSQL.
 * - revision: one number that counts all changes; each changed record has that of its last change.
 * - writer lock: orders all writing transactions, so revisions are committed in order.
 * - turn: the right to write within one process.
 * - patience: how long a caller waits for the database.
 * - target: where the database is.
 */

/**
 * Every table, for both dialects. JSON is canonical text, so equal records are equal strings. A date is `YYYY-MM-DD`, a
 * moment is milliseconds since 1970, a flag is 0 or 1.
 */
export interface Schema
  extends CatalogueTables,
    HistoryTables,
    MarketTables,
    ImportTables,
    KeyTables,
    WebhookTables,
    OperatorTables {
  /** `release`: the one that made this version. */
  schema_version: { version: number; release: string | null }
  /** One row. Its lock orders all writers; its value is the newest committed revision. */
  revision: { value: number }
}

/** A database or a transaction on one: the first argument of every store function. */
export type Db = Kysely<Schema>

/**
 * Tables about where the service runs, not about what it keeps: ways into the console, processes, and files on one
 * machine's disk. They stay behind when a database is moved, backed up or restored, so that an ended session does not
 * come back.
 */
export const LEFT_BEHIND: readonly string[] = [
  'console_links',
  'console_sessions',
  'presence',
  'uploads',
  'upload_parts',
]
