import { hasBit, keepBits, listBits, meet, setBit, wordsFor } from '../../memory/bits.ts'
import { grow } from '../../memory/growable.ts'
import {
  type DayBound,
  EQUALS,
  type FigureBound,
  type ListName,
  MACHINE_QUESTIONS,
} from '../../records/machine-questions.ts'
import { kept } from '../../running/kept.ts'
import { ATTRIBUTES, attributeNumber } from '../index/attributes.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import { NO_MATCH } from '../index/costs.ts'
import { dateNumber, FIGURES, LOADS, type RangeName } from '../index/figures.ts'
import { keyBounds } from '../index/orders.ts'
import type { ValueList } from '../index/profiles.ts'
import { countedFacets, filterValues } from '../search-request.ts'
import type { Facet, SearchAnswer, SearchQuery } from '../types.ts'
import { type Condition, createFacetedRows, type Hits } from './faceted-rows.ts'
import { orderingOf, pageByCost, pageOfHits } from './page.ts'
import type { TextMatch } from './text-units.ts'

/** What a query's words cost in the rows whose own text may match better than shared text does. */
interface OwnCosts {
  rows: Uint32Array
  costs: Int32Array
}

/** Matching fewer rows again is as fast as a look-up. */
const LEAST_KEPT = 1_000
const MAX_KEPT = 3_000_000

/** What a query asks of a figure. */
export type Bounds = [least: number | null, most: number | null]

const dayOf = (date: string | null) => (date === null ? null : dateNumber(date))

interface Range {
  figure: RangeName
  least: FigureBound | DayBound
  most: FigureBound | DayBound
  isDate: boolean
}

/** The figures that have bounds, with their parameters. */
const RANGES = FIGURES.filter(({ range }) => range).map(({ name, kind }): Range => {
  const [least, most] = MACHINE_QUESTIONS[name as RangeName].bounds
  return { figure: name as RangeName, least, most, isDate: kind === 'date' }
})

const boundsIn = (query: SearchQuery, { least, most, isDate }: Range): Bounds =>
  (isDate ? [dayOf(query[least] as string), dayOf(query[most] as string)] : [query[least], query[most]]) as Bounds

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

