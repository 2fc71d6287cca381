import { drainBits, hasBit, listPassing, setBit, wordsFor } from '../../memory/bits.ts'
import { grow } from '../../memory/growable.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import { NO_MATCH } from '../index/costs.ts'
import type { SearchQuery } from '../types.ts'
import type { BoundRows } from './bounds.ts'
import { countCells, tallySet } from './cell-tally.ts'
import { createFacetCounts } from './facet-counts.ts'
import { countsSomewhere, type Filters } from './filters.ts'
import type { Found } from './list-search.ts'
import { type Ordering, orderingOf, pageByWalking, pageOfList, walkingLimit } from './page.ts'
import { BY_RELEVANCE } from './relevance.ts'
import type { TextMatch } from './text-match.ts'

function keep(list: Uint32Array, length: number, passing: (row: number) => boolean): number {
  let kept = 0
  for (let at = 0; at < length; at++) if (passing(list[at]!)) list[kept++] = list[at]!
  return kept
}

/** Search by cells: rows are tallied by maker and profile, then filters, text and facets are settled once a cell. */
export function createCellSearch(store: CatalogueStore) {
  const { columns, cells } = store
  let passes = new Uint8Array(0)
  let tallies = [0, 0, 0, 0].map(() => new Int32Array(0))
  /** Cost by cell, NO_MATCH where only some rows may match. */
  let costOfCell = new Int32Array(0)
  /** Rows that match by themselves or better than their cell: a mark, their cost, and a list of them. */
  let isOwn = new Uint8Array(0)
  let ownCost = new Int32Array(0)
  let own: number[] = []
  let list = new Uint32Array(0)
  let ownSet = new Uint32Array(0)

  function makeRoom(): void {
    passes = grow(passes, cells.bound)
    costOfCell = grow(costOfCell, cells.bound)
    tallies = tallies.map((tally) => grow(tally, cells.bound))
    list = grow(list, store.rows())
    ownSet = grow(ownSet, wordsFor(store.rows()))
    if (isOwn.length >= columns.state.length) return
    isOwn = new Uint8Array(columns.state.length)
    ownCost = new Int32Array(columns.state.length)
  }

  function matchText(text: TextMatch, filters: Filters, tallied: Int32Array, most: Uint32Array): void {
    const bound = cells.bound
    for (let cell = 0; cell < bound; cell++) costOfCell[cell] = tallied[cell] === 0 ? NO_MATCH : text.costOfCell(cell)
    // Ascending, so that the columns are read from front to back.
    text.visitOwnMatches((row) => setBit(ownSet, row))
    const count = drainBits(ownSet, most, wordsFor(store.rows()), list)
    for (let at = 0; at < count; at++) {
      const row = list[at]!
      if (!countsSomewhere(filters, cells, columns.cell[row]!)) continue
      isOwn[row] = 1
      ownCost[row] = text.costOf(row)
      own.push(row)
    }
  }

  /** Rows of each cell that match the text. */
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

  /** A page among the `size` rows of the set that pass. */
  function pageAmong(
    set: Uint32Array,
    ordering: Ordering,
    size: number,
    passing: (row: number) => boolean,
    skip: number,
    take: number,
  ): number[] {
    if (take <= 0 || skip >= size) return []
    const wanted = Math.min(take, size - skip)
    const early = pageByWalking(store, ordering, passing, skip, wanted, walkingLimit(store.rows(), size, skip + wanted))
    if (early !== undefined) return early
    const listed = listPassing(set, wordsFor(store.rows()), columns.cell, passes, list)
    const kept = listed === size ? listed : keep(list, listed, passing)
    return pageOfList(store, ordering, list.subarray(0, kept), skip, take)
  }

  /** How many of the passing rows there are of each cost. */
  function sizesByCost(all: Int32Array, inSet: (row: number) => boolean): Map<number, number> {
    const sizes = new Map<number, number>()
    const add = (cost: number, by: number) => sizes.set(cost, (sizes.get(cost) ?? 0) + by)
    const bound = cells.bound
    for (let cell = 0; cell < bound; cell++) {
      if (passes[cell] === 1 && costOfCell[cell] !== NO_MATCH) add(costOfCell[cell]!, all[cell]!)
    }
    for (const row of own) {
      if (!inSet(row)) continue
      const before = costOfCell[columns.cell[row]!]!
      if (before !== NO_MATCH) add(before, -1)
      if (ownCost[row] !== NO_MATCH) add(ownCost[row]!, 1)
    }
    return sizes
  }

  function pageByCost(
    query: SearchQuery,
    set: Uint32Array,
    all: Int32Array,
    inSet: (row: number) => boolean,
  ): number[] {
    const sizes = sizesByCost(all, inSet)
    const rows: number[] = []
    let skip = query.offset
    for (const cost of [...sizes.keys()].sort((a, b) => a - b)) {
      const size = sizes.get(cost)!
      if (rows.length >= query.limit) break
      if (skip < size) {
        const passing = (row: number) => inSet(row) && costOf(row) === cost
        rows.push(...pageAmong(set, BY_RELEVANCE, size, passing, skip, query.limit - rows.length))
      }
      skip = Math.max(0, skip - size)
    }
    return rows
  }

  return (query: SearchQuery, filters: Filters, bounds: BoundRows, text: TextMatch | undefined): Found => {
    makeRoom()
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
    const counts = createFacetCounts(store)
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
}
