import { globSync } from 'node:fs'
import { describe } from 'node:test'

// The tests beside the sources, in one process: most take less time than loading what they test. Each also runs alone;
// what needs a process of its own stands in test/.
const cwd = new URL('../', import.meta.url).pathname
for (const file of globSync('src/**/*.test.ts', { cwd }).sort()) await describe(file, () => import(`../${file}`))
