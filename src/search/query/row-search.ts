import { drainBits, hasBit, listPassing, setBit, wordsFor } from '../../memory/bits.ts'
import { grow } from '../../memory/growable.ts'
import { kept } from '../../running/kept.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import { NO_MATCH } from '../index/costs.ts'
import type { SearchQuery } from '../types.ts'
import type { BoundRows } from './bounds.ts'
import {
  countCells,
  countsSomewhere,
  createFacetCounts,
  type FacetCounts,
  type Filters,
  tallySet,
} from './facet-counts.ts'
import {
  BY_RELEVANCE,
  type Ordering,
  orderingOf,
  pageByWalking,
  pageByCost as pageOfCosts,
  pageOfList,
  walkingLimit,
} from './page.ts'
import type { TextMatch } from './text-match.ts'
import { visitPostings } from './text-units.ts'

/** What a search found; it lasts until the next one. */
interface Found {
  page: number[]
  total: number
  counts: FacetCounts
}

/** The costs of a query's words in the whole catalogue. */
interface Costs {
  ofCell: Int32Array
  /** Rows whose own text may match better than their cell, ascending, and their costs. */
  own: Uint32Array
  ofOwn: Int32Array
}

/** Matching fewer rows again is as fast as a look-up. */
const LEAST_KEPT = 1_000
const MOST_KEPT = 3_000_000

function keep(list: Uint32Array, length: number, passing: (row: number) => boolean): number {
  let kept = 0
  for (let at = 0; at < length; at++) if (passing(list[at]!)) list[kept++] = list[at]!
  return kept
}

interface CostSize {
  cost: number
  all: number
  byCell: number
}

