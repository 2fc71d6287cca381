import type { ListingParameters } from '../contract/market.ts'
import { LISTING_FACETS, type ListingSort } from '../contract/values.ts'
import {
  clearBit,
  countBits,
  drainBits,
  hasBit,
  intersect,
  setBit,
  subtract,
  tallyCells,
  wordsFor,
} from '../memory/bits.ts'
import { grow } from '../memory/growable.ts'
import {
  type OrderedRows,
  type Ordering,
  pageByCost,
  pageByWalking,
  pageOfList,
  walkingLimit,
} from '../search/query/page.ts'
import { filterValues } from '../search/search-request.ts'
import { addTo, type Filters, filtersOf, type ListingFacets, PLACES, readCounts } from './listing-facets.ts'
import { createListingRows, type ListingFacet } from './listing-rows.ts'

/** The models that a text matches, and the cost of each. */
export interface MatchedModels {
  models: readonly number[]
  costs: readonly number[]
}

interface FoundListings {
  ids: number[]
  total: number
  facets: ListingFacets
}

const ORDERINGS: Record<ListingSort, Ordering> = {
  newest: { order: 'newest', descending: false },
  price_asc: { order: 'price', descending: false },
  price_desc: { order: 'price', descending: true },
  year_desc: { order: 'year', descending: true },
  hours_asc: { order: 'hours', descending: false },
}
/** What a query leaves of the orders that it bounds. */
const BOUNDS: Record<string, (query: ListingParameters) => [low: number | null, high: number | null]> = {
  price: ({ price_min, price_max }) => [price_min, price_max],
  year: ({ year_min, year_max }) => [year_min, year_max],
  hours: ({ hours_max }) => [null, hours_max],
}
const SOLD_SHOWN_MS = 90 * 86_400_000

