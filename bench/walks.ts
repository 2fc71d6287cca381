import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { newFolder } from './folder.ts'

/**
 * How much of the house a newcomer walks through: files and functions of src/ that four everyday requests run, without
 * what a service runs that nobody asks.
 */
const IDLE_MS = 6_000
const SETTLED_MS = 3_000
const folder = newFolder()
const settings = { SAMPLE: 'true', PORT: '0', LOG_LEVEL: 'silent', SECRET_KEY: 'k'.repeat(32) }
const env = { DATABASE_URL: `file:${join(folder, 'walks.db')}`, ...settings }
const rooms = new URL('../src/', import.meta.url).href
const LISTING = {
  ...{ type: 'listing', id: 900_001, status: 'live', kind: 'machine', created_at: '2026-10-01T10:00:00Z' },
  ...{ maker_name: 'Mahindra', maker_slug: 'mahindra', variant_name: 'Mahindra 575 DI' },
  ...{ variant_slug: 'mahindra-575-di', machine_slug: 'mahindra-575-di', vehicle_class: 'tractor', year: 2019 },
  ...{ km: 0, owners: 1, price_inr: 425_000, state_code: 'PB', district: 'Ludhiana', pin: '141001' },
  description: 'Well kept tractor, 2200 hours, call 98765 43210 in the evening.',
}

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** What has run since the last look, as `file:place`. */
async function look(): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result.flatMap(({ url, functions }) =>
    url.startsWith(rooms)
      ? functions.flatMap(({ ranges: [range] }) =>
          // The function that starts at 0 is the module itself.
          range && range.count > 0 && range.startOffset > 0 ? [`${url}:${range.startOffset}`] : [],
        )
      : [],
  )
}

let idle = new Set<string>()

async function walk<T>(name: string, work: () => Promise<T>): Promise<T> {
  // What the walk before has left to do is none of this one.
  await sleep(SETTLED_MS)
  await look()
  const outcome = await work()
  const run = (await look()).filter((place) => !idle.has(place))
  const files = new Set(run.map((place) => place.slice(0, place.lastIndexOf(':'))))
  console.log(`${name.padEnd(40)} ${String(files.size).padStart(4)} files ${String(run.length).padStart(5)} functions`)
  return outcome
}

const { start } = await import('../src/commands/serve.ts')
const { toConfig } = await import('../src/config.ts')
const { runCli } = await import('../src/cli.ts')
const file = join(folder, 'listing.ndjson')
writeFileSync(file, `${JSON.stringify(LISTING)}\n`)
const silent = () => new PassThrough().resume()
const first = await start(toConfig(env), false, silent())
await first.stop()
const running = await walk('start of serve', () => start(toConfig(env), false, silent()))
const read = async (path: string) => {
  const answer = await fetch(running.url + path)
  const body = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${body}`)
}
// On a busy machine the pages would be loaded during a walk.
await read('/en/')
await look()
await sleep(IDLE_MS)
idle = new Set(await look())
await walk('a search, first time', () => read('/v1/tractors?q=mahindra%20575&hp_min=40'))
await walk('a listing of one sentence, imported', async () => {
  const io = { stdin: Readable.from([]), stdout: silent(), stderr: process.stderr, env }
  const code = await runCli(['import', file], io)
  if (code !== 0) throw new Error(`the import ended with ${code}`)
})
await walk('that listing, read', () => read(`/v1/market/listings/${LISTING.id}`))
await running.stop()
