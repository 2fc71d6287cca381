import { LISTING_FACETS } from '../contract/values.ts'
import { countBits, intersect, subtract, tallyCells, wordsFor } from '../memory/bits.ts'
import { countsByValue } from '../search/query/facet-counts.ts'
import { type ListingFacet, type ListingRows, PLACES } from './listing-rows.ts'

type Counts = Record<string, number>
/** Districts are counted once a state is given. */
export type ListingFacets = Record<Exclude<ListingFacet, 'district'>, Counts> & { district?: Counts }

/** A district is within a state: states are counted as if neither were chosen, so that the others stay visible. */
const ownFilters = (facet: ListingFacet): ListingFacet[] => (facet === 'state' ? ['state', 'district'] : [facet])

/** Counts listings by the values of facets. */
export function createFacetCounter(rows: ListingRows) {
  const { groups } = rows
  /** Of the live rows, by group, until something changes. */
  const ofLive: Int32Array[] = []
  let liveCount = 0

  /** How many rows of the set have each combination of a group; of live rows where `isLive`. */
  function tally(set: Uint32Array, group: number, isLive: boolean): Int32Array {
    const counts = new Int32Array(groups[group]!.bound)
    const words = wordsFor(rows.bound)
    const column = rows.profilesOf(group)
    if (isLive && countBits(set, words) * 2 > liveCount) {
      // Most rows are in the set: subtracting the others is cheaper.
      ofLive[group] ??= tally(rows.live, group, false)
      counts.set(ofLive[group])
      const others = rows.live.slice()
      subtract(others, set)
      tallyCells(others, words, column, counts, -1)
    } else tallyCells(set, words, column, counts, 1)
    return counts
  }

  /** The counts of a facet by value. Spellings of a district that differ in case are one, as most listings write it. */
  function read(facet: ListingFacet, tallied: Int32Array): Counts {
    const { group, at } = PLACES.get(facet)!
    const list = groups[group]!.values[at]!
    const numberOf = groups[group]!.columns()[at]!
    const sums = new Uint32Array(list.bound)
    for (let number = 0; number < tallied.length; number++)
      if (tallied[number] !== 0) sums[numberOf[number]!]! += tallied[number]!
    if (facet !== 'district') return countsByValue(list, sums)
    const found: Counts = {}
    for (const number of list.ordered()) {
      if (sums[number] === 0) continue
      const same = list.named([list.textOf(number).toLowerCase()])
      // Of spellings that are equally frequent every replica takes the same.
      const isOftener = (a: number, b: number) =>
        sums[a] === sums[b] ? list.textOf(a) < list.textOf(b) : sums[a]! > sums[b]!
      const most = same.reduce((best, other) => (isOftener(other, best) ? other : best))
      if (most === number) found[list.textOf(number)] = same.reduce((sum, other) => sum + sums[other]!, 0)
    }
    return found
  }

  return {
    /** Counts the rows of a set that pass the filters, and each facet's as if it were not filtered by. */
    count(set: Uint32Array, filters: ReadonlyMap<ListingFacet, Uint32Array>, isLive: boolean) {
      const passing = (own: readonly ListingFacet[]) => {
        const rest = set.slice()
        for (const [name, filter] of filters) if (!own.includes(name)) intersect(rest, filter)
        return rest
      }
      const found = passing([])
      const ofAll: Int32Array[] = []
      const facets = LISTING_FACETS.filter((facet) => facet !== 'district' || filters.has('state')).map((facet) => {
        const { group } = PLACES.get(facet)!
        const own = ownFilters(facet)
        if (own.some((name) => filters.has(name))) return [facet, read(facet, tally(passing(own), group, isLive))]
        ofAll[group] ??= tally(found, group, isLive)
        return [facet, read(facet, ofAll[group])]
      })
      const total = countBits(found, found.length)
      return { found, total, facets: Object.fromEntries(facets) as ListingFacets }
    },
    /** The values of a facet that any listing has. */
    valuesOf(facet: ListingFacet): string[] {
      const set = rows.live.slice()
      for (let at = 0; at < set.length; at++) set[at]! |= rows.sold[at]!
      return Object.keys(read(facet, tally(set, PLACES.get(facet)!.group, false)))
    },
    /** Comes after changes. */
    forget(): void {
      liveCount = countBits(rows.live, rows.live.length)
      ofLive.length = 0
    },
  }
}
