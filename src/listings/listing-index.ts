import { createCache } from '../lib/cache.ts'
import { filterBits, intersect, setBit, wordCount } from '../lib/collections/bitset.ts'
import { selectSmallest } from '../lib/collections/select-smallest.ts'
import type { ListingParameters } from '../schema/api/market.ts'
import {
  LISTING_FACETS,
  type ListingFacet,
  type ListingSort,
  listingSearchFields,
} from '../schema/records/listing-search-fields.ts'
import { createFacetedRows, type Hits } from '../search/query/faceted-rows.ts'
import { costsOf, type OrderedRows, type Ordering, pageByCost, pageOfHits } from '../search/query/page.ts'
import { countsByValue, countsJson as countsJsonOf } from '../search/query/row-search.ts'
import { filterValues, namedFacets } from '../search/search-request.ts'
import { createListingRows, FIGURES, GROUPS } from './listing-rows.ts'
import { SOLD_SHOWN_MS } from './listings.ts'
import { chordOf, kmOf, type Point } from './points.ts'

/** The models that a text matches, and the cost of each. */
export interface MatchedModels {
  models: readonly number[]
  costs: readonly number[]
}

type Counts = Record<string, number>
/** Districts are counted once a state is given. */
type ListingFacets = Record<Exclude<ListingFacet, 'district'>, Counts> & { district?: Counts }

const ORDERINGS = Object.fromEntries(
  listingSearchFields.flatMap(([order, { sorts = {} }]) =>
    Object.entries(sorts).map(([sort, way]): [string, Ordering] => [sort, { order, descending: way === 'desc' }]),
  ),
) as Record<ListingSort, Ordering>
/** The figures of listings that a query may bound; years are a facet of their own. */
const BOUNDED = FIGURES.filter((name) => name !== 'year')

/** What a query leaves of a figure. */
function boundsOf(query: ListingParameters, figure: string): [low: number | null, high: number | null] {
  const input = query as unknown as Record<string, number | null | undefined>
  const low = input[`${figure}_min`] ?? null
  // What is unknown is infinite.
  return [low, input[`${figure}_max`] ?? (low === null ? null : Number.MAX_VALUE)]
}

const MAX_TEXT_BYTES = 32 * 1024 * 1024
const FACETS = GROUPS.flat()
const bitOf = (facet: ListingFacet) => 1 << FACETS.indexOf(facet)

