import { countBits, tallyCells, wordsFor } from '../../memory/bits.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import type { FacetCounts } from './facet-counts.ts'
import type { Filters } from './filters.ts'

/** Counts the rows of each cell in a set, by default all visible rows. May fill and return `counts`. */
export function tallySet(store: CatalogueStore, set: Uint32Array | undefined, counts: Int32Array): Int32Array {
  const { cells, columns } = store
  if (set === undefined) return cells.visible
  const words = wordsFor(store.rows())
  const visible = store.visibleBits()
  if (countBits(set, words) * 2 < store.visible()) {
    counts.fill(0, 0, cells.bound)
    tallyCells(set, words, columns.cell, counts, 1)
    return counts
  }
  // Most rows are in the set: subtracting the others is cheaper.
  counts.set(cells.visible.subarray(0, cells.bound))
  const others = new Uint32Array(words)
  for (let at = 0; at < words; at++) others[at] = visible[at]! & ~set[at]!
  tallyCells(others, words, columns.cell, counts, -1)
  return counts
}

/** Fills the facet counts and `passes`, and returns the total. `most` and `all` count the matching rows of BoundRows. */
export function countCells(
  store: CatalogueStore,
  filters: Filters,
  most: Int32Array,
  all: Int32Array,
  counts: FacetCounts,
  passes: Uint8Array,
): number {
  const { profile: profileOf, maker: makerOf, bound } = store.cells
  const { byProfile, byMaker, outOfPower } = counts
  const { profileFails, makerPasses } = filters
  let total = 0
  for (let cell = 0; cell < bound; cell++) {
    passes[cell] = 0
    const rows = most[cell]!
    if (rows === 0) continue
    const profile = profileOf[cell]!
    const maker = makerOf[cell]!
    const within = all[cell]!
    const profileOk = profileFails === undefined || profileFails[profile] === 0
    const makerOk = makerPasses === undefined || makerPasses[maker] === 1
    if (makerOk) byProfile[profile]! += within
    if (!profileOk) continue
    byMaker[maker]! += within
    if (!makerOk) continue
    outOfPower[profile]! += rows - within
    passes[cell] = 1
    total += within
  }
  return total
}
