import type { Kysely } from 'kysely'
import type { CatalogueTables } from './tables/catalogue.ts'
import type { EnquiryTables } from './tables/enquiries.ts'
import type { ImportTables } from './tables/imports.ts'
import type { KeyTables } from './tables/keys.ts'
import type { MarketTables } from './tables/market.ts'
import type { OperatorTables } from './tables/operator.ts'
import type { SampleTables } from './tables/sample.ts'
import type { SearchTables } from './tables/search.ts'
import type { WebhookTables } from './tables/webhooks.ts'

/**
 * Every table, for both dialects. JSON is canonical text, so that equal records are equal strings; a date is
 * `YYYY-MM-DD`; a moment is milliseconds since 1970; a flag is 0 or 1.
 */
export interface Schema
  extends CatalogueTables,
    MarketTables,
    EnquiryTables,
    ImportTables,
    KeyTables,
    WebhookTables,
    SearchTables,
    SampleTables,
    OperatorTables {
  /** `release`: which one brought it there. */
  schema_version: { version: number; release: string | null }
  /** One row. Its lock orders all writers, its value is the number of the newest committed change. */
  revision: { value: number }
}

/** A database or a transaction on one: what every store function takes first. */
export type Db = Kysely<Schema>
