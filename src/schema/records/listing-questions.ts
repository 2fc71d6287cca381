import type { Field } from './field.ts'
import { LISTING } from './others.ts'

/** What a search of used listings may ask. */
interface ListingQuestion {
  /** The field of a listing that it is about, where that has another name. */
  field?: keyof typeof LISTING
  /** A parameter takes one value, or several joined by commas: what it is, and an example. */
  list?: readonly [note: string, example: string]
  /** Parameters for the least and the most, which end in _min and _max. */
  least?: readonly [note: string, example: number]
  most?: readonly [note: string, example: number]
  /** Its bounds may have a fraction. */
  isDecimal?: true
  /** Answers count listings by it: its place among the counts. */
  facet?: number
  /** Sorts, and whether each begins with the largest. */
  sorts?: Readonly<Record<string, 'asc' | 'desc'>>
}

const POWER = 'engine power in HP of the machine that `machine_slug` names. A listing without one does not match'

/** In the order of the parameters. */
const LISTING_QUESTIONS = {
  /** How long ago it was created. */
  newest: { field: 'created_at', sorts: { newest: 'asc' } },
  maker: { field: 'maker_slug', list: ['Slug of a maker', 'swaraj'], facet: 1 },
  machine_class: {
    list: ['Key of a machine class; a listing without one is found by its `vehicle_class`', 'tractor'],
    facet: 2,
  },
  machine_slug: { list: ['Slug of a machine of the catalogue', 'swaraj-855-fe'] },
  state: { field: 'state_code', list: ['Code of a state, as in `state_code`', 'PB'], facet: 3 },
  district: { list: ['Name of a district, as listings write it', 'Patiala'], facet: 4 },
  price: {
    field: 'price_inr',
    least: ['Lowest asking price in rupees', 100_000],
    most: ['Highest asking price in rupees', 900_000],
    sorts: { price_asc: 'asc', price_desc: 'desc' },
  },
  year: {
    least: ['Earliest year of manufacture', 2010],
    most: ['Latest year of manufacture', 2026],
    facet: 7,
    sorts: { year_desc: 'desc' },
  },
  hours: {
    least: ['Fewest hours run. A listing without the figure does not match', 500],
    most: ['Most hours run. A listing without the figure does not match', 9_000],
    sorts: { hours_asc: 'asc' },
  },
  /** 0 where hours are counted instead. */
  km: {
    least: ['Fewest kilometres run. A listing without the figure, which is 0 then, does not match', 1_000],
    most: ['Most kilometres run. A listing without the figure, which is 0 then, does not match', 100_000],
  },
  /** Of the machine that it names. */
  hp: {
    least: [`Lowest ${POWER}`, 20],
    most: [`Highest ${POWER}`, 60],
    isDecimal: true,
  },
  /** How far from the place that was asked for. */
  near: { sorts: { distance_asc: 'asc' } },
  owners: { most: ['Most owners so far, the present one included', 3] },
  seller: { list: ['Who sells', 'owner,dealer'], facet: 5 },
  inspection_mode: { list: ['How it was inspected', 'declared,photo,physical'], facet: 6 },
} as const satisfies Readonly<Record<string, ListingQuestion>>

type Questions = typeof LISTING_QUESTIONS
type Asked = keyof Questions
type AskedWith<Q> = { [K in Asked]: Questions[K] extends Q ? K : never }[Asked]
type SortsOf<Q> = Q extends { sorts: infer S } ? keyof S : never

export type ListingList = AskedWith<{ list: readonly unknown[] }>
export type ListingFacet = AskedWith<{ facet: number }>
/** Counted and filtered by a list. */
type ListingFilter = ListingFacet & ListingList
export type ListingSort = SortsOf<Questions[Asked]>
export type ListingLeast = `${AskedWith<{ least: readonly unknown[] }>}_min`
export type ListingMost = `${AskedWith<{ most: readonly unknown[] }>}_max`

export const listingQuestions = Object.entries(LISTING_QUESTIONS) as [Asked, ListingQuestion][]
const where = <K extends string>(holds: (question: ListingQuestion) => unknown, end = '') =>
  listingQuestions.flatMap(([name, question]) => (holds(question) ? [(name + end) as K] : []))

export const LISTING_LEAST = where<ListingLeast>(({ least }) => least, '_min')
export const LISTING_FILTERS = where<ListingFilter>(({ list, facet }) => list && facet)
export const LISTING_FACETS = where<ListingFacet>(({ facet }) => facet).sort(
  (a, b) => LISTING_QUESTIONS[a].facet - LISTING_QUESTIONS[b].facet,
)
export const LISTING_SORTS = listingQuestions.flatMap(([, { sorts = {} }]) => Object.keys(sorts) as ListingSort[])

/** The field that a question is about, where a listing holds it by itself. */
export function listingField(name: Asked): Field | undefined {
  const question: ListingQuestion = LISTING_QUESTIONS[name]
  return (LISTING as Readonly<Record<string, Field>>)[question.field ?? name]
}
