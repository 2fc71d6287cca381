import { MACHINE_SEARCH_FIELDS, type MachineSearchField, type SortName } from '../records/machine-search-fields.ts'
import { RESPONSE_SORTS } from '../records/values.ts'

export { LISTING_FACETS, LISTING_FILTERS, LISTING_SORTS } from '../records/listing-search-fields.ts'
export { FACETS } from '../records/machine-search-fields.ts'
export * from '../records/values.ts'

const sorts = Object.values<MachineSearchField>(MACHINE_SEARCH_FIELDS).flatMap(
  ({ sorts = {} }) => Object.keys(sorts) as SortName[],
)
/** Sorts that the parameter accepts: those that a response can name first. */
export const SORTS: readonly SortName[] = [...new Set([...RESPONSE_SORTS, ...sorts])]
export type Sort = SortName

/** Asks for no facet where names of facets are asked for. */
export const NO_FACETS = 'none'
export const ENGINES = ['meilisearch', 'database'] as const
export const TIERS = ['standard', 'enterprise'] as const
export type Tier = (typeof TIERS)[number]

/** How near the listings are that a value is taken from. */
export const COMPARABLE = ['machine', 'maker', 'class', 'wide_class'] as const

export const MAX_LIMIT = 100
export const MAX_QUERY_CODE_POINTS = 200
export const MAX_SUBSCRIPTIONS = 20
