import type { Field } from './field.ts'
import { LISTING } from './others.ts'

interface ListingSearchField {
  field?: keyof typeof LISTING
  /** A parameter with one value or several. */
  list?: readonly [note: string, example: string]
  /** Parameters ending in _min and _max. */
  min?: readonly [note: string, example: number]
  max?: readonly [note: string, example: number]
  isDecimal?: true
  /** Position among the counts. */
  facet?: number
  sorts?: Readonly<Record<string, 'asc' | 'desc'>>
}

const POWER = 'engine power in HP of the machine in `machine_slug`; excludes listings without it'

/** In the order of the parameters. */
const LISTING_SEARCH_FIELDS = {
  newest: { field: 'created_at', sorts: { newest: 'asc' } },
  maker: { field: 'maker_slug', list: ['Slug of a manufacturer', 'john-deere'], facet: 1 },
  machine_class: {
    list: ['Key of a machine class, compared with `vehicle_class` if a listing has none', 'tractor'],
    facet: 2,
  },
  machine_slug: { list: ['Slug of a machine in the catalogue', 'john-deere-5050-d'] },
  dealer: { field: 'dealer_slug', list: ['Slug of a dealer', 'malwa-tractor-house'] },
  state: { field: 'state_code', list: ['State code, as in `state_code`', 'MP'], facet: 3 },
  district: { list: ['District name, as in listings', 'Indore'], facet: 4 },
  price: {
    field: 'price_inr',
    min: ['Minimum asking price in rupees', 100_000],
    max: ['Maximum asking price in rupees', 900_000],
    sorts: { price_asc: 'asc', price_desc: 'desc' },
  },
  year: {
    min: ['Minimum year of manufacture', 2010],
    max: ['Maximum year of manufacture', 2026],
    facet: 7,
    sorts: { year_desc: 'desc' },
  },
  hours: {
    min: ['Minimum hour-meter reading; excludes listings without it', 500],
    max: ['Maximum hour-meter reading; excludes listings without it', 9_000],
    sorts: { hours_asc: 'asc' },
  },
  /** 0 if hours are counted instead. */
  km: {
    min: ['Minimum odometer reading in kilometres; excludes listings with 0', 1_000],
    max: ['Maximum odometer reading in kilometres; excludes listings with 0', 100_000],
  },
  hp: {
    min: [`Minimum ${POWER}`, 20],
    max: [`Maximum ${POWER}`, 60],
    isDecimal: true,
  },
  near: { sorts: { distance_asc: 'asc' } },
  owners: { max: ['Maximum number of owners, including the current one', 3] },
  seller: { list: ['Kind of seller', 'owner,dealer'], facet: 5 },
  inspection_mode: { list: ['Kind of inspection', 'declared,photo,physical'], facet: 6 },
} as const satisfies Readonly<Record<string, ListingSearchField>>

type ListingSearchFields = typeof LISTING_SEARCH_FIELDS
type ListingFieldName = keyof ListingSearchFields
type ListingFieldsWith<Q> = { [K in ListingFieldName]: ListingSearchFields[K] extends Q ? K : never }[ListingFieldName]
type ListingSortsOf<Q> = Q extends { sorts: infer S } ? keyof S : never

export type ListingList = ListingFieldsWith<{ list: readonly unknown[] }>
export type ListingFacet = ListingFieldsWith<{ facet: number }>
type ListingFilter = ListingFacet & ListingList
export type ListingSort = ListingSortsOf<ListingSearchFields[ListingFieldName]>
export type ListingMin = `${ListingFieldsWith<{ min: readonly unknown[] }>}_min`
export type ListingMax = `${ListingFieldsWith<{ max: readonly unknown[] }>}_max`

export const listingSearchFields = Object.entries(LISTING_SEARCH_FIELDS) as [ListingFieldName, ListingSearchField][]
const where = <K extends string>(holds: (question: ListingSearchField) => unknown, end = '') =>
  listingSearchFields.flatMap(([name, question]) => (holds(question) ? [(name + end) as K] : []))

export const LISTING_MINS = where<ListingMin>(({ min }) => min, '_min')
export const LISTING_FILTERS = where<ListingFilter>(({ list, facet }) => list && facet)
export const LISTING_FACETS = where<ListingFacet>(({ facet }) => facet).sort(
  (a, b) => LISTING_SEARCH_FIELDS[a].facet - LISTING_SEARCH_FIELDS[b].facet,
)
export const LISTING_SORTS = listingSearchFields.flatMap(([, { sorts = {} }]) => Object.keys(sorts) as ListingSort[])

/** Undefined if the listing does not hold it. */
export function listingField(name: ListingFieldName): Field | undefined {
  const question: ListingSearchField = LISTING_SEARCH_FIELDS[name]
  return (LISTING as Readonly<Record<string, Field>>)[question.field ?? name]
}
