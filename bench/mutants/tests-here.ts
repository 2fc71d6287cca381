/**
 * What test files use of `node:test`, for tests that run again and again in one process (runner.ts). Those that run on
 * each database run on SQLite alone.
 */
type Act = () => unknown
interface Context {
  name: string
  after(end: Act): void
  diagnostic(message: string): void
}
type Body = (t: Context) => unknown
type Options = { skip?: unknown }

export interface Suite {
  title: string
  before: Act[]
  after: Act[]
  tests: { name: string; run: () => Promise<void> }[]
}

const newSuite = (title: string): Suite => ({ title, before: [], after: [], tests: [] })
/** The first holds what stands in no suite. Suites do not stand in each other. */
export const suites = [newSuite('')]
let open = suites[0]!

export function test(title: string, given: Options | Body, body = given as Body): void {
  if (typeof given !== 'function' && given.skip) return
  const name = `${open.title} ${title}`
  const run = async () => {
    const ends: Act[] = []
    try {
      await body({ name, after: (end) => ends.push(end), diagnostic: () => {} })
    } finally {
      for (const end of ends) await end()
    }
  }
  open.tests.push({ name, run })
}
export const it = test

export function describe(title: string, given: Options | Act, body = given as Act): void {
  if ((typeof given !== 'function' && given.skip) || title.endsWith(' on postgres')) return
  open = newSuite(title)
  suites.push(open)
  body()
  open = suites[0]!
}
export const before = (act: Act) => open.before.push(act)
export const after = (act: Act) => open.after.push(act)
