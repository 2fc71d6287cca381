/** The closed lists of the contract. OpenAPI, intake and search all use them. */
export const SECTIONS = ['farm', 'construction'] as const
export const LIFECYCLES = ['upcoming', 'current', 'discontinued'] as const
export const POWER_SOURCES = ['diesel', 'electric', 'petrol', 'cng', 'dual_fuel', 'hybrid'] as const
export const WHEEL_DRIVES = ['2wd', '4wd', 'crawler'] as const
/** In order of preference for the price summary. */
export const PRICE_KINDS = ['ex_showroom', 'on_road', 'dealer_quote', 'subsidised', 'estimate'] as const
export const SOURCE_KINDS = ['manufacturer', 'dealer', 'government', 'press', 'survey'] as const
export const MEDIA_KINDS = ['image', 'video', 'brochure', 'document'] as const
export const LISTING_STATUSES = ['draft', 'review', 'live', 'sold', 'expired', 'withdrawn', 'rejected'] as const
export const LISTING_KINDS = ['vehicle', 'machine', 'implement'] as const
export const SELLERS = ['owner', 'dealer'] as const
export const INSPECTION_MODES = ['declared', 'photo', 'physical'] as const
export const LINKAGES = ['cat-0', 'cat-1n', 'cat-1', 'cat-2n', 'cat-2', 'cat-3n', 'cat-3', 'cat-4'] as const

/** States and union territories, by ISO 3166-2:IN without the country. */
export const STATES = {
  AN: 'Andaman and Nicobar Islands',
  AP: 'Andhra Pradesh',
  AR: 'Arunachal Pradesh',
  AS: 'Assam',
  BR: 'Bihar',
  CG: 'Chhattisgarh',
  CH: 'Chandigarh',
  DH: 'Dadra and Nagar Haveli and Daman and Diu',
  DL: 'Delhi',
  GA: 'Goa',
  GJ: 'Gujarat',
  HP: 'Himachal Pradesh',
  HR: 'Haryana',
  JH: 'Jharkhand',
  JK: 'Jammu and Kashmir',
  KA: 'Karnataka',
  KL: 'Kerala',
  LA: 'Ladakh',
  LD: 'Lakshadweep',
  MH: 'Maharashtra',
  ML: 'Meghalaya',
  MN: 'Manipur',
  MP: 'Madhya Pradesh',
  MZ: 'Mizoram',
  NL: 'Nagaland',
  OD: 'Odisha',
  PB: 'Punjab',
  PY: 'Puducherry',
  RJ: 'Rajasthan',
  SK: 'Sikkim',
  TG: 'Telangana',
  TN: 'Tamil Nadu',
  TR: 'Tripura',
  UK: 'Uttarakhand',
  UP: 'Uttar Pradesh',
  WB: 'West Bengal',
} as const
export const STATE_CODES = Object.keys(STATES) as (keyof typeof STATES)[]
/** A price may hold for all of India. */
export const PRICE_STATE_CODES = [...STATE_CODES, 'IN'] as const
/** Older or unofficial codes, accepted on import. */
export const STATE_CODE_ALIASES = { TS: 'TG', OR: 'OD', CT: 'CG', UT: 'UK', DD: 'DH', DN: 'DH' } as const

/** Sorts that the response can name. */
export const RESPONSE_SORTS = [
  'price_asc',
  'price_desc',
  'weight_asc',
  'weight_desc',
  'power_desc',
  'newest',
  'launched',
] as const
/** Sorts that the parameter accepts. */
export const SORTS = [...RESPONSE_SORTS, 'hp_asc', 'hp_desc', 'lift_desc'] as const
export type Sort = (typeof SORTS)[number]

export const ENGINES = ['meilisearch', 'database'] as const
export const TIERS = ['standard', 'enterprise'] as const
export type Tier = (typeof TIERS)[number]

/** Each band's upper bound in HP; a figure belongs to the first band whose bound it does not exceed. */
export const HP_BANDS = [
  { name: 'up to 20 HP', upTo: 20 },
  { name: '21-30 HP', upTo: 30 },
  { name: '31-40 HP', upTo: 40 },
  { name: '41-50 HP', upTo: 50 },
  { name: '51-60 HP', upTo: 60 },
  { name: '61-75 HP', upTo: 75 },
  { name: 'above 75 HP', upTo: Number.POSITIVE_INFINITY },
] as const

export const FACETS = [
  'machine_class',
  'manufacturer',
  'kind',
  'power_source',
  'wheel_drive',
  'lifecycle',
  'section',
  'hp_band',
  'price_kind',
] as const

/** What a search of listings is sorted, filtered and counted by, and which it shows. */
export const LISTING_SORTS = ['newest', 'price_asc', 'price_desc', 'year_desc', 'hours_asc'] as const
export type ListingSort = (typeof LISTING_SORTS)[number]
export const LISTING_FILTERS = ['maker', 'machine_class', 'state', 'district', 'seller', 'inspection_mode'] as const
export const LISTING_FACETS = [...LISTING_FILTERS, 'year'] as const
/** How near the listings are that a value is taken from. */
export const COMPARABLE = ['machine', 'family', 'class'] as const
export const SHOWN_STATUSES = ['live', 'sold'] as const

export const MAX_LIMIT = 100
export const MAX_QUERY_CODE_POINTS = 200
export const MAX_SUBSCRIPTIONS = 20
export const MAX_SLUG_LENGTH = 120
export const SLUG_PATTERN = '^[a-z0-9]+(?:-[a-z0-9]+)*$'
export const KEY_PATTERN = '^[a-z0-9]+(?:_[a-z0-9]+)*$'

/** What no figure of a machine or implement exceeds, by its field or the unit at the end of its name. */
const CEILINGS: Readonly<Record<string, number>> = {
  cylinders: 24,
  gears_fwd: 100,
  gears_rev: 100,
  rows: 100,
  hours_a_year: 8_784,
  warranty_hours: 100_000,
  warranty_years: 50,
  hp_min: 5_000,
  hp_max: 5_000,
  hp: 5_000,
  kw: 5_000,
  cc: 200_000,
  lph: 2_000,
  l: 100_000,
  mm: 200_000,
  m: 500,
  kg: 2_000_000,
  t: 20_000,
  m3: 1_000,
  m3h: 20_000,
  acres_h: 1_000,
  kn: 10_000,
  lpm: 10_000,
  bar: 10_000,
  j: 1_000_000,
}

export function ceilingOf(field: string): number | undefined {
  const unit = /_(acres_h|[a-z0-9]+)$/.exec(field)?.[1] ?? ''
  return CEILINGS[field] ?? CEILINGS[unit]
}
