import { countBits, drainBits, hasBit, setBit, tallyCells, wordsFor } from '../../memory/bits.ts'
import { grow } from '../../memory/growable.ts'
import { kept } from '../../running/kept.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import { NO_MATCH } from '../index/costs.ts'
import { type GroupedCells, groupCells } from '../index/grouped-cells.ts'
import type { SearchQuery } from '../types.ts'
import { type BoundRows, boundKeys } from './bounds.ts'
import { countsSomewhere, createFacetCounts, type FacetCounts, type Filters } from './facet-counts.ts'
import { BY_RELEVANCE, type Ordering, orderingOf, pageByWalking, pageOfList, walkingLimit } from './page.ts'
import type { TextMatch } from './united.ts'

/** What a search found; it lasts until the next one. */
interface Found {
  page: number[]
  total: number
  counts: FacetCounts
}

/** What a query's words cost in the rows whose own text may match better than their cell. */
interface OwnCosts {
  rows: Uint32Array
  costs: Int32Array
}

/** Matching fewer rows again is as fast as a look-up. */
const LEAST_KEPT = 1_000
const MOST_KEPT = 3_000_000

/**
 * Decides filters and shared words once for each cell, and what rows match by their own words row by row. A driver's
 * postings hold all rows that match, so then no cell is looked at.
 */
