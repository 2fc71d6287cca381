import { MACHINE_SEARCH_FIELDS, type MachineSearchField, type SortName } from '../records/machine-search-fields.ts'
import { RESPONSE_SORTS } from '../records/values.ts'

export { LISTING_FACETS, LISTING_FILTERS, LISTING_SORTS } from '../records/listing-search-fields.ts'
export { FACETS } from '../records/machine-search-fields.ts'
export * from '../records/values.ts'

const sorts = Object.values<MachineSearchField>(MACHINE_SEARCH_FIELDS).flatMap(
  ({ sorts = {} }) => Object.keys(sorts) as SortName[],
)
/** Those that a response can name come first. */
export const SORTS: readonly SortName[] = [...new Set([...RESPONSE_SORTS, ...sorts])]
export type Sort = SortName

/** A value of `facets`. */
export const NO_FACETS = 'none'
export const ENGINES = ['meilisearch', 'database'] as const
export const TIERS = ['standard', 'enterprise'] as const
export type Tier = (typeof TIERS)[number]

/** From the nearest listings to the widest. */
export const COMPARABLE = ['machine', 'maker', 'class', 'wide_class'] as const

export const MAX_LIMIT = 100
export const MAX_QUERY_CODE_POINTS = 200
export const MAX_SUBSCRIPTIONS = 20
