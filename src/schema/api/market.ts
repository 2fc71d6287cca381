import type { Static, TSchema, TUnsafe } from 'typebox'
import {
  type ListingList,
  type ListingMax,
  type ListingMin,
  listingField,
  listingSearchFields,
} from '../records/listing-search-fields.ts'
import { MarketListing } from './listing.ts'
import { decimalBound, facetsParameter, filter, searchPaging, wholeBound } from './search.ts'
import {
  closed,
  DateOnly,
  DateTime,
  joined,
  nullable,
  oneOf,
  PAST_TIMESTAMP,
  resource,
  strings,
  Type,
  wholeNumbers,
} from './type.ts'
import {
  COMPARABLE,
  LISTING_FACETS,
  LISTING_SORTS,
  MAX_QUERY_CODE_POINTS,
  OFFERED_STATUSES,
  SHOWN_STATUSES,
  STATE_CODES,
} from './values.ts'

type ListingFieldParameters = Record<ListingList, TUnsafe<string>> &
  Record<ListingMin | ListingMax, TUnsafe<number | null>>

const fieldParameters = Object.fromEntries(
  listingSearchFields.flatMap(parametersOf),
) as unknown as ListingFieldParameters

function parametersOf([name, { list, min, max, isDecimal }]: (typeof listingSearchFields)[number]): [
  string,
  TSchema,
][] {
  if (list) {
    // There are too many states to list.
    const { type, values = [] } = listingField(name) ?? {}
    const text = type === 'choice' ? `${list[0]}: ${values.join(', ')}` : list[0]
    return [[name, filter(`${text}.`, list[1])]]
  }
  const bounds = { [`${name}_min`]: min, [`${name}_max`]: max }
  return Object.entries(bounds).flatMap(([parameter, bound]): [string, TSchema][] =>
    bound ? [[parameter, (isDecimal ? decimalBound : wholeBound)(`${bound[0]}.`, bound[1])]] : [],
  )
}

/** A PIN, or a district with its state's code. */
const NEAR = '^(?:[1-9][0-9]{5}|.*\\S.*,\\s*[A-Za-z]{2}\\s*)?$'

/** Each example, and all together, find something in the sample. */
export const ListingParameters = closed({
  q: Type.String({
    default: '',
    maxLength: MAX_QUERY_CODE_POINTS,
    description:
      'Text query in English, Hindi or Tamil, such as `swaraj 744 punjab under 4 lakh`, `2019 के बाद` or `first owner`; the seller’s own text is not searched. Words that state a filter or sort act as that parameter, as `X-Query-Read` reports.',
    examples: ['john deere'],
  }),
  ...fieldParameters,
  near: Type.String({
    default: '',
    pattern: NEAR,
    description: 'PIN code, or district and state code; hits then have `distance_km`.',
    examples: ['Indore,MP'],
  }),
  within_km: wholeBound('Maximum distance from `near` in kilometres; excludes listings with an unknown location.', 400),
  status: oneOf(SHOWN_STATUSES, {
    default: 'live',
    description: '`live` for listings on sale, or `sold` for those sold within the last 90 days.',
    examples: ['live'],
  }),
  sort: oneOf(['', ...LISTING_SORTS] as const, {
    default: '',
    description:
      'Sort order, by default relevance for a text query and newest first without one; `distance_asc` requires `near`. Missing values come last; equal ones are ordered by `id`, or newest first under `newest` and relevance.',
    examples: ['price_asc'],
  }),
  ...searchPaging,
  facets: facetsParameter(LISTING_FACETS, 'machine_class,state', ' `district` is counted only with a `state` filter.'),
})
export type ListingParameters = Static<typeof ListingParameters>

export const ListingQuery = closed({
  ...ListingParameters.properties,
  manufacturer: joined(undefined, {
    description: 'Alias of `maker`: one or more slugs, separated by commas.',
    examples: ['john-deere'],
    'x-alias-of': 'maker',
  }),
})

const all = MarketListing.properties
const pick = <const K extends keyof typeof all>(...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<typeof all, K>

export const ListingSummary = resource('ListingSummary', 'A used listing in search results, without unknown values.', {
  ...pick('id', 'status', 'kind', 'vehicle_class', 'machine_class', 'machine_slug'),
  ...pick('maker_slug', 'maker_name', 'variant_slug', 'variant_name'),
  ...pick('year', 'hours', 'km', 'owners', 'price_inr', 'comparable_new_inr', 'state_code', 'district'),
  ...pick('seller', 'dealer_name', 'dealer_verified', 'inspection_mode'),
  ...pick('created_at', 'sold_at', 'sold_price_inr'),
  photo: Type.Optional(Type.String()),
  distance_km: Type.Optional(Type.Number()),
})
export type ListingSummary = Static<typeof ListingSummary>

export const ListingSearchOut = resource('ListingSearchOut', 'A page of used listings with facet counts.', {
  query: Type.String(),
  hits: Type.Array(ListingSummary),
  ...wholeNumbers('total', 'offset', 'limit'),
  facets: Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer())),
  sort: nullable(oneOf(LISTING_SORTS)),
})
export type ListingSearchOut = Static<typeof ListingSearchOut>