/** Searches from a driver's postings, which lead to few rows; without one by cells, which are decided as a whole. */
export function createRowSearch(store: CatalogueStore) {
  const { columns, cells } = store
  let passes = new Uint8Array(0)
  let tallies = [0, 0, 0, 0].map(() => new Int32Array(0))
  /** The cost of each cell; NO_MATCH where rows match by their own text only. */
  let costOfCell = new Int32Array(0)
  /** Rows whose own text may match better than their cell: a mark, their cost, and a list of them. */
  let isOwn = new Uint8Array(0)
  let ownCost = new Int32Array(0)
  let own: number[] = []
  /** By the words: the next page, or the same words with a filter, need them again. */
  const known = kept<string, Costs>(MOST_KEPT, ({ own }) => own.length)
  let list = new Uint32Array(0)
  let ownSet = new Uint32Array(0)
  const noCounts = createFacetCounts(store)

  function makeRoom(): void {
    passes = grow(passes, cells.bound)
    costOfCell = grow(costOfCell, cells.bound)
    tallies = tallies.map((tally) => grow(tally, cells.bound))
    list = grow(list, store.rows())
    ownSet = grow(ownSet, wordsFor(store.rows()))
    isOwn = grow(isOwn, store.rows())
    ownCost = grow(ownCost, store.rows())
  }

  function matchText(text: TextMatch, filters: Filters, tallied: Int32Array, most: Uint32Array): void {
    const costs = known.get(text.words)
    if (costs) {
      costOfCell.set(costs.ofCell)
      for (let at = 0; at < costs.own.length; at++) {
        const row = costs.own[at]!
        if (hasBit(most, row) && countsSomewhere(filters, cells, columns.cell[row]!)) takeOwn(row, costs.ofOwn[at]!)
      }
      return
    }
    const bound = cells.bound
    for (let cell = 0; cell < bound; cell++) costOfCell[cell] = tallied[cell] === 0 ? NO_MATCH : text.costOfCell(cell)
    text.visitOwnMatches((row) => setBit(ownSet, row))
    const count = drainBits(ownSet, most, wordsFor(store.rows()), list)
    for (let at = 0; at < count; at++) {
      const row = list[at]!
      if (countsSomewhere(filters, cells, columns.cell[row]!)) takeOwn(row, text.costOf(row))
    }
    if (most !== store.visibleBits() || own.length < count || count < LEAST_KEPT) return
    const ofOwn = Int32Array.from(own, (row) => ownCost[row]!)
    known.set(text.words, { ofCell: costOfCell.slice(0, bound), own: Uint32Array.from(own), ofOwn })
  }

  function takeOwn(row: number, cost: number): void {
    isOwn[row] = 1
    ownCost[row] = cost
    own.push(row)
  }

  /** Counts the rows of each cell that match the text. */
  function keepMatching(tallied: Int32Array, set: Uint32Array, counts: Int32Array): Int32Array {
    const bound = cells.bound
    for (let cell = 0; cell < bound; cell++) counts[cell] = costOfCell[cell] === NO_MATCH ? 0 : tallied[cell]!
    for (const row of own) {
      const cell = columns.cell[row]!
      if (costOfCell[cell] === NO_MATCH && ownCost[row] !== NO_MATCH && hasBit(set, row)) counts[cell]!++
    }
    return counts
  }

  const costOf = (row: number) => (isOwn[row] === 1 ? ownCost[row]! : costOfCell[columns.cell[row]!]!)

  /** A page of the `size` rows that pass. All of them are among the candidates, by default the whole set. */
  function pageAmong(
    set: Uint32Array,
    ordering: Ordering,
    size: number,
    passing: (row: number) => boolean,
    skip: number,
    take: number,
    candidates?: readonly number[],
  ): number[] {
    if (take <= 0 || skip >= size) return []
    const wanted = Math.min(take, size - skip)
    const early = pageByWalking(store, ordering, passing, skip, wanted, walkingLimit(store.rows(), size, skip + wanted))
    if (early !== undefined) return early
    let listed = 0
    if (candidates) for (const row of candidates) list[listed++] = row
    else listed = listPassing(set, wordsFor(store.rows()), columns.cell, passes, list)
    const kept = listed === size ? listed : keep(list, listed, passing)
    return pageOfList(store, ordering, list.subarray(0, kept), skip, take)
  }

  /** Counts the passing rows of each cost, and how many of them have it from their cell. */
  function sizesByCost(all: Int32Array, inSet: (row: number) => boolean): Map<number, CostSize> {
    const sizes = new Map<number, CostSize>()
    const sizeOf = (cost: number) => sizes.getOrInsertComputed(cost, () => ({ cost, all: 0, byCell: 0 }))
    const bound = cells.bound
    for (let cell = 0; cell < bound; cell++) {
      if (passes[cell] === 1 && costOfCell[cell] !== NO_MATCH) sizeOf(costOfCell[cell]!).byCell += all[cell]!
    }
    // Neighbours mostly cost the same, so the last sizes are kept at hand.
    let ofRow: CostSize = { cost: NO_MATCH, all: 0, byCell: 0 }
    let ofCell = ofRow
    for (const row of own) {
      if (!inSet(row)) continue
      const before = costOfCell[columns.cell[row]!]!
      if (before !== NO_MATCH) {
        if (before !== ofCell.cost) ofCell = sizeOf(before)
        ofCell.byCell--
      }
      const cost = ownCost[row]!
      if (cost === NO_MATCH) continue
      if (cost !== ofRow.cost) ofRow = sizeOf(cost)
      ofRow.all++
    }
    for (const size of sizes.values()) size.all += size.byCell
    return sizes
  }

  function pageByCost(
    query: SearchQuery,
    set: Uint32Array,
    all: Int32Array,
    inSet: (row: number) => boolean,
  ): number[] {
    const rows: number[] = []
    let skip = query.offset
    for (const { cost, all: size, byCell } of [...sizesByCost(all, inSet).values()].sort((a, b) => a.cost - b.cost)) {
      if (rows.length >= query.limit) break
      if (skip < size) {
        const passing = (row: number) => inSet(row) && costOf(row) === cost
        const candidates = byCell === 0 ? own : undefined
        rows.push(...pageAmong(set, BY_RELEVANCE, size, passing, skip, query.limit - rows.length, candidates))
      }
      skip = Math.max(0, skip - size)
    }
    return rows
  }

  /** Looks at every row that the driver leads to. */
  function searchRows(query: SearchQuery, filters: Filters, bounds: BoundRows, text: TextMatch): Found {
    const visible = store.visibleBits()
    const within = bounds.all ?? visible
    const { profileFails, makerPasses } = filters
    const counts = noCounts()
    const hits: number[] = []
    const costs: number[] = []
    // Collected as bits to get them in ascending order: columns are then read from front to back.
    visitPostings(store, text.driver!.tokens, (row) => setBit(ownSet, row))
    const listed = drainBits(ownSet, bounds.most ?? visible, wordsFor(store.rows()), list)
    for (let at = 0; at < listed; at++) {
      const row = list[at]!
      const cell = columns.cell[row]!
      if (!countsSomewhere(filters, cells, cell)) continue
      const cost = text.costOf(row)
      if (cost === NO_MATCH) continue
      const profile = cells.profile[cell]!
      const maker = cells.maker[cell]!
      const profileOk = profileFails === undefined || profileFails[profile] === 0
      const makerOk = makerPasses === undefined || makerPasses[maker] === 1
      if (!hasBit(within, row)) {
        if (profileOk && makerOk) counts.outOfPower[profile]!++
        continue
      }
      if (makerOk) counts.byProfile[profile]!++
      if (!profileOk) continue
      counts.byMaker[maker]!++
      if (!makerOk) continue
      hits.push(row)
      costs.push(cost)
    }
    const page =
      query.sort === null
        ? pageOfCosts(store, hits, costs, query.offset, query.limit)
        : pageOfList(store, orderingOf(query.sort), Uint32Array.from(hits), query.offset, query.limit)
    return { page, total: hits.length, counts }
  }

  /** Counts the rows of each cell, then decides filters, text and facets once for each cell. */
  function searchCells(query: SearchQuery, filters: Filters, bounds: BoundRows, text: TextMatch | undefined): Found {
    const visible = store.visibleBits()
    const mostSet = bounds.most ?? visible
    const set = bounds.all ?? visible
    let most = tallySet(store, bounds.most, tallies[0]!)
    let all = bounds.all === bounds.most ? most : tallySet(store, bounds.all, tallies[1]!)
    if (text !== undefined) {
      matchText(text, filters, most, mostSet)
      const isSame = all === most
      most = keepMatching(most, mostSet, tallies[2]!)
      all = isSame ? most : keepMatching(all, set, tallies[3]!)
    }
    const counts = noCounts()
    const total = countCells(store, filters, most, all, counts, passes)
    const inSet = (row: number) => hasBit(set, row) && passes[columns.cell[row]!] === 1
    let page: number[]
    if (text !== undefined && query.sort === null) page = pageByCost(query, set, all, inSet)
    else {
      const passing = text === undefined ? inSet : (row: number) => inSet(row) && costOf(row) !== NO_MATCH
      page = pageAmong(set, orderingOf(query.sort), total, passing, query.offset, query.limit)
    }
    for (const row of own) isOwn[row] = 0
    own = []
    return { page, total, counts }
  }

  return {
    search(query: SearchQuery, filters: Filters, bounds: BoundRows, text: TextMatch | undefined): Found {
      makeRoom()
      return text?.driver ? searchRows(query, filters, bounds, text) : searchCells(query, filters, bounds, text)
    },
    forget: known.clear,
  }
}
