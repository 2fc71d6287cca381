import { ATTRIBUTES } from '../index/attributes.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import type { Cells } from '../index/cells.ts'
import { filterValues } from '../search-request.ts'
import type { SearchQuery } from '../types.ts'

export interface Filters {
  /** The filters each profile fails, one bit for each of ATTRIBUTES; undefined without filters. */
  profileFails: Uint32Array | undefined
  /** Whether each maker passes; undefined without a filter. */
  makerPasses: Uint8Array | undefined
}

export function compileFilters(query: SearchQuery, store: CatalogueStore): Filters {
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