export const ValueParameters = closed({
  machine_slug: Type.String({
    description: 'Slug of a machine or implement, of the catalogue or as listings name it.',
    examples: ['mahindra-575-di'],
  }),
  year: wholeBound('Year of manufacture, up to next year. Without it, prices are not adjusted for age.', 2019, {
    minimum: 1950,
  }),
  hours: wholeBound('Hours run. Without them, prices are not adjusted for use.', 2_450, { maximum: 300_000 }),
  state: Type.String({
    enum: ['', ...STATE_CODES],
    default: '',
    description: 'Code of a state: prices from other states are adjusted to it, or weigh half.',
    examples: ['PB'],
  }),
  as_of: Type.String({
    default: '',
    pattern: PAST_TIMESTAMP,
    description:
      'A date, or a date and time with an offset, not in the future: listings of the 24 months before it count, with the prices that are known now. Default: now.',
    examples: ['2026-11-15'],
  }),
  without: wholeBound('Id of a listing to leave out: the one to value. It must be or have been for sale.', 3, {
    minimum: 1,
  }),
})
export type ValueParameters = Static<typeof ValueParameters>

const Quartiles = resource('PriceQuartiles', 'Quartiles of adjusted prices, with their number, error and dates.', {
  p10_inr: nullable(Type.Integer()),
  ...wholeNumbers('p25_inr', 'median_inr', 'p75_inr', 'count'),
  error_pct: nullable(Type.Number()),
  spread_pct: Type.Number({ deprecated: true }),
  from: DateOnly(),
  to: DateOnly(),
})

const ComparableListing = resource('ComparableListing', 'A listing that a value was made from.', {
  ...pick('id'),
  status: oneOf(OFFERED_STATUSES),
  ...strings('machine_slug', 'name'),
  ...pick('price_inr'),
  sold_price_inr: nullable(Type.Integer()),
  adjusted_inr: Type.Integer(),
  weight: Type.Number(),
  ...pick('year'),
  hours: nullable(Type.Integer()),
  state_code: nullable(all.state_code),
  district: nullable(Type.String()),
  at: DateTime(),
})

const PriceAdjustment = resource('PriceAdjustment', 'How prices were adjusted to the requested year and hours.', {
  year_pct: nullable(Type.Number()),
  hours_1000_pct: nullable(Type.Number()),
  fitted_from: Type.Integer(),
})

const AppliedInputs = resource('AppliedInputs', 'Which inputs the figures use.', {
  year: Type.Boolean(),
  hours: Type.Boolean(),
  state: Type.Boolean(),
})

const ComparableCounts = resource('KnownListings', 'How many listings each level has.', wholeNumbers(...COMPARABLE))

const PriceGroup = resource('PriceGroup', 'The asking prices of comparable listings that share a value.', {
  ...wholeNumbers('median_inr', 'count'),
})
const groups = Type.Record(Type.String(), PriceGroup)
const PriceGroups = resource('PriceGroups', 'Groups of five or more comparable listings, by value.', {
  owners: groups,
  wheel_drive: groups,
  inspection_mode: groups,
})

const orNull = <T extends TSchema>(schema: T, options: object = {}) =>
  Type.Unsafe<Static<T> | null>({ oneOf: [schema, { type: 'null' }], ...options })

export const MarketValues = resource('MarketValues', 'Asking and sale prices of comparable used machines.', {
  machine_slug: Type.String(),
  year: nullable(Type.Integer()),
  hours: nullable(Type.Integer()),
  state: nullable(Type.String()),
  comparable: nullable(oneOf(COMPARABLE)),
  asking: orNull(Quartiles),
  sold: orNull(Quartiles),
  listings: Type.Array(ComparableListing),
  adjusted: orNull(PriceAdjustment),
  applied: AppliedInputs,
  extrapolated: Type.Boolean(),
  capped: Type.Boolean(),
  counts: ComparableCounts,
  by: PriceGroups,
  known: orNull(ComparableCounts, { deprecated: true }),
  withdrawn: Type.Boolean(),
  reason: nullable(Type.String()),
  method: Type.String(),
})
export type MarketValues = Static<typeof MarketValues>
