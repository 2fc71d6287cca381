import './clock.ts'
import type { TestContext } from 'node:test'
import { sqlite } from '../backends.ts'
import { exchangeAll } from './exchange.ts'
import { readRecording, writeRecording } from './recording.ts'
import { REQUESTS } from './requests.ts'
import { openWorld } from './world.ts'

// npm run regression:record               records all groups
// npm run regression:record -- site docs  records these
const names = process.argv.slice(2)
for (const name of names) if (!REQUESTS.has(name)) throw new Error(`no group ${name}; groups: ${[...REQUESTS.keys()]}`)
const ends: (() => unknown)[] = []
const context = { after: (end: () => unknown) => ends.push(end) } as unknown as TestContext
const world = await openWorld(context, await sqlite.newUrl(context))
const groups = names.length === 0 ? REQUESTS : new Map([...REQUESTS].filter(([name]) => names.includes(name)))
const recording = await exchangeAll(groups, world)
for (const [group, entries] of recording) {
  const counts = Map.groupBy(entries, ({ status }) => status)
  const statuses = [...counts].sort().map(([status, { length }]) => `${status}: ${length}`)
  console.log(`${group.padEnd(16)}${entries.length}  (${statuses.join(', ')})`)
}
writeRecording(names.length === 0 ? recording : new Map([...readRecording(), ...recording]))
for (const end of ends.reverse()) await end()
