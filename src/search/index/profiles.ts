import { grow } from '../../memory/growable.ts'
import { ATTRIBUTES, type Attribute } from './attributes.ts'
import { createValueList, type ValueList } from './value-list.ts'

/** The combinations of attribute values in use. */
export interface Profiles {
  values: readonly ValueList[]
  /** Finds or makes the profile of these values and holds it. */
  hold(values: ReadonlyArray<string | null>): number
  release(profile: number): void
  /** For each attribute, the value number of every profile. */
  columns(): readonly Uint32Array[]
  readonly bound: number
}

export function createProfiles(): Profiles {
  const values = (ATTRIBUTES as readonly Attribute[]).map(({ read }) =>
    createValueList(read.bands?.map((band) => band.name)),
  )
  /** Profiles by the numbers of their values. */
  const numbers = new Map<string, number>()
  const keys: string[] = []
  const reusable: number[] = []
  let columns = ATTRIBUTES.map(() => new Uint32Array(64))
  let holders = new Uint32Array(64)

  return {
    values,
    hold(wanted) {
      const codes = values.map((list, at) => list.numberOf(wanted[at]!))
      const key = codes.join()
      let profile = numbers.get(key)
      if (profile === undefined) {
        profile = reusable.pop() ?? keys.length
        numbers.set(key, profile)
        keys[profile] = key
        columns = columns.map((column) => grow(column, profile! + 1))
        holders = grow(holders, profile + 1)
        columns.forEach((column, attribute) => {
          column[profile!] = codes[attribute]!
        })
      }
      holders[profile]!++
      return profile
    },
    release(profile) {
      if (--holders[profile]! > 0) return
      numbers.delete(keys[profile]!)
      reusable.push(profile)
    },
    columns: () => columns,
    get bound() {
      return keys.length
    },
  }
}
