import { globSync } from 'node:fs'
import { describe } from 'node:test'

// These use the same parts over databases of their own: one process loads and warms them up once. Each also runs alone.
const cwd = new URL('../', import.meta.url).pathname
for (const file of globSync('test/conformance/*.test.ts', { cwd }).sort())
  await describe(file, () => import(`../${file}`))
