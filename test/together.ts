import { globSync } from 'node:fs'
import { after, describe, type TestContext } from 'node:test'

const cwd = new URL('../', import.meta.url).pathname
const ends: (() => unknown)[] = []
let isTogether = false

/**
 * Runs test files that use the same parts, over databases of their own: one process loads and warms them up once. Each
 * also runs alone; what measures its process, changes it or waits long has one of its own.
 */
export async function together(glob: string): Promise<void> {
  isTogether = true
  for (const file of globSync(glob, { cwd }).sort()) await describe(file, () => import(`../${file}`))
  await runEnds()
}

async function runEnds(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}

/** The context of all files of this process, for what they share; to be called at the top of a module. */
export function processContext(): TestContext {
  if (!isTogether) after(runEnds)
  return { after: (end: () => unknown) => ends.push(end) } as unknown as TestContext
}
