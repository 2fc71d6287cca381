import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import type { ListingTable } from '../database/tables/market.ts'
import { DAY_MS } from '../lib/calendar.ts'
import { MarketListing } from '../schema/api/listing.ts'
import { serialize } from '../schema/api/serialize.ts'
import { OFFERED_STATUSES } from '../schema/api/values.ts'
import type { Guard } from './listing-summary.ts'

export const SOLD_SHOWN_MS = 90 * DAY_MS

/** Whether a listing came with the sample and is unchanged. */
export const IS_SAMPLE = sql<boolean>`exists (select 1 from sample_records as s where s.record_type = 'listing'
  and s.record_key = cast(listings.id as text) and s.revision = listings.revision)`.as('is_sample')

export interface ShownListing {
  listing: MarketListing
  isSample: boolean
}

export function isOffered(status: string): boolean {
  return OFFERED_STATUSES.includes(status as (typeof OFFERED_STATUSES)[number])
}

export async function wasOffered(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('listings').select('status').where('id', '=', id).executeTakeFirst()
  return row !== undefined && isOffered(row.status)
}

export function isSeen({ status, sold_at }: Pick<ListingTable, 'status' | 'sold_at'>, now: number): boolean {
  return status === 'live' || (status === 'sold' && sold_at !== null && now <= sold_at + SOLD_SHOWN_MS)
}

/** Whether a listing that was visible still is at a time, unless it changes. */
export function isShownAt({ status, sold_at }: Pick<MarketListing, 'status' | 'sold_at'>, time: number): boolean {
  return status !== 'sold' || Date.parse(sold_at ?? '') + SOLD_SHOWN_MS > time
}

/** Undefined for an unknown or hidden listing. */
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
  const stored = JSON.parse(row.doc) as Partial<MarketListing>
  const comparable =
    stored.comparable_new_inr ?? (stored.machine_slug ? await newPriceOf(stored.machine_slug) : undefined)
  const existing = { ...stored, id: row.id, status: row.status, comparable_new_inr: comparable }
  // Loaded with the first listing, so that the service starts faster.
  const guard = await import('../redaction/redaction.ts')
  return {
    isSample: Boolean(row.is_sample),
    /** Changes whenever the listing changes. */
    state: `${row.id} ${row.status} ${comparable} ${hash('sha1', row.doc)}`,
    read: (base: string) => renderListing(guard, existing, base),
  }
}

/** Guards every text, which is most of the work. The guard reads URLs as they were sent, so `base` is added after it. */
export function renderListing({ guardListing }: Guard, stored: object, base: string): MarketListing {
  return serialize(MarketListing, guardListing(serialize(MarketListing, stored)), base)
}
