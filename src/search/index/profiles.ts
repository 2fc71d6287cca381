import { HP_BANDS } from '../../contract/values.ts'
import { grow } from '../../memory/growable.ts'
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

/** More values than an attribute can have; kinds, of which there may be very many, are told apart on their own. */
const RADIX = [2 ** 13, 1, 16, 16, 16, 8, 8]
const KIND = 1

/** Combinations of attribute values in use; a row names one instead of carrying seven numbers. */
export interface Profiles {
  values: readonly ValueList[]
  /** The profile of these values, with one more holder. */
  hold(values: ReadonlyArray<string | null>): number
  /** One more holder of a profile that has some. */
  holdAgain(profile: number): void
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
  /** By the key of the attributes but kind, then by kind: small keys are found quicker than one made of all. */
  const numbers = new Map<number, Map<number, number>>()
  const keys: number[] = []
  let size = 0
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
        if (at !== KIND) key = key * RADIX[at]! + codes[at]!
      }
      let ofKey = numbers.get(key)
      if (ofKey === undefined) {
        ofKey = new Map()
        numbers.set(key, ofKey)
      }
      let profile = ofKey.get(codes[KIND]!)
      if (profile === undefined) {
        profile = reusable.pop() ?? keys.length
        ofKey.set(codes[KIND]!, profile)
        size++
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
    holdAgain(profile) {
      holders[profile]!++
    },
    release(profile) {
      if (--holders[profile]! > 0) return
      numbers.get(keys[profile]!)!.delete(columns[KIND]![profile]!)
      size--
      reusable.push(profile)
    },
    columns: () => columns,
    get bound() {
      return keys.length
    },
    get size() {
      return size
    },
    bytes: () => holders.byteLength + columns.reduce((sum, column) => sum + column.byteLength, 0),
  }
}
