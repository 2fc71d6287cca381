import { MACHINE_QUESTIONS, type Question, type SortName } from '../records/machine-questions.ts'
import { RESPONSE_SORTS } from '../records/values.ts'

export { FACETS } from '../records/machine-questions.ts'
export * from '../records/values.ts'

const sorts = Object.values<Question>(MACHINE_QUESTIONS).flatMap(({ sorts = {} }) => Object.keys(sorts) as SortName[])
/** Sorts that the parameter accepts: those that a response can name first. */
export const SORTS: readonly SortName[] = [...new Set([...RESPONSE_SORTS, ...sorts])]
export type Sort = SortName

/** Asks for no facet where names of facets are asked for. */
export const NO_FACETS = 'none'
export const ENGINES = ['meilisearch', 'database'] as const
export const TIERS = ['standard', 'enterprise'] as const
export type Tier = (typeof TIERS)[number]

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
