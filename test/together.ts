import { globSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { describe } from 'node:test'

const cwd = new URL('../', import.meta.url).pathname
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** What `npm test` starts, each in a process of its own. */
export const STARTED: ReadonlySet<string> = new Set(
  globSync(
    [...scripts.test.matchAll(/"(.+?)"/g)].map(([, glob]) => glob),
    { cwd },
  ),
)

/** What one of those in test/all, which come first, runs in its process, by its name. Each also runs alone. */
export const TOGETHER = {
  logic: 'src/**/*.test.ts',
  conformance: 'test/conformance/*.test.ts',
  http: 'test/http/*.test.ts',
  intake: 'test/intake/*.test.ts',
  market: 'test/market/*.test.ts',
  search: 'test/search/*.test.ts',
  commands: 'test/commands/*.test.ts',
  browser: 'test/browser/*.test.ts',
  faults: 'test/faults/*.test.ts',
  guard: 'test/guard/*.test.ts',
  guides: 'test/{client,guides}/*.test.ts',
  delivery: 'test/{contract,keys,sample,webhooks}/*.test.ts',
}

export const filesOf = (glob: string) =>
  globSync(glob, { cwd })
    .filter((file) => !STARTED.has(file))
    .sort()

/**
 * Runs test files that use the same parts, over databases of their own: one process loads and warms them up once. What
 * measures or changes its process is started by `npm test`.
 */
export async function together(name: keyof typeof TOGETHER): Promise<void> {
  // An import lets others go first; the files after it in its process need not.
  os.setPriority = () => {}
  syncBuiltinESMExports()
  for (const file of filesOf(TOGETHER[name])) await describe(file, () => import(`../${file}`))
}
