import { ATTRIBUTES } from '../index/attributes.ts'
import type { CatalogueStore } from '../index/catalogue-store.ts'
import type { Cells } from '../index/cells.ts'
import type { SearchQuery } from '../types.ts'

/** Bits of the attribute filters a profile can fail: one an attribute, in the order of ATTRIBUTES. */
export interface Filters {
  /** For each profile the filters it fails; absent when there is none. */
  profileFails: Uint32Array | undefined
  /** For each maker whether it passes; absent when every one does. */
  makerPasses: Uint8Array | undefined
}

const isGiven = (list: string) => list !== '' && list.split(',').some((value) => value.trim() !== '')

export function compileFilters(query: SearchQuery, store: CatalogueStore): Filters {
  const { profiles, makers } = store
  let profileFails: Uint32Array | undefined
  ATTRIBUTES.forEach(({ name, filter }, attribute) => {
    if (!filter || !isGiven(query[name])) return
    profileFails ??= new Uint32Array(profiles.bound)
    const list = profiles.values[attribute]!
    const passes = new Uint8Array(list.bound)
    for (const number of list.named(query[name])) passes[number] = 1
    const column = profiles.columns()[attribute]!
    const bit = 1 << attribute
    for (let profile = 0; profile < profileFails.length; profile++) {
      if (passes[column[profile]!] === 0) profileFails[profile]! |= bit
    }
  })
  let makerPasses: Uint8Array | undefined
  if (isGiven(query.manufacturer)) {
    makerPasses = new Uint8Array(makers.bound)
    for (const number of makers.named(query.manufacturer)) makerPasses[number] = 1
  }
  return { profileFails, makerPasses }
}

/** Whether a row of the cell can count for any facet: it fails one filter at most. */
export function countsSomewhere({ profileFails, makerPasses }: Filters, cells: Cells, cell: number): boolean {
  if (profileFails === undefined) return true
  const fails = profileFails[cells.profile[cell]!]!
  if (fails === 0) return true
  return (fails & (fails - 1)) === 0 && (makerPasses === undefined || makerPasses[cells.maker[cell]!] === 1)
}