/** Finds and counts listings. */
export function createListingIndex(powerOf: (machineSlug: string) => number | null = () => null) {
  const rows = createListingRows()
  const { groups, columns, ranges, rowsByModel } = rows
  const store: OrderedRows = { orders: rows.orders, rows: () => rows.bound, columns }
  const newestFirst: OrderedRows = {
    ...store,
    orders: { newest: rows.orders.newest!, relevance: rows.orders.newest! },
    columns: {
      get id() {
        return columns.newer
      },
    },
  }
  const faceted = createFacetedRows(
    groups,
    () => rows.bound,
    () => rows.live.length,
  )
  const existing = new Map<ListingFacet, readonly string[]>()
  /** The rows of texts: the same words are asked for with other filters, and for the next page. */
  const ofTexts = createCache<MatchedModels, Uint32Array>(MAX_TEXT_BYTES, (set) => set.byteLength + 200)
  const costOf: number[] = []

  function commit(): void {
    if (!rows.settle()) return
    existing.clear()
    ofTexts.clear()
    faceted.forget()
  }

  /** The rows of the asked status within all that no facet ignores. */
  function within(query: ListingParameters, text: MatchedModels | undefined, near: Point | undefined, now: number) {
    const visible = query.status === 'sold' ? rows.sold : rows.live
    const set = faceted.spare()
    set.set(visible)
    const keep = (others: Uint32Array) => intersect(set, others, wordCount(rows.bound), set)
    if (text) keep(ofTexts.getOrCompute(text, () => rowsOf(text).slice()))
    const required = filterValues(query.machine_slug)
    if (required.length > 0) keep(setOf(required.map((slug) => [...rows.ofMachine(slug)])))
    for (const figure of BOUNDED) {
      const [low, high] = boundsOf(query, figure)
      if (low === null && high === null) continue
      const range = ranges[figure]
      const figures = columns[figure]
      if (range) keep(faceted.between(range, low, high)!)
      else filterBits(set, (row) => figures[row]! >= (low ?? 0) && figures[row]! <= high!)
    }
    const { hp_min, hp_max, within_km } = query
    if (hp_min !== null || hp_max !== null) keep(setOf(ofPower(hp_min ?? 0, hp_max ?? Infinity)))
    if (near && within_km !== null) {
      const max = chordOf(within_km)
      filterBits(set, (row) => chord(near, row) <= max)
    }
    if (query.status === 'sold') filterBits(set, (row) => columns.soldAt[row]! + SOLD_SHOWN_MS >= now)
    return set
  }

  function ofPower(low: number, high: number): number[][] {
    const isWithin = (power: number | null) => power !== null && power >= low && power <= high
    return [...rows.machines()].flatMap((slug) => (isWithin(powerOf(slug)) ? [[...rows.ofMachine(slug)]] : []))
  }

  /** The square of the straight line from a place to that of a row; infinite where that is not known. */
  function chord([x, y, z]: Point, row: number): number {
    return (columns.x[row]! - x) ** 2 + (columns.y[row]! - y) ** 2 + (columns.z[row]! - z) ** 2
  }

  function nearest(hits: Hits, near: Point, offset: number, limit: number): number[] {
    const list = hits.list()
    // As they are shown, so that two of one distance fall to their ids.
    const keys = Float64Array.from(list, (row) => kmOf(chord(near, row)))
    return selectSmallest(list, keys, columns.id, Math.min(offset + limit, list.length)).slice(offset)
  }

  const rowsOf = ({ models }: MatchedModels) => setOf(models.map((model) => rowsByModel[model] ?? []))

  function setOf(lists: readonly (readonly number[])[]): Uint32Array {
    const set = faceted.spare().fill(0)
    for (const list of lists) for (const row of list) setBit(set, row)
    return set
  }

  /** A district is within a state: states are counted as if neither were chosen, so that the others stay visible. */
  function conditionsOf(query: ListingParameters) {
    const years = faceted.between(ranges.year!, ...boundsOf(query, 'year'))
    const conditions = years ? [{ set: years, ignoredBy: bitOf('year') }] : []
    FACETS.forEach((facet, number) => {
      const required = facet === 'year' ? [] : filterValues(query[facet])
      const ignoredBy = bitOf(facet) | (facet === 'district' ? bitOf('state') : 0)
      if (required.length > 0) conditions.push({ set: faceted.having(number, required), ignoredBy })
    })
    return conditions
  }

  function page(hits: Hits, query: ListingParameters, text: MatchedModels | undefined, near?: Point): number[] {
    const { offset, limit, sort } = query
    if (sort === 'distance_asc') return near && limit > 0 ? nearest(hits, near, offset, limit) : []
    if (sort === '' && text) {
      for (let i = 0; i < text.models.length; i++) costOf[text.models[i]!] = text.costs[i]!
      const modelOf = rows.modelOf()
      const costs = costsOf(hits.list(), (row) => costOf[modelOf[row]!]!)
      return pageByCost(newestFirst, hits, costs, offset, limit)
    }
    const ordering = ORDERINGS[sort || 'newest']
    const [low, high] = boundsOf(query, ordering.order)
    const among = ordering.order === 'newest' ? newestFirst : store
    return pageOfHits(among, { ...ordering, low, high }, hits, offset, limit)
  }

  /** Spellings of a district that differ in case are one, as most listings write it. */
  function readCounts(facet: ListingFacet, { counts }: Hits): Counts {
    const [values, sums] = [rows.valuesOf(facet), counts[FACETS.indexOf(facet)]!]
    if (facet !== 'district') return countsByValue(values, sums)
    const result: Counts = {}
    for (const number of values.ordered()) {
      if (sums[number] === 0) continue
      const same = values.named([values.textOf(number).toLowerCase()])
      // Of spellings that are equally frequent every replica takes the same.
      const isOftener = (a: number, b: number) =>
        sums[a] === sums[b] ? values.textOf(a) < values.textOf(b) : sums[a]! > sums[b]!
      const max = same.reduce((best, other) => (isOftener(other, best) ? other : best))
      if (max === number) result[values.textOf(number)] = same.reduce((sum, other) => sum + sums[other]!, 0)
    }
    return result
  }

  /** Written without an object between, whose many keys cost more than all else here. */
  function countsJson(facet: ListingFacet, hits: Hits): string {
    if (facet === 'district') return JSON.stringify(readCounts(facet, hits))
    return countsJsonOf(rows.valuesOf(facet), hits.counts[FACETS.indexOf(facet)]!)
  }

  return {
    rows,
    put: rows.put,
    remove: rows.remove,
    search(query: ListingParameters, text: MatchedModels | undefined, now: number, near?: Point) {
      commit()
      faceted.begin()
      const whole = query.status === 'sold' ? rows.sold : rows.live
      const isCounted = (facet: ListingFacet) => facet !== 'district' || filterValues(query.state).length > 0
      const counted = namedFacets(query.facets, LISTING_FACETS).filter(isCounted)
      const bits = counted.reduce((sum, facet) => sum | bitOf(facet), 0)
      const hits = faceted.find(within(query, text, near, now), whole, conditionsOf(query), bits)
      return {
        rows: page(hits, query, text, near),
        /** How far a row is from the place that was asked for; undefined where that is not known. */
        distanceOf(row: number): number | undefined {
          const km = near ? kmOf(chord(near, row)) : Infinity
          return km === Infinity ? undefined : km
        },
        total: hits.total,
        facets: () => Object.fromEntries(counted.map((facet) => [facet, readCounts(facet, hits)])) as ListingFacets,
        /** The same as JSON. */
        facetsJson: () => `{${counted.map((facet) => `"${facet}":${countsJson(facet, hits)}`)}}`,
      }
    },
    /** The values of a facet that listings have, in lower case. */
    valuesOf(facet: ListingFacet): readonly string[] {
      commit()
      return existing.getOrInsertComputed(facet, () => {
        faceted.begin()
        const all = faceted.spare()
        for (let i = 0; i < all.length; i++) all[i] = rows.live[i]! | rows.sold[i]!
        const hits = faceted.find(all, all.slice(), [])
        return Object.keys(readCounts(facet, hits)).map((value) => value.toLowerCase())
      })
    },
  }
}
