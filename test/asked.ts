import assert from 'node:assert/strict'

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && !value.length)

/**
 * What a generator proves to have asked: of all cases, each dimension must have been other than empty in so large a
 * share. `count` takes each case, `prove` fails with the dimensions that were not.
 */
export function createRequested<Name extends string>(min: Readonly<Record<Name, number>>) {
  const names = Object.keys(min) as Name[]
  const counts = new Map<Name, number>(names.map((name) => [name, 0]))
  let cases = 0
  return {
    count(requested: { readonly [K in Name]?: unknown }): void {
      cases++
      for (const name of names) if (!isEmpty(requested[name])) counts.set(name, counts.get(name)! + 1)
    },
    /** Returns the counts as a line. */
    prove(): string {
      const missing = names.filter((name) => counts.get(name)! <= cases * min[name])
      const reported = names.map((name) => `${name} ${counts.get(name)}`).join(', ')
      assert.deepEqual(missing, [], `asked too seldom, of ${cases}: ${reported}`)
      return `${cases} asked: ${reported}`
    },
  }
}
