import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import type { ListingTable } from '../database/tables/market.ts'
import { DAY_MS } from '../lib/calendar.ts'
import { MarketListing } from '../schema/api/listing.ts'
import { serialize } from '../schema/api/serialize.ts'

/** How long a sold listing is still shown. */
export const SOLD_SHOWN_MS = 90 * DAY_MS

/** The public fields of a listing as imported. */
type StoredListing = Partial<MarketListing>

/** Whether a listing came with the sample and nobody changed it since. */
export const IS_SAMPLE = sql<boolean>`exists (select 1 from sample_records as s where s.record_type = 'listing'
  and s.record_key = cast(listings.id as text) and s.revision = listings.revision)`.as('is_sample')

/** A listing as its page shows it. */
export interface ShownListing {
  listing: MarketListing
  /** Nobody offers it. */
  isSample: boolean
}

/** The statuses of listings that are or were for sale. */
export const OFFERED: readonly string[] = ['live', 'sold', 'withdrawn', 'expired']

export async function wasOffered(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('listings').select('status').where('id', '=', id).executeTakeFirst()
  return row !== undefined && OFFERED.includes(row.status)
}

/** Whether readers see a listing: one for sale, or one that was sold not long ago. */
export function isSeen({ status, sold_at }: Pick<ListingTable, 'status' | 'sold_at'>, now: number): boolean {
  return status === 'live' || (status === 'sold' && sold_at !== null && now <= sold_at + SOLD_SHOWN_MS)
}

/** Whether the listing stays visible for another day, unless it changes. */
export function isShownADay({ status, sold_at }: Pick<MarketListing, 'status' | 'sold_at'>, now: number): boolean {
  return status !== 'sold' || Date.parse(sold_at ?? '') + SOLD_SHOWN_MS > now + DAY_MS
}

/** A listing that may be seen now: undefined for an unknown one, one that is not live, or sold long ago. */
export async function findListing(
  db: Db,
  id: number,
  now: number,
  newPriceOf: (machineSlug: string) => Promise<number | null>,
) {
  const row = await db
    .selectFrom('listings')
    .select(['id', 'status', 'sold_at', 'doc', IS_SAMPLE])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || !isSeen(row, now)) return undefined
  const stored = JSON.parse(row.doc) as StoredListing
  const comparable =
    stored.comparable_new_inr ?? (stored.machine_slug ? await newPriceOf(stored.machine_slug) : undefined)
  const existing = { ...stored, id: row.id, status: row.status, comparable_new_inr: comparable }
  // Loaded with the first listing, so that a start is faster.
  const { guardListing } = await import('../redaction/redaction.ts')
  return {
    isSample: Boolean(row.is_sample),
    /** Changes whenever the listing does. */
    state: `${row.id} ${row.status} ${comparable} ${hash('sha1', row.doc)}`,
    /** Guards every text, which is most of the work. Its own pictures come under the base. */
    read: (base: string) =>
      // The guard reads addresses as they were sent.
      serialize(MarketListing, guardListing(serialize(MarketListing, existing)), base),
  }
}
