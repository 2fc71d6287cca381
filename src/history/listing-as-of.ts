import { findRecords } from '../database/records.ts'
import { type Db, snapshot } from '../database/schema.ts'
import { Problem } from '../errors.ts'
import { isSeen, renderListing } from '../listings/listings.ts'
import type { MarketListing } from '../schema/api/listing.ts'
import { newPriceAsOf, requireReach, statesAt } from './states.ts'

/** The fields that remain readable after a listing is hidden. */
const FACTS: readonly (keyof MarketListing)[] = [
  ...(['id', 'status', 'created_at', 'sold_at', 'kind', 'machine_slug', 'machine_class', 'vehicle_class'] as const),
  ...(['maker_slug', 'maker_name', 'variant_slug', 'variant_name', 'year', 'hours', 'km', 'owners'] as const),
  ...(['price_inr', 'sold_price_inr', 'comparable_new_inr', 'state_code', 'district', 'pin'] as const),
]

/** Returns a listing as it was served at a time, or only its facts if it is hidden now; undefined if it was not visible then. */
export function listingAsOf(db: Db, id: number, timestamp: number, base: string): Promise<MarketListing | undefined> {
  return snapshot(db, async (trx) => {
    const point = { timestamp }
    const key = String(id)
    await requireReach(trx, point)
    const withheld = new Set<string>()
    const listing = (await statesAt(trx, 'listing', [key], point, withheld)).get(key)
    if (withheld.size > 0) throw new Problem('retracted', 'What this listing was at that time was retracted or erased.')
    if (!listing || !isSeen(listing, timestamp)) return undefined
    const [current] = await findRecords(trx, 'listing', [key])
    const stored = { ...JSON.parse(listing.doc), id, status: listing.status }
    stored.comparable_new_inr ??= await newPriceAsOf(trx, 'machine', stored.machine_slug ?? '', timestamp)
    const isHidden = !current || !isSeen(current, Date.now())
    const shown = isHidden ? Object.fromEntries(FACTS.map((name) => [name, stored[name]])) : stored
    return renderListing(await import('../redaction/redaction.ts'), shown, base)
  })
}
