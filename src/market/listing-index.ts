import type { ListingParameters } from '../contract/market.ts'
import { LISTING_FACETS, type ListingSort } from '../contract/values.ts'
import { clearBit, drainBits, hasBit, intersect, setBit, subtract, wordsFor } from '../memory/bits.ts'
import { grow } from '../memory/growable.ts'
import { countsByValue } from '../search/query/facet-counts.ts'
import {
  type OrderedRows,
  type Ordering,
  pageByCost,
  pageByWalking,
  pageOfList,
  walkingLimit,
} from '../search/query/page.ts'
import { filterValues } from '../search/search-request.ts'
import { createListingRows, GONE, GROUPS, type ListingFacet } from './listing-rows.ts'

type Counts = Record<string, number>
/** Districts are counted once a state is given. */
export type ListingFacets = Record<Exclude<ListingFacet, 'district'>, Counts> & { district?: Counts }

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

interface Filters {
  /** One bit for each facet that is filtered by. */
  active: number
  /** For each group that is filtered by, the bits of the facets that each combination fails. */
  byGroup: (Uint8Array | undefined)[]
}

const ORDERINGS: Record<ListingSort, Ordering> = {
  newest: { order: 'newest', descending: false },
  price_asc: { order: 'price', descending: false },
  price_desc: { order: 'price', descending: true },
  year_desc: { order: 'year', descending: true },
  hours_asc: { order: 'hours', descending: false },
}
const SOLD_SHOWN_MS = 90 * 86_400_000

const FACETS = GROUPS.flat()
const bitOf = (facet: ListingFacet) => 1 << FACETS.indexOf(facet)
/**
 * The group of each facet, its place there, its bit, and those of the filters that do not count for it: its own. A
 * district is within a state: states are counted as if neither were chosen, so that the others stay visible.
 */
