import type { Field } from './field.ts'
import { LISTING } from './others.ts'

/** What a search of used listings may ask. */
interface ListingSearchField {
  /** The field of a listing that it is about, where that has another name. */
  field?: keyof typeof LISTING
  /** A parameter takes one value, or several joined by commas: what it is, and an example. */
  list?: readonly [note: string, example: string]
  /** Parameters for the least and the most, which end in _min and _max. */
  min?: readonly [note: string, example: number]
  max?: readonly [note: string, example: number]
  /** Its bounds may have a fraction. */
  isDecimal?: true
  /** Answers count listings by it: its place among the counts. */
  facet?: number
  /** Sorts, and whether each begins with the largest. */
  sorts?: Readonly<Record<string, 'asc' | 'desc'>>
}

const POWER = 'engine power in HP of the machine that `machine_slug` names. A listing without one does not match'

/** In the order of the parameters. */
const LISTING_SEARCH_FIELDS = {
  /** How long ago it was created. */
  newest: { field: 'created_at', sorts: { newest: 'asc' } },
  maker: { field: 'maker_slug', list: ['Slug of a maker', 'swaraj'], facet: 1 },
  machine_class: {
    list: ['Key of a machine class; a listing without one is found by its `vehicle_class`', 'tractor'],
    facet: 2,
  },
  machine_slug: { list: ['Slug of a machine of the catalogue', 'swaraj-855-fe'] },
  dealer: { field: 'dealer_slug', list: ['Slug of a dealer', 'malwa-tractors'] },
  state: { field: 'state_code', list: ['Code of a state, as in `state_code`', 'PB'], facet: 3 },
  district: { list: ['Name of a district, as listings write it', 'Patiala'], facet: 4 },
  price: {
    field: 'price_inr',
    min: ['Lowest asking price in rupees', 100_000],
    max: ['Highest asking price in rupees', 900_000],
    sorts: { price_asc: 'asc', price_desc: 'desc' },
  },
  year: {
    min: ['Earliest year of manufacture', 2010],
    max: ['Latest year of manufacture', 2026],
    facet: 7,
    sorts: { year_desc: 'desc' },
  },
  hours: {
    min: ['Fewest hours run. A listing without the figure does not match', 500],
    max: ['Most hours run. A listing without the figure does not match', 9_000],
    sorts: { hours_asc: 'asc' },
  },
  /** 0 where hours are counted instead. */
  km: {
    min: ['Fewest kilometres run. A listing without the figure, which is 0 then, does not match', 1_000],
    max: ['Most kilometres run. A listing without the figure, which is 0 then, does not match', 100_000],
  },
  /** Of the machine that it names. */
  hp: {
    min: [`Lowest ${POWER}`, 20],
    max: [`Highest ${POWER}`, 60],
    isDecimal: true,
  },
  /** How far from the place that was asked for. */
  near: { sorts: { distance_asc: 'asc' } },
  owners: { max: ['Most owners so far, the present one included', 3] },
  seller: { list: ['Who sells', 'owner,dealer'], facet: 5 },
  inspection_mode: { list: ['How it was inspected', 'declared,photo,physical'], facet: 6 },
} as const satisfies Readonly<Record<string, ListingSearchField>>

type ListingSearchFields = typeof LISTING_SEARCH_FIELDS
type ListingFieldName = keyof ListingSearchFields
type ListingFieldsWith<Q> = { [K in ListingFieldName]: ListingSearchFields[K] extends Q ? K : never }[ListingFieldName]
type ListingSortsOf<Q> = Q extends { sorts: infer S } ? keyof S : never

export type ListingList = ListingFieldsWith<{ list: readonly unknown[] }>
export type ListingFacet = ListingFieldsWith<{ facet: number }>
/** Counted and filtered by a list. */
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

/** The field that a question is about, where a listing holds it by itself. */
export function listingField(name: ListingFieldName): Field | undefined {
  const question: ListingSearchField = LISTING_SEARCH_FIELDS[name]
  return (LISTING as Readonly<Record<string, Field>>)[question.field ?? name]
}
