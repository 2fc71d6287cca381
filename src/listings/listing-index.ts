import { createCache } from '../lib/cache.ts'
import { filterBits, intersection, setBit, union, wordCount } from '../lib/collections/bitset.ts'
import { selectSmallest } from '../lib/collections/select-smallest.ts'
import type { ListingParameters } from '../schema/api/market.ts'
import {
  LISTING_FACETS,
  type ListingFacet,
  type ListingSort,
  listingSearchFields,
} from '../schema/records/listing-search-fields.ts'
import { type Condition, createTable, MISSING } from '../search/index/table.ts'
import { filterValues, namedFacets } from '../search/search-request.ts'
import type { MatchedModels } from './listing-models.ts'
import type { ListingFacts } from './listing-rows.ts'
import { SOLD_SHOWN_MS } from './listings.ts'
import { chordOf, kmOf, type Point } from './points.ts'

type Counts = Record<string, number>
/** Districts are counted once a state is given. */
type ListingFacets = Record<Exclude<ListingFacet, 'district'>, Counts> & { district?: Counts }

/** The figures that a query may bound; years are a facet, too. */
const BOUNDED = ['price', 'hours', 'km', 'owners', 'year'] as const
const FIGURES = [...BOUNDED, 'x', 'y', 'z', 'soldAt', 'newest', 'newer', 'model'] as const
/** What is filtered by value but not counted. */
const FILTERED = ['machine_slug', 'dealer'] as const
const VALUES = [...LISTING_FACETS, ...FILTERED, 'status'] as const
type ListingValue = (typeof VALUES)[number]

const ORDERS = Object.fromEntries(
  listingSearchFields.flatMap(([figure, { sorts = {} }]) =>
    Object.entries(sorts).map(([sort, way]) => [sort, { figure, descending: way === 'desc' }]),
  ),
) as Record<Exclude<ListingSort, 'distance_asc'>, { figure: (typeof FIGURES)[number]; descending: boolean }>

const MAX_TEXT_BYTES = 32 * 1024 * 1024
const TIMESTAMPS = 2 ** 41
const MAX_SCORES = 4_095

function boundsOf(query: ListingParameters, figure: (typeof BOUNDED)[number] | 'hp') {
  const input = query as unknown as Record<string, number | null | undefined>
  return [input[`${figure}_min`] ?? null, input[`${figure}_max`] ?? null] as const
}

