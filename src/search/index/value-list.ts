/** All values that an attribute has had, numbered from 1; 0 means none. */
export interface ValueList {
  numberOf(value: string | null): number
  /** The numbers of these values, which are in lower case; in the list they may be in any case. */
  named(values: readonly string[]): number[]
  textOf(number: number): string
  /** Numbers in the order of their text, so answers do not depend on the order of loading. */
  ordered(): readonly number[]
  /** One more than the highest number. */
  readonly bound: number
}

export function createValueList(fixed: readonly string[] = []): ValueList {
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
    named: (values) => values.flatMap((value) => byFolded.get(value) ?? []),
    textOf: (number) => texts[number]!,
    ordered() {
      order ??= texts
        .map((_, number) => number)
        .slice(1)
        .sort((a, b) => (fixed.length > 0 ? a - b : texts[a]! < texts[b]! ? -1 : 1))
      return order
    },
    get bound() {
      return texts.length
    },
  }
}