/** Finds and counts machines. */
export function createRowSearch(store: CatalogueStore) {
  const { columns, makers, wordings, traits } = store
  let numbers = new Uint32Array(0)
  const eachMaker = {
    values: [makers],
    /** A maker is a combination of its own. */
    columns() {
      if (numbers.length < makers.bound) numbers = Uint32Array.from({ length: makers.bound * 2 }, (_, maker) => maker)
      return [numbers]
    },
    get bound() {
      return makers.bound
    },
  }
  const faceted = createFacetedRows(
    [
      { profiles: wordings, of: () => columns.wording },
      { profiles: traits, of: () => columns.trait },
      { profiles: eachMaker, of: () => columns.maker },
    ],
    store.rows,
    () => store.visibleBits().length,
  )
  /** Rows that match by their own text, perhaps better than by shared text: a list, a mark and the cost of each. */
  let own = new Uint32Array(0)
  let ownCount = 0
  let isOwn = new Uint8Array(0)
  let ownCost = new Int32Array(0)
  /** By what is asked for in words: the next page, or the same words with a filter, need them again. */
  const known = kept<string, OwnCosts>(MAX_KEPT, ({ rows }) => rows.length + 100)
  const shared = kept<string, Uint32Array>(MAX_KEPT, (set) => set.length)
  let list = new Uint32Array(0)

  /** Keeps the rows within all bounds but those on power; whether there are some. */
  function narrow(set: Uint32Array, query: SearchQuery): boolean {
    const { mass_min, mass_max } = query
    const hasMass = mass_min !== null || mass_max !== null
    let isNarrowed = hasMass
    for (const range of RANGES) {
      const { figure } = range
      if (figure === POWER || (query[range.least] === null && query[range.most] === null)) continue
      const [least, most] = boundsIn(query, range)
      const within = faceted.between(store.ranges[figure], ...keyBounds(figure, least, most))!
      meet(set, within, wordsFor(store.rows()), set)
      isNarrowed = true
    }
    for (const name of EQUALS) {
      const [column, wanted] = [columns[name], query[name]]
      if (wanted === null) continue
      keepBits(set, (row) => column[row] === wanted)
      isNarrowed = true
    }
    if (hasMass) keepBits(set, hasLoad(mass_min ?? 0, mass_max ?? Number.MAX_VALUE))
    return isNarrowed
  }

  /** Whether a row has a load within the bounds on the plate of its class. */
  function hasLoad(low: number, high: number): (row: number) => boolean {
    const loads = LOADS.map((name) => columns[name])
    return (row) => {
      const onPlate = store.loadsOf(store.classOf(row))
      return loads.some((load, at) => ((onPlate >>> at) & 1) === 1 && load[row]! >= low && load[row]! <= high)
    }
  }

  function conditionsOf(query: SearchQuery): Condition[] {
    const power = faceted.between(store.ranges[POWER], ...boundKeys(query, POWER))
    const conditions: Condition[] = power ? [{ set: power, ignoredBy: IGNORES_POWER }] : []
    for (const { name, facet } of FILTERED) {
      if (query[name] === '') continue
      const wanted = filterValues(query[name])
      if (wanted.length > 0) conditions.push({ set: faceted.having(facet, wanted), ignoredBy: 1 << facet })
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
  function matching(
    within: Uint32Array,
    text: TextMatch,
    conditions: readonly Condition[],
    isSorted: boolean,
    isPlain: boolean,
  ) {
    const matched = faceted.spare()
    if (text.driver) matched.fill(0)
    else matched.set(shared.getOrMake(text.asked, () => sharedRows(text)))
    const costs = known.get(text.asked)
    let listed = costs?.rows.length ?? 0
    if (!costs) {
      // Collected as bits to get them in ascending order: columns are then read from front to back.
      const set = faceted.spare().fill(0)
      text.visitOwnMatches((row) => {
        setBit(set, row)
        return false
      })
      listed = listBits(set, within, wordsFor(store.rows()), list)
    }
    const rows = costs?.rows ?? list
    const made = !costs && isPlain && listed >= LEAST_KEPT ? new Int32Array(listed) : undefined
    for (let at = 0; at < listed; at++) {
      const row = rows[at]!
      if (!hasBit(within, row)) continue
      // Its cost is another than that of shared text, which no sort but by cost shows.
      if (isSorted && hasBit(matched, row)) continue
      let failed = 0
      for (let number = 0; number < conditions.length; number++) if (!hasBit(conditions[number]!.set, row)) failed++
      if (failed > 1) continue
      const cost = costs ? costs.costs[at]! : text.costOf(row)
      if (made) made[at] = cost
      if (cost === NO_MATCH) continue
      setBit(matched, row)
      isOwn[row] = 1
      ownCost[row] = cost
      own[ownCount++] = row
    }
    if (made) known.set(text.asked, { rows: list.slice(0, listed), costs: made })
    if (!text.driver) meet(matched, within, wordsFor(store.rows()), matched)
    return matched
  }

  function pageOf(hits: Hits, query: SearchQuery, text: TextMatch | undefined): number[] {
    const { sort, offset, limit } = query
    if (text && sort === null) {
      const costOf = (row: number) => (isOwn[row] === 1 ? ownCost[row]! : text.sharedCostOf(row))
      return pageByCost(store, hits, costOf, offset, limit)
    }
    const ordering = orderingOf(sort)
    const [low, high] = boundKeys(query, ordering.order)
    return pageOfHits(store, { ...ordering, low, high }, hits, offset, limit)
  }

  function prepare(): void {
    faceted.begin()
    const rows = store.rows()
    list = grow(list, rows)
    own = grow(own, rows)
    isOwn = grow(isOwn, rows)
    ownCost = grow(ownCost, rows)
    ownCount = 0
  }

  return {
    search(query: SearchQuery, text: TextMatch | undefined) {
      prepare()
      const visible = store.visibleBits()
      let set = faceted.spare()
      set.set(visible)
      const isNarrowed = narrow(set, query)
      const conditions = conditionsOf(query)
      const isSorted = query.sort !== null
      if (text) set = matching(set, text, conditions, isSorted, !isSorted && !isNarrowed && conditions.length === 0)
      const counted = countedFacets(query)
      const wanted = counted.reduce((bits, name) => bits | (1 << NUMBERS[name]), 0)
      const hits = faceted.find(set, visible, conditions, wanted, faceted.spareCounts())
      const page = pageOf(hits, query, text)
      for (let at = 0; at < ownCount; at++) isOwn[own[at]!] = 0
      return { page, total: hits.total, facets: readFacets(hits, counted) }
    },
    /** Comes after each change of the catalogue. */
    forget(): void {
      known.clear()
      shared.clear()
      faceted.forget()
    },
  }

  function readFacets({ counts }: Hits, counted: readonly Facet[]): SearchAnswer['facets'] {
    const facets: SearchAnswer['facets'] = {}
    for (const name of counted) {
      const facet = NUMBERS[name]
      facets[name] = countsJson(store.values[facet] ?? makers, counts[facet]!)
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
