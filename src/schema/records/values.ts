export const SECTIONS = ['farm', 'construction'] as const
export const LIFECYCLES = ['upcoming', 'current', 'discontinued'] as const
export const POWER_SOURCES = ['diesel', 'electric', 'petrol', 'cng', 'dual_fuel', 'hybrid'] as const
export const WHEEL_DRIVES = ['2wd', '4wd', 'crawler'] as const
/** In order of preference. */
export const PRICE_KINDS = ['ex_showroom', 'on_road', 'dealer_quote', 'subsidised', 'estimate'] as const
export const SOURCE_KINDS = ['manufacturer', 'dealer', 'government', 'press', 'survey'] as const
export const MEDIA_KINDS = ['image', 'video', 'brochure', 'document'] as const
export const LISTING_STATUSES = ['draft', 'review', 'live', 'sold', 'expired', 'withdrawn', 'rejected'] as const
export const LISTING_KINDS = ['vehicle', 'machine', 'implement'] as const
export const SELLERS = ['owner', 'dealer'] as const
export const INSPECTION_MODES = ['declared', 'photo', 'physical'] as const
export const LINKAGES = ['cat-0', 'cat-1n', 'cat-1', 'cat-2n', 'cat-2', 'cat-3n', 'cat-3', 'cat-4'] as const

/** ISO 3166-2:IN without the country. */
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
export const PRICE_STATE_CODES = [...STATE_CODES, 'IN'] as const
/** Accepted on import. */
export const STATE_CODE_ALIASES = { TS: 'TG', OR: 'OD', CT: 'CG', UT: 'UK', DD: 'DH', DN: 'DH' } as const

/** Inclusive upper bounds. */
export const HP_BANDS = [
  { name: 'up to 20 HP', upTo: 20 },
  { name: '21-30 HP', upTo: 30 },
  { name: '31-40 HP', upTo: 40 },
  { name: '41-50 HP', upTo: 50 },
  { name: '51-60 HP', upTo: 60 },
  { name: '61-75 HP', upTo: 75 },
  { name: 'above 75 HP', upTo: Number.POSITIVE_INFINITY },
] as const

export const RESPONSE_SORTS = [
  'price_asc',
  'price_desc',
  'weight_asc',
  'weight_desc',
  'power_desc',
  'newest',
  'launched',
] as const

export const SHOWN_STATUSES = ['live', 'sold'] as const
/** Statuses of listings that are or were for sale. */
export const OFFERED_STATUSES = ['live', 'sold', 'withdrawn', 'expired'] as const
export const MAX_SLUG_LENGTH = 120
export const SLUG_PATTERN = '^[a-z0-9]+(?:-[a-z0-9]+)*$'
export const KEY_PATTERN = '^[a-z0-9]+(?:_[a-z0-9]+)*$'
