import type { MarketListing } from '../contract/listing.ts'
import type { Db } from '../database/schema.ts'
import { guardListing } from '../guard/guard.ts'

/** How long a sold listing is still shown. */
const SOLD_SHOWN_MS = 90 * 86_400_000

/** What is stored of a listing: its public fields as imported, without id and status. */
type StoredListing = Partial<Omit<MarketListing, 'id' | 'status'>> & RequiredFields
type RequiredFields = Pick<
  MarketListing,
  | 'created_at'
  | 'district'
  | 'km'
  | 'maker_name'
  | 'maker_slug'
  | 'owners'
  | 'pin'
  | 'price_inr'
  | 'state_code'
  | 'variant_name'
  | 'variant_slug'
  | 'vehicle_class'
  | 'year'
>

/** A listing that may be seen now, or undefined: unknown, not live, and sold long ago are one and the same. */
export async function readListing(
  db: Db,
  id: number,
  now: number,
  newPriceOf: (machineSlug: string) => Promise<number | null>,
): Promise<MarketListing | undefined> {
  const row = await db
    .selectFrom('listings')
    .select(['id', 'status', 'sold_at', 'doc'])
    .where('id', '=', id)
    .where('status', 'in', ['live', 'sold'])
    .executeTakeFirst()
  if (!row || (row.status === 'sold' && (row.sold_at === null || now > row.sold_at + SOLD_SHOWN_MS))) return undefined
  const stored = JSON.parse(row.doc) as StoredListing
  const comparable =
    stored.comparable_new_inr ??
    (stored.machine_slug ? ((await newPriceOf(stored.machine_slug)) ?? undefined) : undefined)
  return guardListing(toListing(row.id, row.status as MarketListing['status'], stored, comparable)) as MarketListing
}

/** Only the contract's fields, with their defaults; what is unknown and has none is left out. */
function toListing(
  id: number,
  status: MarketListing['status'],
  stored: StoredListing,
  comparable: number | undefined,
): MarketListing {
  return {
    id,
    status,
    created_at: stored.created_at,
    maker_name: stored.maker_name,
    maker_slug: stored.maker_slug,
    variant_name: stored.variant_name,
    variant_slug: stored.variant_slug,
    vehicle_class: stored.vehicle_class,
    year: stored.year,
    km: stored.km,
    owners: stored.owners,
    price_inr: stored.price_inr,
    district: stored.district,
    state_code: stored.state_code,
    pin: stored.pin,
    axle_config: stored.axle_config ?? '',
    ...known('comparable_new_inr', comparable),
    ...known('condition', stored.condition),
    dealer_name: stored.dealer_name ?? '',
    dealer_slug: stored.dealer_slug ?? '',
    dealer_verified: stored.dealer_verified ?? false,
    description: stored.description ?? '',
    fuel: stored.fuel ?? '',
    ...known('hours', stored.hours),
    inspection_mode: stored.inspection_mode ?? 'declared',
    inspection_note: stored.inspection_note ?? '',
    is_owner: stored.is_owner ?? false,
    kind: stored.kind ?? 'vehicle',
    machine_class: stored.machine_class ?? '',
    machine_slug: stored.machine_slug ?? '',
    photo_rows: (stored.photo_rows ?? []).map(({ url, caption }) => ({ url, ...known('caption', caption) })),
    photos: stored.photos ?? [],
    seller: stored.seller ?? 'owner',
    seller_profile: stored.seller_profile ?? {},
    ...known('sold_at', stored.sold_at),
    ...known('sold_price_inr', stored.sold_price_inr),
    updates: (stored.updates ?? []).map(({ at, text }) => ({ at, text })),
    video_url: stored.video_url ?? '',
  }
}

function known<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V }
}
