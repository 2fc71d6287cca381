import { LISTING_FACETS } from '../contract/values.ts'
import {
  clearBit,
  countBits,
  drainBits,
  hasBit,
  intersect,
  isWithin,
  subtract,
  tallyCells,
  wordsFor,
} from '../memory/bits.ts'
import type { ValueList } from '../search/index/cells.ts'
import { countsByValue } from '../search/query/facet-counts.ts'
import { type ListingFacet, type ListingRows, PLACES } from './listing-rows.ts'

type Counts = Record<string, number>
/** Districts are counted once a state is given. */
export type ListingFacets = Record<Exclude<ListingFacet, 'district'>, Counts> & { district?: Counts }

/** A district is within a state: states are counted as if neither were chosen, so that the others stay visible. */
const ownFilters = (facet: ListingFacet): ListingFacet[] => (facet === 'state' ? ['state', 'district'] : [facet])

/** More rows are counted by whole sets. */
const MANY = 10_000
interface Tallies {
  total: number
  /** By group, of the rows that pass every filter. */
  ofAll: Int32Array[]
  /** By facet, of the rows that pass every filter but its own. */
  ofOwn: Int32Array[]
}
type Shown = readonly { own: readonly ListingFacet[]; group: number }[]

export type FilterSets = ReadonlyMap<ListingFacet, Uint32Array>

/** The rows of a set, ascending. */
export function listed(set: Uint32Array, size: number): Uint32Array {
  const list = new Uint32Array(size)
  drainBits(set.slice(), set, set.length, list)
  return list
}

/** Counts listings by the values of facets. */
export function createFacetCounter(rows: ListingRows) {
  const { groups } = rows
  const listOf = (facet: ListingFacet): ValueList => {
    const { group, at } = PLACES.get(facet)!
    return groups[group]!.values[at]!
  }
  const liveTallies: Int32Array[] = []
  let liveCount = 0

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

  /** Counts the facets, and takes the rows that fail a filter out of `base`. */
  function countFacets(base: Uint32Array, filters: FilterSets) {
    const shown = LISTING_FACETS.filter((facet) => facet !== 'district' || filters.has('state')).map((facet) => {
      const own = ownFilters(facet).filter((name) => filters.has(name))
      return { facet, own, group: PLACES.get(facet)!.group }
    })
    const size = countBits(base, base.length)
    const count = size > MANY ? tallySets : tallyRows
    const { total, ofAll, ofOwn } = count(base, size, filters, shown)
    const facets = shown.map(({ facet, own, group }, at) => [
      facet,
      read(facet, own.length > 0 ? ofOwn[at]! : (ofAll[group] ?? tally(base, total, group))),
    ])
    return { total, facets: Object.fromEntries(facets) as ListingFacets }
  }

  /** Whole sets at once, for many rows. */
  function tallySets(base: Uint32Array, _size: number, filters: FilterSets, shown: Shown) {
    const ofOwn: Int32Array[] = []
    for (const [at, { own, group }] of shown.entries()) {
      if (own.length === 0) continue
      const set = base.slice()
      for (const [name, filter] of filters) if (!own.includes(name)) intersect(set, filter)
      ofOwn[at] = tally(set, countBits(set, set.length), group)
    }
    for (const filter of filters.values()) intersect(base, filter)
    return { total: countBits(base, base.length), ofAll: [], ofOwn } satisfies Tallies
  }

  /** Row by row, for few. */
  function tallyRows(base: Uint32Array, size: number, filters: FilterSets, shown: Shown) {
    const names = [...filters.keys()]
    const sets = [...filters.values()]
    const ofAll = groups.map(({ bound }) => new Int32Array(bound))
    const ofOwn = shown.map(({ own, group }) => new Int32Array(own.length === 0 ? 0 : groups[group]!.bound))
    const masks = shown.map(({ own }) => own.reduce((mask, name) => mask | (1 << names.indexOf(name)), 0))
    const profiles = groups.map((_, group) => rows.profilesOf(group))
    let total = 0
    for (const row of listed(base, size)) {
      let failed = 0
      for (let at = 0; at < sets.length; at++) if (!hasBit(sets[at]!, row)) failed |= 1 << at
      if (failed === 0) {
        total++
        for (let group = 0; group < ofAll.length; group++) ofAll[group]![profiles[group]![row]!]!++
      } else clearBit(base, row)
      for (let at = 0; at < masks.length; at++) {
        if (masks[at] !== 0 && (failed & ~masks[at]!) === 0) ofOwn[at]![profiles[shown[at]!.group]![row]!]!++
      }
    }
    return { total, ofAll, ofOwn } satisfies Tallies
  }

  /** The counts of a facet by value. Spellings of a district that differ in case are one, as most listings write it. */
  function read(facet: ListingFacet, tallied: Int32Array): Record<string, number> {
    const { group, at } = PLACES.get(facet)!
    const list = listOf(facet)
    const numberOf = groups[group]!.columns()[at]!
    const sums = new Uint32Array(list.bound)
    for (let number = 0; number < tallied.length; number++) sums[numberOf[number]!]! += tallied[number]!
    if (facet !== 'district') return countsByValue(list, sums)
    const found: Record<string, number> = {}
    for (const number of list.ordered()) {
      if (sums[number] === 0) continue
      const same = list.named([list.textOf(number).toLowerCase()])
      const most = same.reduce((best, other) => (sums[other]! > sums[best]! ? other : best))
      if (most === number) found[list.textOf(number)] = same.reduce((sum, other) => sum + sums[other]!, 0)
    }
    return found
  }

  return {
    count: countFacets,
    /** The values of a facet that any listing has. */
    valuesOf(facet: ListingFacet): string[] {
      const set = rows.live.slice()
      for (let at = 0; at < set.length; at++) set[at]! |= rows.sold[at]!
      return Object.keys(read(facet, tally(set, 0, PLACES.get(facet)!.group)))
    },
    /** Comes after changes. */
    forget(): void {
      liveCount = countBits(rows.live, rows.live.length)
      liveTallies.length = 0
    },
  }
}
