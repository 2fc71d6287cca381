import { createCache } from '../../lib/cache.ts'
import { filterBits, hasBit, intersect, listBits, setBit, wordCount } from '../../lib/collections/bitset.ts'
import { ensureCapacity } from '../../lib/collections/growable.ts'
import {
  type DayBound,
  EQUALS,
  type FigureBound,
  type ListName,
  MACHINE_SEARCH_FIELDS,
} from '../../schema/records/machine-search-fields.ts'
import { ATTRIBUTES, attributeNumber } from '../index/attributes.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import { NO_MATCH } from '../index/costs.ts'
import { dateNumber, FIGURES, LOADS, type RangeName } from '../index/figures.ts'
import { keyBounds } from '../index/orders.ts'
import type { ValueList } from '../index/profiles.ts'
import { countedFacets, filterValues } from '../search-request.ts'
import type { Facet, SearchAnswer, SearchQuery } from '../types.ts'
import { type Condition, createFacetedRows, type Hits } from './faceted-rows.ts'
import { costsOf, orderingOf, pageByCost, pageOfHits } from './page.ts'
import type { TextMatch } from './side-match.ts'

/** What a question found, on whatever page, and but for the order by relevance in whatever order. */
interface Found {
  total: number
  facets: SearchAnswer['facets']
  /** Few rows are listed, of many there is a set. */
  rows: Uint32Array | undefined
  set: Uint32Array | undefined
  /** What each row costs, by relevance alone. */
  costs: Int32Array | undefined
}

const MAX_RETAINED_BYTES = 16 * 1024 * 1024
/** An answer without its rows. */
const FOUND_BYTES = 1_000
const lengthOf = ({ rows, set, costs }: Found) =>
  [rows, set, costs].reduce((sum, item) => sum + (item?.byteLength ?? 0), 0)

/** What a query asks of a figure. */
export type Bounds = [min: number | null, max: number | null]

const dayOf = (date: string | null) => (date === null ? null : dateNumber(date))

interface Range {
  figure: RangeName
  least: FigureBound | DayBound
  most: FigureBound | DayBound
  isDate: boolean
}

/** The figures that have bounds, with their parameters. */
const RANGES = FIGURES.filter(({ range }) => range).map(({ name, kind }): Range => {
  const [min, max] = MACHINE_SEARCH_FIELDS[name as RangeName].bounds
  return { figure: name as RangeName, least: min, most: max, isDate: kind === 'date' }
})

const boundsIn = (query: SearchQuery, { least: min, most: max, isDate }: Range): Bounds =>
  (isDate ? [dayOf(query[min] as string), dayOf(query[max] as string)] : [query[min], query[max]]) as Bounds

/** What a query asks of each figure that has bounds. */
export const BOUNDS = Object.fromEntries(
  RANGES.map((range) => [range.figure, (query: SearchQuery) => boundsIn(query, range)]),
) as Record<RangeName, (query: SearchQuery) => Bounds>
export const POWER = 'engine_hp'
/** The facet of power bands ignores bounds on power. */
const IGNORES_POWER = 1 << attributeNumber('hp_band')
/** The facets, by number. */
const NAMES: readonly Facet[] = [...ATTRIBUTES.map(({ name }) => name), 'manufacturer']
const NUMBERS = Object.fromEntries(NAMES.map((name, facet) => [name, facet])) as Record<Facet, number>
const FILTERED = NAMES.flatMap((name, facet) =>
  name === 'manufacturer' || ATTRIBUTES[facet]!.filter ? [{ name: name as ListName, facet }] : [],
)

/** The keys in an order that the query's bounds on its figure leave. */
function boundKeys(query: SearchQuery, figure: string): [low: number | null, high: number | null] {
  return figure in BOUNDS ? keyBounds(figure as RangeName, ...BOUNDS[figure as RangeName](query)) : [null, null]
}

const nothing = (counted: readonly Facet[]): Found => ({
  total: 0,
  facets: Object.fromEntries(counted.map((name) => [name, '{}'])),
  rows: new Uint32Array(0),
  set: undefined,
  costs: undefined,
})

