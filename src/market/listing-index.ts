import type { ListingParameters } from '../contract/market.ts'
import { LISTING_FACETS, type ListingSort } from '../contract/values.ts'
import {
  clearBit,
  countBits,
  hasBit,
  intersect,
  isWithin,
  setBit,
  subtract,
  tallyCells,
  wordsFor,
} from '../memory/bits.ts'
import { kept } from '../running/kept.ts'
import type { ValueList } from '../search/index/cells.ts'
import { type OrderedRows, type Ordering, pageByWalking, pageOfList, walkingLimit } from '../search/query/page.ts'
import { filterValues } from '../search/search-request.ts'
import { createListingRows, GONE, type ListingFacet, PLACES } from './listing-rows.ts'

type Counts = Record<string, number>
/** Districts are counted once a state is given. */
export type ListingFacets = Record<Exclude<ListingFacet, 'district'>, Counts> & { district?: Counts }

/** The models that a text matches, with their costs. */
export interface MatchedModels {
  text: string
  costs: ReadonlyMap<number, number>
}

interface FoundListings {
  ids: number[]
  total: number
  facets: ListingFacets
}

/** A district is within a state: states are counted as if neither were chosen, so that the others stay visible. */
const ownFilters = (facet: ListingFacet): ListingFacet[] => (facet === 'state' ? ['state', 'district'] : [facet])

const ORDERINGS: Record<ListingSort, Ordering> = {
  newest: { order: 'newest', descending: false },
  price_asc: { order: 'price', descending: false },
  price_desc: { order: 'price', descending: true },
  year_desc: { order: 'year', descending: true },
  hours_asc: { order: 'hours', descending: false },
}
const SOLD_SHOWN_MS = 90 * 86_400_000
/** Sets of rows that are kept until something changes: about 12 kB each for a hundred thousand listings. */
const MAX_SETS = 512
export type ListingIndex = ReturnType<typeof createListingIndex>

