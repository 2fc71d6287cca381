import type { ListingTable } from '../database/tables/market.ts'
import type { MarketListing } from '../schema/api/listing.ts'
import { MISSING } from '../search/index/table.ts'
import { pointOfDistrict, pointOfPin } from './points.ts'

/** What the market reads of a listing. */
export type ListingRow = Pick<ListingTable, 'id' | 'status' | 'sold_at' | 'doc' | 'revision'> & { is_sample: boolean }

const orNull = (text: string | undefined) => text || null

/**
 * What a listing is filtered, counted, sorted and found by, and its model: manufacturer, name and class. Timestamps are
 * in milliseconds.
 */
export function toFacts(
  { id, status, sold_at }: ListingRow,
  listing: Partial<MarketListing>,
  guardText: (text: string) => string,
) {
  const manufacturer = listing.maker_slug ?? ''
  const machine_class = orNull(listing.machine_class || listing.vehicle_class)
  const { maker_name = '', variant_name = '' } = listing
  const { pin = '', district = '', state_code = '' } = listing
  const [x, y, z] = pointOfPin(pin) ?? pointOfDistrict(district, state_code) ?? [MISSING, 0, 0]
  const facts = {
    x,
    y,
    z,
    id,
    isSold: status === 'sold',
    soldAt: sold_at ?? 0,
    soldFor: listing.sold_price_inr ?? MISSING,
    maker: orNull(manufacturer),
    machine_class,
    state: orNull(listing.state_code),
    district: orNull(listing.district && guardText(listing.district)),
    seller: listing.seller ?? 'owner',
    inspection_mode: listing.inspection_mode ?? 'declared',
    dealer_slug: listing.dealer_slug ?? '',
    machine_slug: listing.machine_slug ?? '',
    year: listing.year ?? 0,
    price: listing.price_inr ?? 0,
    // Where hours are counted instead, the kilometres are 0.
    hours: listing.hours ?? MISSING,
    km: listing.km || MISSING,
    owners: listing.owners ?? 0,
    created: Date.parse(listing.created_at ?? ''),
  }
  return { model: { maker_slug: manufacturer, maker_name, machine_class, variant_name }, facts }
}

export type ListingFacts = ReturnType<typeof toFacts>['facts']
