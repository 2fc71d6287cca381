import { globSync } from 'node:fs'
import { describe } from 'node:test'

const cwd = new URL('../', import.meta.url).pathname

/**
 * Runs test files that use the same parts, over databases of their own: one process loads and warms them up once. Each
 * also runs alone; what measures its process, changes it or waits long has one of its own.
 */
export async function together(glob: string): Promise<void> {
  for (const file of globSync(glob, { cwd }).sort()) await describe(file, () => import(`../${file}`))
}