/** Finds and counts listings. */
export function createListingIndex(powerOf: (machineSlug: string) => number | null = () => null) {
  const table = createTable(FIGURES, VALUES)
  const { columns, codes, lists } = table
  const rowsByModel: number[][] = []
  let isStale = false
  /** The rows of texts: the same words are asked for with other filters, and for the next page. */
  const ofTexts = createCache<MatchedModels, Uint32Array>(MAX_TEXT_BYTES, (set) => set.byteLength + 200)

  function remove(id: number): number | undefined {
    const row = table.rowOf(id)
    if (row === undefined) return undefined
    const model = columns.model[row]!
    const sisters = rowsByModel[model]!
    sisters[sisters.indexOf(row)] = sisters.at(-1)!
    sisters.pop()
    table.remove(id)
    isStale = true
    return model
  }

  function put(facts: ListingFacts, model: number): number {
    remove(facts.id)
    const { id, created, isSold, year, dealer_slug } = facts
    const figures = { ...facts, newest: -created, newer: -id, model }
    const values = { ...facts, year: String(year), dealer: dealer_slug, status: isSold ? 'sold' : 'live' }
    const row = table.put(id, figures, values)
    rowsByModel[model] ??= []
    rowsByModel[model].push(row)
    isStale = true
    return row
  }

  function commit(): void {
    if (!isStale) return
    table.commit()
    ofTexts.clear()
    isStale = false
  }

  function within(query: ListingParameters, text: MatchedModels | undefined, near: Point | undefined, now: number) {
    const { hp_min, hp_max, within_km, status } = query
    const sets = [table.withValues('status', [status])]
    if (text) sets.push(ofTexts.getOrCompute(text, rowsOf))
    for (const name of FILTERED) {
      const required = filterValues(query[name])
      if (required.length > 0) sets.push(table.withValues(name, required))
    }
    for (const figure of BOUNDED) {
      const [low, high] = boundsOf(query, figure)
      if (figure !== 'year' && (low ?? high) !== null) sets.push(table.between(figure, low, high))
    }
    if (hp_min !== null || hp_max !== null) sets.push(withPower(hp_min ?? 0, hp_max ?? Number.MAX_VALUE))
    const set = intersection(sets).slice()
    if (near && within_km !== null) {
      const max = chordOf(within_km)
      filterBits(set, (row) => chord(near, row) <= max)
    }
    if (status === 'sold') filterBits(set, (row) => columns.soldAt[row]! + SOLD_SHOWN_MS >= now)
    return set
  }

  function withPower(low: number, high: number): Uint32Array {
    const { ordered, textOf, bound } = lists.machine_slug
    const isWithin = new Uint8Array(bound)
    for (const code of ordered()) {
      const power = powerOf(textOf(code))
      isWithin[code] = Number(power !== null && power >= low && power <= high)
    }
    return table.setWhere((row) => isWithin[codes.machine_slug[row]!] === 1)
  }

  /** The square of the straight line from a place to that of a row; infinite if that is unknown. */
  function chord([x, y, z]: Point, row: number): number {
    return (columns.x[row]! - x) ** 2 + (columns.y[row]! - y) ** 2 + (columns.z[row]! - z) ** 2
  }

  function rowsOf({ models }: MatchedModels): Uint32Array {
    const set = new Uint32Array(wordCount(table.size))
    for (const model of models) for (const row of rowsByModel[model] ?? []) setBit(set, row)
    return set
  }

  /** A district is within a state: states are counted as if neither were chosen, so that the others stay visible. */
  function conditionsOf(query: ListingParameters): Condition<ListingValue>[] {
    const [first, last] = boundsOf(query, 'year')
    const conditions: Condition<ListingValue>[] =
      (first ?? last) === null ? [] : [{ set: table.between('year', first, last), ignoredBy: ['year'] }]
    for (const facet of LISTING_FACETS) {
      const required = facet === 'year' ? [] : filterValues(query[facet])
      if (required.length === 0) continue
      const ignoredBy: ListingFacet[] = facet === 'district' ? ['district', 'state'] : [facet]
      conditions.push({ set: table.withValues(facet, required), ignoredBy })
    }
    return conditions
  }

  function page(rows: Uint32Array, query: ListingParameters, text: MatchedModels | undefined, near?: Point): number[] {
    const { offset, limit, sort } = query
    const end = Math.min(offset + limit, rows.length)
    const byKey = (keyOf: (row: number) => number, ids: Float64Array) => {
      const keys = new Float64Array(rows.length)
      for (let i = 0; i < rows.length; i++) keys[i] = keyOf(rows[i]!)
      return selectSmallest(rows, keys, ids, end)
    }
    if (limit === 0 || offset >= end) return []
    // Distances as they are shown, so that two equal ones fall to their ids.
    if (sort === 'distance_asc') return near ? byKey((row) => kmOf(chord(near, row)), columns.id).slice(offset) : []
    if (sort === '' && text) return byKey(relevanceKeys(text), columns.newer).slice(offset)
    const { figure, descending } = ORDERS[sort || 'newest']
    const ids = figure === 'newest' ? columns.newer : columns.id
    return table.first(rows, figure, descending, end, ids).slice(offset)
  }

  function relevanceKeys({ models, scores }: MatchedModels): (row: number) => number {
    const distinct = [...new Set(scores)].sort((a, b) => a - b)
    const places = new Map(distinct.map((score, place) => [score, Math.min(place, MAX_SCORES)]))
    const placeOf = new Map(Array.from(models, (model, i) => [model, places.get(scores[i]!)!]))
    return (row) => placeOf.get(columns.model[row]!)! * TIMESTAMPS + (columns.newest[row]! + TIMESTAMPS)
  }

  /** The counts of districts: spellings that differ in case are one, as most listings write it. */
  function districtCounts(counts: Int32Array): Counts {
    const { ordered, codesNamed, textOf } = lists.district
    const result: Counts = {}
    for (const code of ordered()) {
      if (counts[code] === 0) continue
      const same = codesNamed([textOf(code).toLowerCase()])
      // Of spellings that are equally frequent every replica takes the same.
      const isOftener = (a: number, b: number) =>
        counts[a] === counts[b] ? textOf(a) < textOf(b) : counts[a]! > counts[b]!
      const most = same.reduce((best, other) => (isOftener(other, best) ? other : best))
      if (most === code) result[textOf(code)] = same.reduce((sum, other) => sum + counts[other]!, 0)
    }
    return result
  }

  return {
    columns,
    rowOf: table.rowOf,
    put,
    remove,
    search(query: ListingParameters, text: MatchedModels | undefined, now: number, near?: Point) {
      commit()
      const isCounted = (facet: ListingFacet) => facet !== 'district' || filterValues(query.state).length > 0
      const counted = namedFacets(query.facets, LISTING_FACETS).filter(isCounted)
      const whole = table.withValues('status', [query.status])
      const { rows, counts } = table.search(whole, within(query, text, near, now), conditionsOf(query), counted)
      const countsOf = (facet: ListingFacet) => {
        const its = counts.get(facet)!
        return facet === 'district' ? districtCounts(its) : lists[facet].countsOf(its)
      }
      return {
        total: rows.length,
        rows: page(rows, query, text, near),
        distanceOf(row: number): number | undefined {
          const km = near ? kmOf(chord(near, row)) : MISSING
          return km === MISSING ? undefined : km
        },
        facets: () => Object.fromEntries(counted.map((facet) => [facet, countsOf(facet)])) as ListingFacets,
        /** The same as JSON. */
        facetsJson: () =>
          `{${counted.map((facet) => {
            const its = counts.get(facet)!
            const json = facet === 'district' ? JSON.stringify(districtCounts(its)) : lists[facet].countsJson(its)
            return `"${facet}":${json}`
          })}}`,
      }
    },
    /** The values of a facet that listings have, in lower case. */
    valuesOf(facet: ListingFacet): readonly string[] {
      commit()
      const all = union(['live', 'sold'].map((status) => table.withValues('status', [status])))
      const counts = table.search(all, all, [], [facet]).counts.get(facet)!
      const names = Object.keys(facet === 'district' ? districtCounts(counts) : lists[facet].countsOf(counts))
      return names.map((value) => value.toLowerCase())
    },
  }
}
