import { FACETS } from '../../contract/values.ts'
import { ATTRIBUTES, attributeNumber } from '../index/attributes.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import type { ValueList } from '../index/value-list.ts'
import type { Facet } from '../types.ts'
import type { Filters } from './filters.ts'

const HP_BAND = attributeNumber('hp_band')

/**
 * Counts by profile and maker, which become facets at the end. A facet ignores its own filter, so a row that fails only
 * one filter still counts for that filter's facet.
 */
export interface FacetCounts {
  /** Rows whose maker and power pass. `readFacets` decides whether their profile passes. */
  byProfile: Uint32Array
  /** Rows whose profile and maker pass but not their power, by profile: they count for the power band only. */
  outOfPower: Uint32Array
  /** Rows whose profile and power pass. */
  byMaker: Uint32Array
}

export function createFacetCounts(store: CatalogueStore): FacetCounts {
  return {
    byProfile: new Uint32Array(store.profiles.bound),
    outOfPower: new Uint32Array(store.profiles.bound),
    byMaker: new Uint32Array(store.makers.bound),
  }
}

export function readFacets(
  counts: FacetCounts,
  filters: Filters,
  store: CatalogueStore,
): Record<Facet, Record<string, number>> {
  const { values } = store.profiles
  const columns = store.profiles.columns()
  const sums = values.map((list) => new Uint32Array(list.bound))
  const { byProfile, outOfPower } = counts
  for (let profile = 0; profile < byProfile.length; profile++) {
    const count = byProfile[profile]!
    if (count !== 0) {
      const fails = filters.profileFails === undefined ? 0 : filters.profileFails[profile]!
      if (fails === 0) {
        for (let at = 0; at < sums.length; at++) sums[at]![columns[at]![profile]!]! += count
      } else if ((fails & (fails - 1)) === 0) {
        const at = 31 - Math.clz32(fails)
        sums[at]![columns[at]![profile]!]! += count
      }
    }
    if (outOfPower[profile] !== 0) sums[HP_BAND]![columns[HP_BAND]![profile]!]! += outOfPower[profile]!
  }
  const facets = Object.fromEntries(ATTRIBUTES.map(({ name }, at) => [name, named(values[at]!, sums[at]!)]))
  facets.manufacturer = named(store.makers, counts.byMaker)
  return Object.fromEntries(FACETS.map((name) => [name, facets[name]!])) as Record<Facet, Record<string, number>>
}

function named(list: ValueList, sums: Uint32Array): Record<string, number> {
  const facet: Record<string, number> = {}
  for (const number of list.ordered()) {
    const sum = sums[number] ?? 0
    if (sum > 0) facet[list.textOf(number)] = sum
  }
  return facet
}
