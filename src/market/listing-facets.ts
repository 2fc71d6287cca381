import type { ListingParameters } from '../contract/market.ts'
import type { Profiles } from '../search/index/cells.ts'
import { countsByValue } from '../search/query/facet-counts.ts'
import { filterValues } from '../search/search-request.ts'
import { GONE, GROUPS, type ListingFacet } from './listing-rows.ts'

type Counts = Record<string, number>
/** Districts are counted once a state is given. */
export type ListingFacets = Record<Exclude<ListingFacet, 'district'>, Counts> & { district?: Counts }

export interface Filters {
  /** One bit for each facet that is filtered by. */
  active: number
  /** For each group that is filtered by, the bits of the facets that each combination fails. */
  byGroup: (Uint8Array | undefined)[]
}

const FACETS = GROUPS.flat()
const bitOf = (facet: ListingFacet) => 1 << FACETS.indexOf(facet)
/**
 * The group of each facet, its place there, its bit, and those of the filters that do not count for it: its own. A
 * district is within a state: states are counted as if neither were chosen, so that the others stay visible.
 */
export const PLACES = GROUPS.flatMap((facets, group) =>
  facets.map((facet, at) => {
    const own = bitOf(facet) | (facet === 'state' ? bitOf('district') : 0)
    return { facet, group, at, bit: bitOf(facet), own }
  }),
)

export function filtersOf(groups: readonly Profiles[], query: ListingParameters): Filters {
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

/** Spellings of a district that differ in case are one, as most listings write it. */
export function readCounts(groups: readonly Profiles[], facet: ListingFacet, all: readonly Int32Array[]): Counts {
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

/** Adds what was tallied by combinations to the values that they have. */
export function addTo(sums: Int32Array, tallied: Int32Array, valuesOf: Uint32Array): void {
  for (let profile = 0; profile < tallied.length; profile++)
    if (tallied[profile] !== 0) sums[valuesOf[profile]!]! += tallied[profile]!
}