/** Finds and counts listings. */
export function createListingIndex() {
  const rows = createListingRows()
  const { groups, columns, ranges, rowsByModel } = rows
  const listOf = (facet: ListingFacet): ValueList => {
    const { group, at } = PLACES.get(facet)!
    return groups[group]!.values[at]!
  }
  const store: OrderedRows = { orders: rows.orders, rows: () => rows.bound, columns }
  const newestFirst: OrderedRows = {
    ...store,
    columns: {
      get id() {
        return columns.newer
      },
    },
  }

  const sets = kept<string, Uint32Array>(MAX_SETS)
  const values = new Map<ListingFacet, readonly string[]>()
  const liveTallies: Int32Array[] = []
  let liveCount = 0

  /** Forgets what was kept of the state before a change. */
  function settle(): void {
    if (!rows.settle()) return
    sets.clear()
    values.clear()
    liveCount = countBits(rows.live, rows.live.length)
    liveTallies.length = 0
  }

  function setOfRows(list: Iterable<number>): Uint32Array {
    const set = new Uint32Array(rows.live.length)
    for (const row of list) setBit(set, row)
    return set
  }

  /** The rows whose value of a facet passes. */
  function setOf(facet: ListingFacet, key: string, passing: (list: ValueList) => Iterable<number>): Uint32Array {
    return sets.getOrMake(`${facet} ${key}`, () => {
      const { group, at } = PLACES.get(facet)!
      const profiles = groups[group]!
      const isWanted = new Uint8Array(profiles.values[at]!.bound)
      for (const number of passing(profiles.values[at]!)) isWanted[number] = 1
      const numberOf = profiles.columns()[at]!
      const numbers = rows.profilesOf(group)
      const set = new Uint32Array(rows.live.length)
      for (let row = 0; row < rows.bound; row++) if (isWanted[numberOf[numbers[row]!]!] === 1) setBit(set, row)
      return set
    })
  }

  /** The set of each facet that is filtered by. */
  function filterSets(query: ListingParameters): Map<ListingFacet, Uint32Array> {
    const filters = new Map<ListingFacet, Uint32Array>()
    for (const facet of LISTING_FACETS) {
      if (facet === 'year') continue
      const wanted = filterValues(query[facet])
      if (wanted.length > 0)
        filters.set(
          facet,
          setOf(facet, wanted.join(), (list) => list.named(wanted)),
        )
    }
    const { year_min: low, year_max: high } = query
    if (low !== null || high !== null) {
      const isIn = (year: number) => year >= (low ?? 0) && year <= (high ?? GONE)
      const years = (list: ValueList) => list.ordered().filter((number) => isIn(Number(list.textOf(number))))
      filters.set('year', setOf('year', `${low} ${high}`, years))
    }
    return filters
  }

  /** The shown rows of the asked status within all that is no facet. */
  function within(query: ListingParameters, models: MatchedModels | undefined, now: number): Uint32Array {
    const set = rows.live.slice()
    if (query.status === 'sold') {
      set.set(rows.sold)
      for (let row = 0; row < rows.bound; row++)
        if (hasBit(rows.sold, row) && columns.soldAt[row]! + SOLD_SHOWN_MS < now) clearBit(set, row)
    }
    if (models) intersect(set, textSet(models))
    const wanted = filterValues(query.machine_slug)
    if (wanted.length > 0) intersect(set, setOfRows(wanted.flatMap((slug) => [...rows.ofMachine(slug)])))
    const spare = new Uint32Array(rows.live.length)
    const upTo = (figure: keyof typeof ranges, most: number, isInclusive: boolean) => {
      ranges[figure].upTo(most, isInclusive, spare)
      return spare
    }
    if (query.price_max !== null) intersect(set, upTo('price', query.price_max, true))
    if (query.price_min !== null) subtract(set, upTo('price', query.price_min, false))
    if (query.hours_max !== null) intersect(set, upTo('hours', query.hours_max, true))
    for (const [figure, most] of [['km', query.km_max] as const, ['owners', query.owners_max] as const]) {
      if (most === null) continue
      for (let row = 0; row < rows.bound; row++) if (columns[figure][row]! > most) clearBit(set, row)
    }
    return set
  }

  function textSet({ text, costs }: MatchedModels): Uint32Array {
    return sets.getOrMake(`text ${text}`, () =>
      setOfRows([...costs.keys()].flatMap((model) => rowsByModel[model] ?? [])),
    )
  }

  /** How many rows of the set have each combination of a group. */
  function tally(set: Uint32Array, size: number, group: number): Int32Array {
    const counts = new Int32Array(groups[group]!.bound)
    const column = rows.profilesOf(group)
    const words = wordsFor(rows.bound)
    if (set !== rows.live && size * 2 > liveCount && isWithin(set, rows.live)) {
      // Most rows are in the set: subtracting the others is cheaper.
      liveTallies[group] ??= tally(rows.live, liveCount, group)
      counts.set(liveTallies[group])
      const others = rows.live.slice()
      subtract(others, set)
      tallyCells(others, words, column, counts, -1)
    } else tallyCells(set, words, column, counts, 1)
    return counts
  }

  function countFacets(base: Uint32Array, filters: ReadonlyMap<ListingFacet, Uint32Array>, all: Uint32Array) {
    const ofAll: Int32Array[] = []
    const total = countBits(all, all.length)
    const shown = LISTING_FACETS.filter((facet) => facet !== 'district' || filters.has('state'))
    const facets = shown.map((facet) => {
      const own = ownFilters(facet)
      const { group } = PLACES.get(facet)!
      if (!own.some((name) => filters.has(name))) {
        ofAll[group] ??= tally(all, total, group)
        return [facet, read(facet, ofAll[group])]
      }
      const set = base.slice()
      for (const [name, filter] of filters) if (!own.includes(name)) intersect(set, filter)
      return [facet, read(facet, tally(set, countBits(set, set.length), group))]
    })
    return { total, facets: Object.fromEntries(facets) as ListingFacets }
  }

  /** The counts of a facet by value. Spellings of one name that differ in case are one, as most listings write it. */
  function read(facet: ListingFacet, tallied: Int32Array): Record<string, number> {
    const { group, at } = PLACES.get(facet)!
    const list = listOf(facet)
    const numberOf = groups[group]!.columns()[at]!
    const sums = new Uint32Array(list.bound)
    for (let number = 0; number < tallied.length; number++) sums[numberOf[number]!]! += tallied[number]!
    const found: Record<string, number> = {}
    for (const number of list.ordered()) {
      if (sums[number] === 0) continue
      const same = list.named([list.textOf(number).toLowerCase()])
      const most = same.reduce((best, other) => (sums[other]! > sums[best]! ? other : best))
      if (most === number) found[list.textOf(number)] = same.reduce((sum, other) => sum + sums[other]!, 0)
    }
    return found
  }

  function page(
    set: Uint32Array,
    total: number,
    query: ListingParameters,
    models: MatchedModels | undefined,
  ): number[] {
    const { offset, limit, sort } = query
    const isIn = (row: number) => hasBit(set, row)
    if (sort !== '' || !models)
      return pageOf(ORDERINGS[sort || 'newest'], total, isIn, () => listed(set, total), offset, limit)
    const found: number[] = []
    let skip = offset
    for (const [cost, numbers] of byCost(models.costs)) {
      if (found.length >= limit) break
      const list = Uint32Array.from(numbers.flatMap((model) => (rowsByModel[model] ?? []).filter(isIn)))
      const isOfCost = (row: number) => isIn(row) && models.costs.get(rows.modelOf(row)) === cost
      found.push(...pageOf(ORDERINGS.newest, list.length, isOfCost, () => list, skip, limit - found.length))
      skip = Math.max(0, skip - list.length)
    }
    return found
  }

  /** A page of the `size` rows that pass: found by walking through the order, or by sorting their list. */
  function pageOf(
    ordering: Ordering,
    size: number,
    passes: (row: number) => boolean,
    list: () => Uint32Array,
    skip: number,
    take: number,
  ): number[] {
    if (take <= 0 || skip >= size) return []
    const among = ordering === ORDERINGS.newest ? newestFirst : store
    const wanted = Math.min(take, size - skip)
    const early = pageByWalking(among, ordering, passes, skip, wanted, walkingLimit(rows.bound, size, skip + wanted))
    return early ?? pageOfList(among, ordering, list(), skip, wanted)
  }

  function listed(set: Uint32Array, size: number): Uint32Array {
    const list = new Uint32Array(size)
    let next = 0
    for (let row = 0; row < rows.bound; row++) if (hasBit(set, row)) list[next++] = row
    return list
  }

  return {
    put: rows.put,
    remove: rows.remove,
    /** The revision of a listing that is held. */
    revisionOf: (id: number) => columns.revision[rows.rowsById.get(id) ?? -1],
    search(query: ListingParameters, models: MatchedModels | undefined, now: number): FoundListings {
      settle()
      const filters = filterSets(query)
      const base = within(query, models, now)
      const all = base.slice()
      for (const filter of filters.values()) intersect(all, filter)
      const { total, facets } = countFacets(base, filters, all)
      return { ids: page(all, total, query, models).map((row) => columns.id[row]!), total, facets }
    },
    /** The values of a facet that listings have, in lower case. */
    valuesOf(facet: ListingFacet): readonly string[] {
      settle()
      return values.getOrInsertComputed(facet, () => {
        const { group } = PLACES.get(facet)!
        const counts = read(facet, tally(setOfRows(rows.rowsById.values()), 0, group))
        return Object.keys(counts).map((value) => value.toLowerCase())
      })
    },
  }
}

function byCost(costs: ReadonlyMap<number, number>): [cost: number, models: number[]][] {
  const groups = Map.groupBy(costs.keys(), (model) => costs.get(model)!)
  return [...groups].sort(([a], [b]) => a - b)
}
