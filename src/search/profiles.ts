import { HP_BANDS } from '../contract/values.ts'
import { grow } from './growable.ts'
import { createValueList, type ValueList } from './value-list.ts'

export const ATTRIBUTES = [
  'machine_class',
  'kind',
  'power_source',
  'wheel_drive',
  'lifecycle',
  'section',
  'hp_band',
] as const

/** More values than an attribute can have, together within a safe integer. */
const RADIX = [2 ** 13, 2 ** 20, 16, 16, 16, 8, 8]

/** Combinations of attribute values in use; a row names one instead of carrying seven numbers. */
export interface Profiles {
  values: readonly ValueList[]
  /** The profile of these values, with one more holder. */
  hold(values: ReadonlyArray<string | null>): number
  release(profile: number): void
  /** For each attribute the value number of every profile. */
  columns(): readonly Uint32Array[]
  readonly bound: number
  readonly size: number
  bytes(): number
}

export function createProfiles(): Profiles {
  const values = ATTRIBUTES.map((attribute) =>
    createValueList(attribute === 'hp_band' ? HP_BANDS.map((band) => band.name) : []),
  )
  const numbers = new Map<number, number>()
  const keys: number[] = []
  const reusable: number[] = []
  let columns = ATTRIBUTES.map(() => new Uint32Array(64))
  let holders = new Uint32Array(64)
  const codes = new Uint32Array(RADIX.length)

  return {
    values,
    hold(wanted) {
      let key = 0
      for (let at = 0; at < RADIX.length; at++) {
        codes[at] = values[at]!.numberOf(wanted[at]!)
        key = key * RADIX[at]! + codes[at]!
      }
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
    get size() {
      return numbers.size
    },
    bytes: () => holders.byteLength + columns.reduce((sum, column) => sum + column.byteLength, 0),
  }
}