/** Finds and counts machines. */
export function createRowSearch(store: CatalogueStore) {
  const { columns, makers: manufacturers, wordings: textProfiles, traits: facetProfiles } = store
  let numbers = new Uint32Array(0)
  const eachManufacturer = {
    values: [manufacturers],
    /** A maker is a combination of its own. */
    columns() {
      if (numbers.length < manufacturers.bound)
        numbers = Uint32Array.from({ length: manufacturers.bound * 2 }, (_, manufacturer) => manufacturer)
      return [numbers]
    },
    get bound() {
      return manufacturers.bound
    },
  }
  const faceted = createFacetedRows(
    [
      { profiles: textProfiles, of: () => columns.wording },
      { profiles: facetProfiles, of: () => columns.trait },
      { profiles: eachManufacturer, of: () => columns.maker },
    ],
    store.rows,
    () => store.visibleBits().length,
  )
  /** Rows that match by their own text, perhaps better than by shared text: a list, a mark and the cost of each. */
  let self = new Uint32Array(0)
  let ownCount = 0
  let isOwn = new Uint8Array(0)
  let ownCost = new Int32Array(0)
  /** What was found, by the whole question but its page; and by its words, what shared text matches. */
  const existing = createCache<string, Found>(MAX_RETAINED_BYTES, (result) => FOUND_BYTES + lengthOf(result))
  const shared = createCache<string, Uint32Array>(MAX_RETAINED_BYTES, (set) => set.byteLength)
  let list = new Uint32Array(0)

  /** Keeps the rows within all bounds but those on power. */
  function narrow(set: Uint32Array, query: SearchQuery): void {
    const { mass_min, mass_max } = query
    for (const range of RANGES) {
      const { figure } = range
      if (figure === POWER || (query[range.least] === null && query[range.most] === null)) continue
      const [min, max] = boundsIn(query, range)
      const within = faceted.between(store.ranges[figure], ...keyBounds(figure, min, max))!
      intersect(set, within, wordCount(store.rows()), set)
    }
    for (const name of EQUALS) {
      const [column, required] = [columns[name], query[name]]
      if (required !== null) filterBits(set, (row) => column[row] === required)
    }
    if (mass_min !== null || mass_max !== null) filterBits(set, hasLoad(mass_min ?? 0, mass_max ?? Number.MAX_VALUE))
  }

  /** Whether a row has a load within the bounds on the plate of its class. */
  function hasLoad(low: number, high: number): (row: number) => boolean {
    const loads = LOADS.map((name) => columns[name])
    return (row) => {
      const onPlate = store.loadsOf(store.classOf(row))
      return loads.some((load, i) => ((onPlate >>> i) & 1) === 1 && load[row]! >= low && load[row]! <= high)
    }
  }

  function conditionsOf(query: SearchQuery): Condition[] {
    const power = faceted.between(store.ranges[POWER], ...boundKeys(query, POWER))
    const conditions: Condition[] = power ? [{ set: power, ignoredBy: IGNORES_POWER }] : []
    for (const { name, facet } of FILTERED) {
      if (query[name] === '') continue
      const required = filterValues(query[name])
      if (required.length > 0) conditions.push({ set: faceted.having(facet, required), ignoredBy: 1 << facet })
    }
    return conditions
  }

  function sharedRows(text: TextMatch): Uint32Array {
    const set = new Uint32Array(store.visibleBits().length)
    text.visitShared((row) => {
      setBit(set, row)
      return false
    })
    return set
  }

  /** The rows of a set that match the text. Of others only those that no facet counts may be left out too. */
  function matching(within: Uint32Array, text: TextMatch, conditions: readonly Condition[], isSorted: boolean) {
    const matched = faceted.spare()
    if (text.driver) matched.fill(0)
    else matched.set(shared.getOrCompute(text.asked, () => sharedRows(text)))
    // Collected as bits to get them in ascending order: columns are then read from front to back.
    const set = faceted.spare().fill(0)
    text.visitOwnMatches((row) => {
      setBit(set, row)
      return false
    })
    const listed = listBits(set, within, wordCount(store.rows()), list)
    for (let i = 0; i < listed; i++) {
      const row = list[i]!
      // Its cost is another than that of shared text, which no sort but by cost shows.
      if (isSorted && hasBit(matched, row)) continue
      let failed = 0
      for (let number = 0; number < conditions.length; number++) if (!hasBit(conditions[number]!.set, row)) failed++
      if (failed > 1) continue
      const cost = text.costOf(row)
      if (cost === NO_MATCH) continue
      setBit(matched, row)
      isOwn[row] = 1
      ownCost[row] = cost
      self[ownCount++] = row
    }
    if (!text.driver) intersect(matched, within, wordCount(store.rows()), matched)
    return matched
  }

  function pageOf({ total, rows, set, costs }: Found, query: SearchQuery): number[] {
    const { sort, offset, limit } = query
    const hits = { total, set, list: () => rows ?? faceted.rowsOf(set!) }
    if (costs) return pageByCost(store, hits, costs, offset, limit)
    const ordering = orderingOf(sort)
    const [low, high] = boundKeys(query, ordering.order)
    return pageOfHits(store, { ...ordering, low, high }, hits, offset, limit)
  }

  function prepare(): void {
    faceted.begin()
    const rows = store.rows()
    list = ensureCapacity(list, rows)
    self = ensureCapacity(self, rows)
    isOwn = ensureCapacity(isOwn, rows)
    ownCost = ensureCapacity(ownCost, rows)
    ownCount = 0
  }

  function find(query: SearchQuery, counted: readonly Facet[], text: TextMatch | undefined): Found {
    const visible = store.visibleBits()
    let set = faceted.spare()
    set.set(visible)
    narrow(set, query)
    const conditions = conditionsOf(query)
    if (text) set = matching(set, text, conditions, query.sort !== null)
    const required = counted.reduce((bits, name) => bits | (1 << NUMBERS[name]), 0)
    const hits = faceted.find(set, visible, conditions, required, faceted.spareCounts())
    const costOf = (row: number) => (isOwn[row] === 1 ? ownCost[row]! : text!.sharedCostOf(row))
    const costs = text && query.sort === null ? costsOf(hits.list(), costOf) : undefined
    for (let i = 0; i < ownCount; i++) isOwn[self[i]!] = 0
    const rows = hits.set ? undefined : hits.list().slice()
    return { total: hits.total, facets: readFacets(hits, counted), rows, set: hits.set?.slice(), costs }
  }

  return {
    /** `match` finds the rows that have the words of a side; without sides all have. */
    search(query: SearchQuery, clauses: readonly (readonly string[])[], match: () => TextMatch | undefined) {
      prepare()
      const counted = countedFacets(query)
      const isRanked = clauses.length > 0 && query.sort === null
      const key = JSON.stringify({ ...query, q: clauses, sort: isRanked, offset: 0, limit: 0, facets: counted })
      const result = existing.getOrCompute(key, () => {
        if (clauses.length === 0) return find(query, counted, undefined)
        const text = match()
        if (text === undefined) return nothing(counted)
        const result = find(query, counted, text)
        text.finish()
        return result
      })
      return { rows: pageOf(result, query), total: result.total, facets: result.facets }
    },
    /** Comes after each change of the catalogue. */
    forget(): void {
      existing.clear()
      shared.clear()
      faceted.forget()
    },
  }

  function readFacets({ counts }: Hits, counted: readonly Facet[]): SearchAnswer['facets'] {
    const facets: SearchAnswer['facets'] = {}
    for (const name of counted) {
      const facet = NUMBERS[name]
      facets[name] = countsJson(store.values[facet] ?? manufacturers, counts[facet]!)
    }
    return facets
  }
}

/** The same as JSON. */
export function countsJson(list: ValueList, sums: Int32Array): string {
  let json = ''
  for (const number of list.ordered()) if (sums[number]! > 0) json += `,${list.keyOf(number)}${sums[number]}`
  return `{${json.slice(1)}}`
}

/** The counts that are not zero, in the order of the values. */
export function countsByValue(list: ValueList, sums: Int32Array): Record<string, number> {
  const facet: Record<string, number> = {}
  for (const number of list.ordered()) if (sums[number]! > 0) facet[list.textOf(number)] = sums[number]!
  return facet
}