const PLACES = GROUPS.flatMap((facets, group) =>
  facets.map((facet, at) => {
    const own = bitOf(facet) | (facet === 'state' ? bitOf('district') : 0)
    return { facet, group, at, bit: bitOf(facet), own }
  }),
)

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
    list = grow(list, rows.bound)
    costOf = grow(costOf, rowsByModel.length)
    if (set.length !== rows.live.length) [set, spare] = [new Uint32Array(rows.live.length), rows.live.slice()]
  }

  function filtersOf(query: ListingParameters): Filters {
    const { year_min: low, year_max: high } = query
    const filters: Filters = { active: 0, byGroup: groups.map(() => undefined) }
    for (const { facet, group, at, bit } of PLACES) {
      const wanted = facet === 'year' ? [] : filterValues(query[facet])
      if (facet === 'year' ? low === null && high === null : wanted.length === 0) continue
      const { values, columns, bound } = groups[group]!
      const list = values[at]!
      const isIn = (year: number) => year >= (low ?? 0) && year <= (high ?? GONE)
      const passing =
        facet === 'year' ? list.ordered().filter((number) => isIn(Number(list.textOf(number)))) : list.named(wanted)
      const bits = new Uint8Array(list.bound).fill(bit)
      for (const number of passing) bits[number] = 0
      filters.active |= bit
      filters.byGroup[group] ??= new Uint8Array(bound)
      const fails = filters.byGroup[group]
      const column = columns()[at]!
      for (let profile = 0; profile < fails.length; profile++) fails[profile]! |= bits[column[profile]!]!
    }
    return filters
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

  /**
   * Moves the rows that pass all filters to the front of the list, and returns their number and the counts of each facet.
   * Rows that fail only filters that do not count for a facet are counted for it.
   */
  function count(listed: number, filters: Filters): { total: number; sums: Int32Array[] } {
    const found = list
    const failed = failedOf(listed, filters)
    const profileOf = GROUPS.map((_, group) => rows.profilesOf(group))
    const sums = PLACES.map(({ group, at, own }) => {
      const sum = new Int32Array(groups[group]!.values[at]!.bound)
      if ((own & filters.active) === 0) return sum
      const [profiles, column] = [profileOf[group]!, groups[group]!.columns()[at]!]
      for (let at = 0; at < listed; at++)
        if (failed[at] !== 0 && (failed[at]! & ~own) === 0) sum[column[profiles[found[at]!]!]!]!++
      return sum
    })
    let total = listed
    if (filters.active !== 0) {
      total = 0
      for (let at = 0; at < listed; at++) if (failed[at] === 0) found[total++] = found[at]!
    }
    groups.forEach(({ bound, columns }, group) => {
      const profiles = profileOf[group]!
      const tally = new Int32Array(bound)
      for (let at = 0; at < total; at++) tally[profiles[found[at]!]!]!++
      PLACES.forEach((place, facet) => {
        if (place.group !== group) return
        const [sum, column] = [sums[facet]!, columns()[place.at]!]
        for (let profile = 0; profile < bound; profile++)
          if (tally[profile] !== 0) sum[column[profile]!]! += tally[profile]!
      })
    })
    return { total, sums }
  }

  /** Spellings of a district that differ in case are one, as most listings write it. */
  function readCounts(facet: ListingFacet, all: readonly Int32Array[]): Counts {
    const number = FACETS.indexOf(facet)
    const { group, at } = PLACES[number]!
    const sums = all[number]!
    const values = groups[group]!.values[at]!
    if (facet !== 'district') return countsByValue(values, sums)
    const found: Counts = {}
    for (const number of values.ordered()) {
      if (sums[number] === 0) continue
      const same = values.named([values.textOf(number).toLowerCase()])
      // Of spellings that are equally frequent every replica takes the same.
      const isOftener = (a: number, b: number) =>
        sums[a] === sums[b] ? values.textOf(a) < values.textOf(b) : sums[a]! > sums[b]!
      const most = same.reduce((best, other) => (isOftener(other, best) ? other : best))
      if (most === number) found[values.textOf(number)] = same.reduce((sum, other) => sum + sums[other]!, 0)
    }
    return found
  }

  /** A page of the first `total` rows of the list. */
  function page(total: number, { offset, limit, sort }: ListingParameters, filters: Filters, byCost: boolean) {
    const wanted = Math.min(limit, total - offset)
    if (wanted <= 0) return []
    const found = list.subarray(0, total)
    if (sort === '' && byCost) {
      const modelOf = rows.modelOf()
      const costs = new Int32Array(total)
      for (let at = 0; at < total; at++) costs[at] = costOf[modelOf[found[at]!]!]!
      return pageByCost(newestFirst, found, costs, offset, wanted)
    }
    const ordering = ORDERINGS[sort || 'newest']
    const among = ordering === ORDERINGS.newest ? newestFirst : store
    const passes = (row: number) =>
      hasBit(set, row) && filters.byGroup.every((fails, group) => !fails || fails[rows.profilesOf(group)[row]!] === 0)
    const most = walkingLimit(rows.bound, total, offset + wanted)
    const early = pageByWalking(among, ordering, passes, offset, wanted, most)
    return early ?? pageOfList(among, ordering, found, offset, wanted)
  }

  return {
    rows,
    put: rows.put,
    remove: rows.remove,
    /** The revision of a listing that is held. */
    revisionOf: (id: number) => columns.revision[rows.rowsById.get(id) ?? -1],
    search(query: ListingParameters, text: MatchedModels | undefined, now: number): FoundListings {
      settle()
      const filters = filtersOf(query)
      const { total, sums } = count(listWithin(query, text, now), filters)
      const isCounted = (facet: ListingFacet) => facet !== 'district' || filterValues(query.state).length > 0
      const counted = LISTING_FACETS.filter(isCounted).map((facet) => [facet, readCounts(facet, sums)])
      const ids = page(total, query, filters, text !== undefined).map((row) => columns.id[row]!)
      return { ids, total, facets: Object.fromEntries(counted) as ListingFacets }
    },
    /** The values of a facet that listings have, in lower case. */
    valuesOf(facet: ListingFacet): readonly string[] {
      settle()
      return known.getOrInsertComputed(facet, () => {
        set.set(rows.live)
        for (let at = 0; at < set.length; at++) set[at]! |= rows.sold[at]!
        const { sums } = count(listSet(), { active: 0, byGroup: [] })
        return Object.keys(readCounts(facet, sums)).map((value) => value.toLowerCase())
      })
    },
  }
}
