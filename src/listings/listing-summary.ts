import type { MarketListing } from '../schema/api/listing.ts'
import { ListingSummary } from '../schema/api/market.ts'
import { serialize } from '../schema/api/serialize.ts'

/** The guard is loaded with the first listing, so that a start is faster. */
export type Guard = typeof import('../redaction/redaction.ts')

/** Guards a stored listing again, without the new price from the catalogue. */
export function listingSummary(
  { guardListing }: Guard,
  { id, status }: { id: number; status: string },
  stored: Partial<MarketListing>,
): ListingSummary {
  const first = stored.photos?.[0] ?? stored.photo_rows?.[0]?.url
  const summary = serialize(ListingSummary, Object.assign(stored, { id, status, photo: undefined }))
  const { photos, ...visible } = guardListing({ ...summary, photos: first === undefined ? [] : [first] })
  return { ...visible, photo: photos[0] || undefined } as ListingSummary
}
