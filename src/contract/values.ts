export * from '../records/values.ts'

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

export const MAX_LIMIT = 100
export const MAX_QUERY_CODE_POINTS = 200
export const MAX_SUBSCRIPTIONS = 20
