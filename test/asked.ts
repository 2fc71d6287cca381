import assert from 'node:assert/strict'

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && !value.length)

/**
 * What a generator proves to have asked: of all cases, each dimension must have been other than empty in so large a
 * share. `count` takes each case, `prove` fails with the dimensions that were not.
 */
export function createAsked<Name extends string>(least: Readonly<Record<Name, number>>) {
  const names = Object.keys(least) as Name[]
  const counts = new Map<Name, number>(names.map((name) => [name, 0]))
  let cases = 0
  return {
    count(asked: { readonly [K in Name]?: unknown }): void {
      cases++
      for (const name of names) if (!isEmpty(asked[name])) counts.set(name, counts.get(name)! + 1)
    },
    /** Returns the counts as a line. */
    prove(): string {
      const missing = names.filter((name) => counts.get(name)! <= cases * least[name])
      const told = names.map((name) => `${name} ${counts.get(name)}`).join(', ')
      assert.deepEqual(missing, [], `asked too seldom, of ${cases}: ${told}`)
      return `${cases} asked: ${told}`
    },
  }
}
