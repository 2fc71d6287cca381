import { ensureCapacity } from '../../lib/collections/growable.ts'

/** The combinations in use of values of some facets. */
export function createProfiles(values: readonly ValueList[]) {
  /** Profiles by the numbers of their values. */
  const numbers = new Map<string, number>()
  const keys: string[] = []
  const reusable: number[] = []
  let columns = values.map(() => new Uint32Array(64))
  let holders = new Uint32Array(64)

  return {
    values,
    /** Finds or makes the profile of these values and holds it. */
    hold(required: ReadonlyArray<string | null>): number {
      const codes = values.map((list, i) => list.numberOf(required[i]!))
      const key = codes.join()
      let profile = numbers.get(key)
      if (profile === undefined) {
        profile = reusable.pop() ?? keys.length
        numbers.set(key, profile)
        keys[profile] = key
        columns = columns.map((column) => ensureCapacity(column, profile! + 1))
        holders = ensureCapacity(holders, profile + 1)
        for (let facet = 0; facet < codes.length; facet++) columns[facet]![profile] = codes[facet]!
      }
      holders[profile]!++
      return profile
    },
    holdAgain(profile: number): void {
      holders[profile]!++
    },
    release(profile: number): void {
      if (--holders[profile]! > 0) return
      numbers.delete(keys[profile]!)
      reusable.push(profile)
    },
    /** For each facet, the value number of every profile. */
    columns: (): readonly Uint32Array[] => columns,
    get bound() {
      return keys.length
    },
  }
}

export type Profiles = ReturnType<typeof createProfiles>

/** All values that a facet has had, numbered from 1; 0 means none. */
export function createValueList(fixed: readonly string[] = []) {
  const numbers = new Map<string, number>()
  const byFolded = new Map<string, number[]>()
  const texts: string[] = ['']
  const keys: string[] = ['']
  let order: number[] | undefined

  function numberOf(value: string | null): number {
    if (value === null) return 0
    let number = numbers.get(value)
    if (number === undefined) {
      number = texts.push(value) - 1
      keys.push(`${JSON.stringify(value)}:`)
      numbers.set(value, number)
      byFolded.getOrInsertComputed(value.toLowerCase(), () => []).push(number)
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
    /** The text as the key of a member in JSON. */
    keyOf: (number: number): string => keys[number]!,
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
