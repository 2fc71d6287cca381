import { FACETS } from '../../contract/values.ts'
import { grow } from '../../memory/growable.ts'
import { kept } from '../../running/kept.ts'
import { ATTRIBUTES, attributeNumber, LIST_FILTERS } from '../index/attributes.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import type { Cells, ValueList } from '../index/cells.ts'
import { filterValues } from '../search-request.ts'
import type { Facet, SearchQuery } from '../types.ts'

export interface Filters {
  /** The filters each profile fails, one bit for each of ATTRIBUTES; undefined without filters. */
  profileFails: Uint32Array | undefined
  /** Whether each maker passes; undefined without a filter. */
  makerPasses: Uint8Array | undefined
}

/** Makes a function that compiles the filters of a query. The same are often asked with other words and bounds. */
export function createFilterReader(store: CatalogueStore) {
  const compiled = kept<string, Filters>(MAX_COMPILED)
  return {
    read(query: SearchQuery): Filters {
      const key = LIST_FILTERS.map((name) => query[name]).join('|')
      return compiled.getOrMake(key, () => compileFilters(query, store))
    },
    forget: compiled.clear,
  }
}

const MAX_COMPILED = 256

function compileFilters(query: SearchQuery, store: CatalogueStore): Filters {
  const { profiles, makers } = store
  let profileFails: Uint32Array | undefined
  ATTRIBUTES.forEach(({ name, filter }, attribute) => {
    const wanted = filter ? filterValues(query[name]) : []
    if (wanted.length === 0) return
    profileFails ??= new Uint32Array(profiles.bound)
    const list = profiles.values[attribute]!
    const passes = new Uint8Array(list.bound)
    for (const number of list.named(wanted)) passes[number] = 1
    const column = profiles.columns()[attribute]!
    const bit = 1 << attribute
    for (let profile = 0; profile < profileFails.length; profile++) {
      if (passes[column[profile]!] === 0) profileFails[profile]! |= bit
    }
  })
  let makerPasses: Uint8Array | undefined
  const wantedMakers = filterValues(query.manufacturer)
  if (wantedMakers.length > 0) {
    makerPasses = new Uint8Array(makers.bound)
    for (const number of makers.named(wantedMakers)) makerPasses[number] = 1
  }
  return { profileFails, makerPasses }
}

/** Whether rows of the cell can count for any facet: the cell fails at most one filter. */
export function countsSomewhere({ profileFails, makerPasses }: Filters, cells: Cells, cell: number): boolean {
  if (profileFails === undefined) return true
  const fails = profileFails[cells.profile[cell]!]!
  if (fails === 0) return true
  return (fails & (fails - 1)) === 0 && (makerPasses === undefined || makerPasses[cells.maker[cell]!] === 1)
}

const HP_BAND = attributeNumber('hp_band')

/**
 * Counts by profile and maker, which become facets at the end. A facet ignores its own filter, so a row that fails only
 * one filter still counts for that filter's facet.
 */
export interface FacetCounts {
  /** Rows whose maker and power pass. `readFacets` decides whether their profile passes. */
  byProfile: Int32Array
  /** Rows whose profile and maker pass but not their power, by profile: they count for the power band only. */
  outOfPower: Int32Array
  /** Rows whose profile and power pass. */
  byMaker: Int32Array
}

/** Makes a function that gives counts of nothing. They last until its next call. */
export function createFacetCounts(store: CatalogueStore): () => FacetCounts {
  const counts = { byProfile: new Int32Array(0), outOfPower: new Int32Array(0), byMaker: new Int32Array(0) }
  return () => {
    counts.byProfile = grow(counts.byProfile, store.profiles.bound).fill(0)
    counts.outOfPower = grow(counts.outOfPower, store.profiles.bound).fill(0)
    counts.byMaker = grow(counts.byMaker, store.makers.bound).fill(0)
    return counts
  }
}

let passing = new Uint32Array(0)

export function readFacets(
  counts: FacetCounts,
  filters: Filters,
  store: CatalogueStore,
): Record<Facet, Record<string, number>> {
  const { values, bound } = store.profiles
  const columns = store.profiles.columns()
  const sums = values.map((list) => new Int32Array(list.bound))
  const { byProfile, outOfPower } = counts
  const { profileFails } = filters
  passing = grow(passing, bound)
  let passed = 0
  for (let profile = 0; profile < bound; profile++) {
    const count = byProfile[profile]!
    if (count !== 0) {
      const fails = profileFails === undefined ? 0 : profileFails[profile]!
      if (fails === 0) passing[passed++] = profile
      else if ((fails & (fails - 1)) === 0) {
        const at = 31 - Math.clz32(fails)
        sums[at]![columns[at]![profile]!]! += count
      }
    }
    if (outOfPower[profile] !== 0) sums[HP_BAND]![columns[HP_BAND]![profile]!]! += outOfPower[profile]!
  }
  for (let attribute = 0; attribute < sums.length; attribute++) {
    const sum = sums[attribute]!
    const column = columns[attribute]!
    for (let at = 0; at < passed; at++) sum[column[passing[at]!]!]! += byProfile[passing[at]!]!
  }
  const facets = Object.fromEntries(ATTRIBUTES.map(({ name }, at) => [name, countsByValue(values[at]!, sums[at]!)]))
  facets.manufacturer = countsByValue(store.makers, counts.byMaker)
  return Object.fromEntries(FACETS.map((name) => [name, facets[name]!])) as Record<Facet, Record<string, number>>
}

/** The counts that are not zero, in the order of the values. */
export function countsByValue(list: ValueList, sums: Int32Array | Uint32Array): Record<string, number> {
  const facet: Record<string, number> = {}
  for (const number of list.ordered()) {
    const sum = sums[number] ?? 0
    if (sum > 0) facet[list.textOf(number)] = sum
  }
  return facet
}
