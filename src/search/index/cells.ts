import { grow } from '../../memory/growable.ts'
import { ATTRIBUTES, type Attribute } from './attributes.ts'

const attributeValues = () =>
  (ATTRIBUTES as readonly Attribute[]).map(({ read }) => createValueList(read.bands?.map((band) => band.name)))

const SHARED = ATTRIBUTES.filter(({ shared }) => shared).length

/**
 * The combinations of attribute values in use, by default of the attributes of machines. A wording is a combination of
 * those whose words are shared: profiles of one wording match the same words.
 */
export function createProfiles(values: readonly ValueList[] = attributeValues()) {
  /** Profiles by the numbers of their values. */
  const numbers = new Map<string, number>()
  const keys: string[] = []
  const reusable: number[] = []
  let columns = values.map(() => new Uint32Array(64))
  let holders = new Uint32Array(64)
  const wordings: number[][] = []
  const wordingNumbers = new Map<string, number>()
  let wordingOf = new Uint32Array(64)

  return {
    values,
    /** Finds or makes the profile of these values and holds it. */
    hold(wanted: ReadonlyArray<string | null>): number {
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
        const shared = codes.slice(0, SHARED)
        wordingOf = grow(wordingOf, profile + 1)
        wordingOf[profile] = wordingNumbers.getOrInsertComputed(shared.join(), () => wordings.push(shared) - 1)
      }
      holders[profile]!++
      return profile
    },
    release(profile: number): void {
      if (--holders[profile]! > 0) return
      numbers.delete(keys[profile]!)
      reusable.push(profile)
    },
    /** For each attribute, the value number of every profile. */
    columns: (): readonly Uint32Array[] => columns,
    /** The values of each wording, in the order of the attributes. */
    wordings: wordings as readonly (readonly number[])[],
    wordingOf: (profile: number): number => wordingOf[profile]!,
    get bound() {
      return keys.length
    },
  }
}

export type Profiles = ReturnType<typeof createProfiles>

/** All values that an attribute has had, numbered from 1; 0 means none. */
export function createValueList(fixed: readonly string[] = []) {
  const numbers = new Map<string, number>()
  const byFolded = new Map<string, number[]>()
  const texts: string[] = ['']
  let order: number[] | undefined

  function numberOf(value: string | null): number {
    if (value === null) return 0
    let number = numbers.get(value)
    if (number === undefined) {
      number = texts.push(value) - 1
      numbers.set(value, number)
      const folded = value.toLowerCase()
      const same = byFolded.get(folded)
      if (same === undefined) byFolded.set(folded, [number])
      else same.push(number)
      order = undefined
    }
    return number
  }

  for (const value of fixed) numberOf(value)

  return {
    numberOf,
    /** The numbers of these values, which are in lower case; in the list they may be in any case. */
    named: (values: readonly string[]): number[] => values.flatMap((value) => byFolded.get(value) ?? []),
    textOf: (number: number): string => texts[number]!,
    /** Numbers in the order of their text, so answers do not depend on the order of loading. */
    ordered(): readonly number[] {
      order ??= texts
        .map((_, number) => number)
        .slice(1)
        .sort((a, b) => (fixed.length > 0 ? a - b : texts[a]! < texts[b]! ? -1 : 1))
      return order
    },
    /** One more than the highest number. */
    get bound() {
      return texts.length
    },
  }
}

export type ValueList = ReturnType<typeof createValueList>

/**
 * The pairs of maker and profile in use. A row names its cell, so whatever depends on maker and profile is decided once
 * a cell, not once a row.
 */
export interface Cells {
  /** Finds or makes the cell of this maker with the profile of these values, and holds it. */
  hold(maker: number, values: ReadonlyArray<string | null>): number
  /** Holds a known cell once more. */
  holdAgain(cell: number): void
  release(cell: number): void
  maker: Uint32Array
  profile: Uint32Array
  wording: Uint32Array
  /** Visible machines of each cell. */
  visible: Int32Array
  readonly bound: number
}

/** A cell holds its profile as long as anyone holds the cell. */
export function createCells(profiles: Profiles): Cells {
  /** Cells by maker, then by profile: small keys are found faster than combined ones. */
  const numbers: Map<number, number>[] = []
  const reusable: number[] = []
  let holders = new Uint32Array(64)
  let bound = 0
  const cells: Cells = {
    maker: new Uint32Array(64),
    profile: new Uint32Array(64),
    wording: new Uint32Array(64),
    visible: new Int32Array(64),
    hold(maker, values) {
      const profile = profiles.hold(values)
      numbers[maker] ??= new Map()
      const ofMaker = numbers[maker]
      let cell = ofMaker.get(profile)
      if (cell === undefined) {
        cell = reusable.pop() ?? bound++
        ofMaker.set(profile, cell)
        cells.maker = grow(cells.maker, bound)
        cells.profile = grow(cells.profile, bound)
        cells.wording = grow(cells.wording, bound)
        cells.visible = grow(cells.visible, bound)
        holders = grow(holders, bound)
        cells.maker[cell] = maker
        cells.profile[cell] = profile
        cells.wording[cell] = profiles.wordingOf(profile)
      } else profiles.release(profile)
      holders[cell]!++
      return cell
    },
    holdAgain(cell) {
      holders[cell]!++
    },
    release(cell) {
      if (--holders[cell]! > 0) return
      numbers[cells.maker[cell]!]!.delete(cells.profile[cell]!)
      profiles.release(cells.profile[cell]!)
      reusable.push(cell)
    },
    get bound() {
      return bound
    },
  }
  return cells
}