export function createRowSearch(store: CatalogueStore) {
  const { columns, cells } = store
  let grouped: GroupedCells | undefined
  /** By place: whether all rows of the cell match the words and are counted. */
  let isCounted = new Uint8Array(0)
  /** The places of cells with hits, and by place their number and their cost; NO_MATCH for cells without. */
  let found = new Uint32Array(0)
  let foundCount = 0
  let hitsAt: Int32Array = new Int32Array(0)
  let costAt = new Int32Array(0)
  let tallies = [new Int32Array(0), new Int32Array(0)] as const
  /** Hits that match by their own text, perhaps better than their cell: a list, a mark and the cost of each. */
  let own = new Uint32Array(0)
  let ownCount = 0
  let isOwn = new Uint8Array(0)
  let ownCost = new Int32Array(0)
  /** By the words: the next page, or the same words with a filter, need them again. */
  const known = kept<string, OwnCosts>(MOST_KEPT, ({ rows }) => rows.length)
  let list = new Uint32Array(0)
  /** Empty between its uses. */
  let set = new Uint32Array(0)
  const noCounts = createFacetCounts(store)

  function prepare(): GroupedCells {
    grouped ??= groupCells(store)
    const places = grouped.cellAt.length
    isCounted = grow(isCounted, places).fill(0)
    costAt = grow(costAt, places).fill(NO_MATCH)
    found = grow(found, places + 1)
    tallies = [grow(tallies[0], places), grow(tallies[1], places)]
    list = grow(list, store.rows())
    own = grow(own, store.rows())
    set = grow(set, wordsFor(store.rows()))
    isOwn = grow(isOwn, store.rows())
    ownCost = grow(ownCost, store.rows())
    foundCount = 0
    ownCount = 0
    return grouped
  }

  /** How many rows of a set, by default all visible ones, are at each place. May fill and return `tally`. */
  function sizesIn(within: Uint32Array | undefined, { sizes, placeOf }: GroupedCells, tally: Int32Array): Int32Array {
    if (within === undefined) return sizes
    const words = wordsFor(store.rows())
    if (countBits(within, words) * 2 < store.visible()) {
      tallyCells(within, words, placeOf, tally.fill(0), 1)
      return tally
    }
    // Most rows are in the set: subtracting the others is cheaper.
    tally.set(sizes)
    const visible = store.visibleBits()
    for (let at = 0; at < words; at++) set[at] = visible[at]! & ~within[at]!
    tallyCells(set, words, placeOf, tally, -1)
    set.fill(0)
    return tally
  }

  /** Counts the cells that match by shared words alone, all of them without a text, and returns the number of hits. */
  function countCells(
    groups: GroupedCells,
    { profileFails, makerPasses }: Filters,
    bounds: BoundRows,
    text: TextMatch | undefined,
    { byProfile, byMaker, outOfPower }: FacetCounts,
  ): number {
    const { profileFrom, cellAt, makerAt } = groups
    const most = sizesIn(bounds.most, groups, tallies[0])
    const within = bounds.all === bounds.most ? most : sizesIn(bounds.all, groups, tallies[1])
    const profiles = store.profiles.bound
    const [counted, costs, hits] = [isCounted, costAt, found]
    let total = 0
    let places = 0
    for (let profile = 0; profile < profiles; profile++) {
      const fails = profileFails === undefined ? 0 : profileFails[profile]!
      // What fails several filters counts for no facet.
      if ((fails & (fails - 1)) !== 0) continue
      const end = profileFrom[profile + 1]!
      let ofProfile = 0
      let outside = 0
      for (let place = profileFrom[profile]!; place < end; place++) {
        const maker = makerAt[place]!
        const makerOk = makerPasses === undefined || makerPasses[maker] === 1
        if (fails !== 0 && !makerOk) continue
        let cost = 0
        if (text !== undefined) {
          if (most[place] === 0) continue
          cost = text.costOfCell(cellAt[place]!)
          if (cost === NO_MATCH) continue
          counted[place] = 1
        }
        const size = within[place]!
        if (fails === 0) byMaker[maker]! += size
        if (!makerOk) continue
        ofProfile += size
        if (fails !== 0) continue
        outside += most[place]! - size
        costs[place] = cost
        hits[places] = place
        places += size === 0 ? 0 : 1
      }
      byProfile[profile] = ofProfile
      if (fails !== 0) continue
      outOfPower[profile] = outside
      total += ofProfile
    }
    foundCount = places
    hitsAt = within
    return total
  }

  /** Counts the rows that match by their own words and not with their cell, and returns the number of hits. */
  function countOwn(
    { placeOf }: GroupedCells,
    filters: Filters,
    bounds: BoundRows,
    text: TextMatch,
    { byProfile, byMaker, outOfPower }: FacetCounts,
    isSorted: boolean,
  ): number {
    const visible = store.visibleBits()
    const most = bounds.most ?? visible
    const within = bounds.all ?? visible
    const { profileFails, makerPasses } = filters
    const costs = known.get(text.words)
    let listed = costs?.rows.length ?? 0
    if (!costs) {
      // Collected as bits to get them in ascending order: columns are then read from front to back.
      text.visitOwnMatches((row) => setBit(set, row))
      listed = drainBits(set, most, wordsFor(store.rows()), list)
    }
    const rows = costs?.rows ?? list
    const isPlain = !isSorted && bounds.all === undefined && !profileFails && !makerPasses
    const made = !costs && isPlain && listed >= LEAST_KEPT ? new Int32Array(listed) : undefined
    let total = 0
    for (let at = 0; at < listed; at++) {
      const row = rows[at]!
      const cell = columns.cell[row]!
      if (!hasBit(most, row) || !countsSomewhere(filters, cells, cell)) continue
      const isOfCell = isCounted[placeOf[row]!] === 1
      // Its place among the hits of its cell is another, which no sort but by cost shows.
      if (isOfCell && isSorted) continue
      const cost = costs ? costs.costs[at]! : text.costOf(row)
      if (made) made[at] = cost
      const isWithin = hasBit(within, row)
      if (isOfCell) {
        if (isWithin && costAt[placeOf[row]!] !== NO_MATCH) takeOwn(row, cost)
        continue
      }
      if (cost === NO_MATCH) continue
      const profile = cells.profile[cell]!
      const maker = cells.maker[cell]!
      const profileOk = profileFails === undefined || profileFails[profile] === 0
      const makerOk = makerPasses === undefined || makerPasses[maker] === 1
      if (!isWithin) {
        if (profileOk && makerOk) outOfPower[profile]!++
        continue
      }
      if (makerOk) byProfile[profile]!++
      if (!profileOk) continue
      byMaker[maker]!++
      if (!makerOk) continue
      total++
      takeOwn(row, cost)
    }
    if (made) known.set(text.words, { rows: list.slice(0, listed), costs: made })
    return total
  }

  function takeOwn(row: number, cost: number): void {
    isOwn[row] = 1
    ownCost[row] = cost
    own[ownCount++] = row
  }

  /** A page of the `size` hits; with a cost, of those that cost so much. */
  function pageAmong(
    { placeOf, rows: { from, items } }: GroupedCells,
    within: Uint32Array,
    ordering: Ordering,
    size: number,
    skip: number,
    take: number,
    wanted?: number,
  ): number[] {
    if (take <= 0 || skip >= size) return []
    const [marked, costs, ofOwn, places, into] = [isOwn, costAt, ownCost, found, list]
    const isWanted = (cost: number) => (wanted === undefined ? cost !== NO_MATCH : cost === wanted)
    const passes = (row: number) =>
      hasBit(within, row) && isWanted(marked[row] === 1 ? ofOwn[row]! : costs[placeOf[row]!]!)
    let candidates = ownCount
    for (let at = 0; at < foundCount; at++) candidates += from[places[at]! + 1]! - from[places[at]!]!
    const count = Math.min(take, size - skip)
    const limit = walkingLimit(store.rows(), size, skip + count, candidates)
    const early = pageByWalking(store, ordering, passes, skip, count, limit)
    if (early !== undefined) return early
    let listed = 0
    for (let at = 0; at < foundCount; at++) {
      const place = places[at]!
      if (!isWanted(costs[place]!)) continue
      const end = from[place + 1]!
      for (let next = from[place]!; next < end; next++) {
        const row = items[next]!
        if (hasBit(within, row) && marked[row] === 0) into[listed++] = row
      }
    }
    for (let at = 0; at < ownCount; at++) if (isWanted(ofOwn[own[at]!]!)) into[listed++] = own[at]!
    return pageOfList(store, ordering, into.subarray(0, listed), skip, take)
  }

  /** The cheapest first, equal ones by relevance. */
  function pageByCost(groups: GroupedCells, within: Uint32Array, { offset, limit }: SearchQuery): number[] {
    const sizes = new Map<number, number>()
    const add = (cost: number, by: number) => {
      if (cost !== NO_MATCH) sizes.set(cost, (sizes.get(cost) ?? 0) + by)
    }
    for (let at = 0; at < foundCount; at++) add(costAt[found[at]!]!, hitsAt[found[at]!]!)
    for (let at = 0; at < ownCount; at++) {
      add(costAt[groups.placeOf[own[at]!]!]!, -1)
      add(ownCost[own[at]!]!, 1)
    }
    const rows: number[] = []
    let skip = offset
    for (const [cost, size] of [...sizes].sort(([a], [b]) => a - b)) {
      if (rows.length >= limit) break
      rows.push(...pageAmong(groups, within, BY_RELEVANCE, size, skip, limit - rows.length, cost))
      skip = Math.max(0, skip - size)
    }
    return rows
  }

  return {
    search(query: SearchQuery, filters: Filters, bounds: BoundRows, text: TextMatch | undefined): Found {
      const groups = prepare()
      const counts = noCounts()
      let total = text?.driver ? 0 : countCells(groups, filters, bounds, text, counts)
      if (text) total += countOwn(groups, filters, bounds, text, counts, query.sort !== null)
      const within = bounds.all ?? store.visibleBits()
      let page: number[]
      if (text && query.sort === null) page = pageByCost(groups, within, query)
      else {
        const ordering = orderingOf(query.sort)
        const [low, high] = boundKeys(query, ordering.order)
        page = pageAmong(groups, within, { ...ordering, low, high }, total, query.offset, query.limit)
      }
      for (let at = 0; at < ownCount; at++) isOwn[own[at]!] = 0
      return { page, total, counts }
    },
    /** Comes after each change of the catalogue. */
    forget(): void {
      known.clear()
      grouped = undefined
    },
  }
}