/** Finds and counts listings. */
export function createListingIndex() {
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
  const known = new Map<ListingFacet, readonly string[]>()
  /** The tally of all live rows by group, when first asked for after a change. */
  const ofLive: Int32Array[] = []
  let liveCount = 0
  // Used by one search after the other.
  let set = rows.live.slice()
  let spare = rows.live.slice()
  let list = new Uint32Array(0)
  let costOf = new Int32Array(0)
  let failures = new Uint8Array(0)

  /** Makes room, and forgets what was kept of the state before a change. */
  function settle(): void {
    if (!rows.settle()) return
    known.clear()
    ofLive.length = 0
    liveCount = countBits(rows.live, rows.live.length)
    list = grow(list, rows.bound)
    costOf = grow(costOf, rowsByModel.length)
    if (set.length !== rows.live.length) [set, spare] = [new Uint32Array(rows.live.length), rows.live.slice()]
  }

  /** Makes `set` the rows of the asked status within all that is no facet, lists them, and returns their number. */
  function listWithin(query: ListingParameters, text: MatchedModels | undefined, now: number): number {
    const shown = query.status === 'sold' ? rows.sold : rows.live
    if (text) {
      set.fill(0)
      for (let at = 0; at < text.models.length; at++) {
        const model = text.models[at]!
        costOf[model] = text.costs[at]!
        for (const row of rowsByModel[model] ?? []) if (hasBit(shown, row)) setBit(set, row)
      }
    } else set.set(shown)
    const wanted = filterValues(query.machine_slug)
    if (wanted.length > 0) {
      spare.fill(0)
      for (const slug of wanted) for (const row of rows.ofMachine(slug)) setBit(spare, row)
      intersect(set, spare)
    }
    const upTo = (figure: keyof typeof ranges, most: number, isInclusive: boolean) => {
      ranges[figure].upTo(most, isInclusive, spare)
      return spare
    }
    if (query.price_max !== null) intersect(set, upTo('price', query.price_max, true))
    if (query.price_min !== null) subtract(set, upTo('price', query.price_min, false))
    if (query.hours_max !== null) intersect(set, upTo('hours', query.hours_max, true))
    const { km_max, owners_max } = query
    if (km_max !== null) keep((row) => columns.km[row]! <= km_max)
    if (owners_max !== null) keep((row) => columns.owners[row]! <= owners_max)
    if (query.status === 'sold') keep((row) => columns.soldAt[row]! + SOLD_SHOWN_MS >= now)
    return listSet()
  }

  function listSet(): number {
    spare.set(set)
    return drainBits(spare, set, wordsFor(rows.bound), list)
  }

  function keep(passes: (row: number) => boolean): void {
    const listed = listSet()
    for (let at = 0; at < listed; at++) if (!passes(list[at]!)) clearBit(set, list[at]!)
  }

  /** For each listed row the filters that it fails. */
  function failedOf(listed: number, { active, byGroup }: Filters): Uint8Array {
    if (active === 0) return failures
    failures = grow(failures, listed).fill(0, 0, listed)
    const [bits, found] = [failures, list]
    byGroup.forEach((fails, group) => {
      if (!fails) return
      const profiles = rows.profilesOf(group)
      for (let at = 0; at < listed; at++) bits[at]! |= fails[profiles[found[at]!]!]!
    })
    return bits
  }

  /** How many listed rows have each combination of a group; `listed` are all of the set, or its first rows that pass. */
  function tally(listed: number, group: number, isMostLive: boolean): Int32Array {
    const profiles = rows.profilesOf(group)
    if (!isMostLive) {
      const counts = new Int32Array(groups[group]!.bound)
      const found = list
      for (let at = 0; at < listed; at++) counts[profiles[found[at]!]!]!++
      return counts
    }
    // Most live rows are in the set: subtracting the others is cheaper.
    const words = wordsFor(rows.bound)
    const others = spare
    for (let at = 0; at < words; at++) others[at] = rows.live[at]! & ~set[at]!
    if (!ofLive[group]) {
      ofLive[group] = new Int32Array(groups[group]!.bound)
      tallyCells(rows.live, words, profiles, ofLive[group], 1)
    }
    const counts = ofLive[group].slice()
    tallyCells(others, words, profiles, counts, -1)
    return counts
  }

  /**
   * Moves the rows that pass all filters to the front of the list, and returns their number and the counts of each facet.
   * Rows that fail only filters that do not count for a facet are counted for it.
   */
  function count(listed: number, filters: Filters, isLive: boolean): { total: number; sums: Int32Array[] } {
    const { active } = filters
    const failed = failedOf(listed, filters)
    const found = list
    const isMostLive = isLive && listed * 2 > liveCount
    /** Without the rows that pass all filters, unless every row counts. */
    const sums = PLACES.map(({ group, at, own }) => {
      const sum = new Int32Array(groups[group]!.values[at]!.bound)
      const column = groups[group]!.columns()[at]!
      const profiles = rows.profilesOf(group)
      if ((active & ~own) === 0) addTo(sum, tally(listed, group, isMostLive), column)
      else if ((active & own) !== 0)
        for (let at = 0; at < listed; at++)
          if (failed[at] !== 0 && (failed[at]! & ~own) === 0) sum[column[profiles[found[at]!]!]!]!++
      return sum
    })
    if (active === 0) return { total: listed, sums }
    let total = 0
    for (let at = 0; at < listed; at++) if (failed[at] === 0) found[total++] = found[at]!
    const tallies = groups.map((_, group) => tally(total, group, false))
    PLACES.forEach(({ group, at, own }, facet) => {
      if ((active & ~own) !== 0) addTo(sums[facet]!, tallies[group]!, groups[group]!.columns()[at]!)
    })
    return { total, sums }
  }

  /** A page of the first `total` rows of the list. */
  function page(total: number, query: ListingParameters, filters: Filters, byCost: boolean) {
    const { offset, limit, sort } = query
    const wanted = Math.min(limit, total - offset)
    if (wanted <= 0) return []
    const found = list.subarray(0, total)
    if (sort === '' && byCost) {
      const modelOf = rows.modelOf()
      const costs = new Int32Array(total)
      for (let at = 0; at < total; at++) costs[at] = costOf[modelOf[found[at]!]!]!
      return pageByCost(newestFirst, found, costs, offset, wanted)
    }
    const { order, descending } = ORDERINGS[sort || 'newest']
    const [low, high] = BOUNDS[order]?.(query) ?? [null, null]
    const ordering = { order, descending, low, high }
    const among = order === 'newest' ? newestFirst : store
    const checks = filters.byGroup.flatMap((fails, group) =>
      fails ? [{ fails, profiles: rows.profilesOf(group) }] : [],
    )
    const passes = (row: number) => {
      if (!hasBit(set, row)) return false
      for (let at = 0; at < checks.length; at++) if (checks[at]!.fails[checks[at]!.profiles[row]!] !== 0) return false
      return true
    }
    const most = walkingLimit(rows.bound, total, offset + wanted)
    const early = pageByWalking(among, ordering, passes, offset, wanted, most)
    return early ?? pageOfList(among, ordering, found, offset, wanted)
  }

  return {
    rows,
    put: rows.put,
    remove: rows.remove,
    search(query: ListingParameters, text: MatchedModels | undefined, now: number): FoundListings {
      settle()
      const filters = filtersOf(groups, query)
      const { total, sums } = count(listWithin(query, text, now), filters, query.status === 'live')
      const isCounted = (facet: ListingFacet) => facet !== 'district' || filterValues(query.state).length > 0
      const counted = LISTING_FACETS.filter(isCounted).map((facet) => [facet, readCounts(groups, facet, sums)])
      const ids = page(total, query, filters, text !== undefined).map((row) => columns.id[row]!)
      return { ids, total, facets: Object.fromEntries(counted) as ListingFacets }
    },
    /** The values of a facet that listings have, in lower case. */
    valuesOf(facet: ListingFacet): readonly string[] {
      settle()
      return known.getOrInsertComputed(facet, () => {
        set.set(rows.live)
        for (let at = 0; at < set.length; at++) set[at]! |= rows.sold[at]!
        const { sums } = count(listSet(), { active: 0, byGroup: [] }, false)
        return Object.keys(readCounts(groups, facet, sums)).map((value) => value.toLowerCase())
      })
    },
  }
}
