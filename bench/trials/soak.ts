import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../test/postgres.ts'
import { type Served, serve } from '../faults/serve.ts'
import { loadApart, percentile } from '../paced-load.ts'
import { readsOf } from './reads.ts'
import { startReceiver } from './receivers.ts'
import { slopeOf } from './slope.ts'
import { createKey, readNumbers, type Stage, trial, yantra } from './stage.ts'
import { failedOf, joinTallies, steadyLoadApart, type Tally } from './steady-load.ts'

/**
 * One service on PostgreSQL at half of what it can do, with imports and webhook deliveries all the while: memory,
 * descriptors and the slowest answers, minute by minute. Short form: --minutes=1 --warmMinutes=0.2.
 */
const { minutes, warmMinutes, most, importEvery, mostGrowth } = readNumbers({
  minutes: 30,
  /** Left out of the slope: caches fill, code is compiled. */
  warmMinutes: 8,
  /** Requests a second, however much more half of what it can do is. */
  most: 1_000,
  importEvery: 10,
  /** MB an hour. */
  mostGrowth: 60,
})
const CAPACITY_SECONDS = 5
const SAMPLE_MS = 5_000
const SETTLE_MS = 2_000
const SUBSCRIPTIONS = 3
const CHANGED = 20
/** More than this many open files above those before, with no caller there, are a leak; a pool may grow by as many. */
const MAX_DESCRIPTORS = 20
const PENDING = 'yantra_webhook_pending'

interface Sample {
  minutes: number
  residentMb: number
  heapMb: number
  descriptors: number
}

await trial(async (stage) => {
  const postgres = await startPostgres({ durable: true })
  stage.after(() => postgres.stop())
  const env = {
    ...{ DATABASE_URL: postgres.url, SECRET_KEY: 'k'.repeat(32), WEBHOOK_ALLOW_PRIVATE: 'true' },
    // A machine that is busy with other work is not an overload.
    ...{ RATE_LIMIT_ANONYMOUS: '0', RATE_LIMIT_STANDARD: '1000000', MAX_EVENT_LOOP_DELAY_MS: '0' },
  }
  const service = await serve(env, { deliver: true })
  stage.after(() => service.stop())
  const receiver = await startReceiver(stage, { refuseEvery: 100 })
  const key = await createKey(env, 'enterprise')
  // Before anybody subscribes: a machine that is new is another event.
  await importPrices(stage, env, 0)
  for (let at = 0; at < SUBSCRIPTIONS; at++) await subscribe(service.url, key, `${receiver.url}/${at}`)
  const paths = await readsOf(service.url)
  const capacity = await capacityOf(service.port, paths)
  const rate = Math.min(most, Math.floor(capacity / 2))
  console.log(`it answers ${Math.round(capacity)} a second; asked for ${rate} a second, ${minutes} minutes`)

  await sleep(SETTLE_MS)
  const descriptors = descriptorsOf(service)
  const load = steadyLoadApart({ urls: [service.url], paths, rate, rampSeconds: 5, key, callers: 20 })
  stage.after(() => load.end())
  const began = performance.now()
  const passed = () => (performance.now() - began) / 60_000
  const samples: Sample[] = []
  const tallies: Tally[] = []
  const imports = { done: 0, failed: 0, rows: 0 }

  async function importAgainAndAgain(): Promise<void> {
    for (let turn = 1; passed() < minutes; turn++) {
      const due = began + turn * importEvery * 1_000
      await sleep(Math.max(0, due - performance.now()))
      await importPrices(stage, env, turn).then(
        () => {
          imports.done++
          imports.rows += CHANGED
        },
        (error) => {
          imports.failed++
          console.error(error)
        },
      )
    }
  }

  async function sample(): Promise<void> {
    while (passed() < minutes) {
      await sleep(SAMPLE_MS)
      const heapMb = (await readMetric(service.url, 'nodejs_heap_size_used_bytes')) / 2 ** 20
      samples.push({ minutes: passed(), residentMb: service.residentMb(), heapMb, descriptors: descriptorsOf(service) })
    }
  }

  async function tellEachMinute(): Promise<void> {
    for (let minute = 1; minute <= minutes; minute++) {
      await sleep(Math.max(0, began + minute * 60_000 - performance.now()))
      const tally = await load.tally()
      tallies.push(tally)
      const { residentMb = 0, heapMb = 0, descriptors = 0 } = samples.at(-1) ?? {}
      const { received } = receiver.counts()
      const times = `p50 ${percentile(tally.times, 0.5).toFixed(1)} ms, p99 ${percentile(tally.times, 0.99).toFixed(1)} ms`
      const memory = `${residentMb.toFixed(0)} MB, heap ${heapMb.toFixed(0)} MB, ${descriptors} descriptors`
      const work = `${imports.done} imports, ${received} deliveries, ${await readMetric(service.url, PENDING)} pending`
      console.log(
        `minute ${minute}: ${tally.times.length} answered, ${failedOf(tally)} failed, ${times}; ${memory}; ${work}`,
      )
    }
  }

  await Promise.all([importAgainAndAgain(), sample(), tellEachMinute()])
  tallies.push(await load.stop())
  const expected = imports.rows * SUBSCRIPTIONS
  await sleep(SETTLE_MS)
  for (let left = 120; left > 0 && receiver.counts().received < expected; left--) await sleep(1_000)

  const all = joinTallies(tallies)
  const { received, repeated, refused } = receiver.counts()
  const warm = samples.filter((one) => one.minutes > warmMinutes)
  const growth = (of: (one: Sample) => number) => 60 * slopeOf(warm.map((one) => [one.minutes, of(one)] as const))
  const resident = growth((one) => one.residentMb)
  const slowest = tallies.slice(0, -1).map(({ times }) => percentile(times, 0.99))
  console.log(
    `memory: resident ${resident.toFixed(1)} MB an hour, heap ${growth((one) => one.heapMb).toFixed(1)} MB an hour after ${warmMinutes} minutes`,
  )
  console.log(`p99 by minute: ${Math.min(...slowest).toFixed(1)} to ${Math.max(...slowest).toFixed(1)} ms`)
  console.log(`deliveries: ${expected} expected, ${received} received, ${refused} refused once, ${repeated} came again`)
  stage.expect(resident <= mostGrowth, `memory grows by at most ${mostGrowth} MB an hour`)
  const left = descriptorsOf(service)
  stage.expect(
    left - descriptors <= MAX_DESCRIPTORS,
    `descriptors without callers: ${descriptors} before, ${left} after`,
  )
  stage.expect(failedOf(all) === 0, `failed requests: ${failedOf(all)} of ${all.times.length + failedOf(all)}`)
  stage.expect(imports.failed === 0, `failed imports: ${imports.failed} of ${imports.done + imports.failed}`)
  stage.expect(received === expected, `deliveries lost: ${expected - received}`)
  stage.expect(service.alive(), 'the service is alive')
})

async function subscribe(url: string, key: string, to: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ url: to, events: ['price.updated'] })
  const answer = await fetch(`${url}/v1/webhooks`, { method: 'POST', headers, body })
  if (answer.status !== 200) throw new Error(await answer.text())
}

async function capacityOf(port: number, paths: readonly string[]): Promise<number> {
  const request = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  const { times, seconds } = await loadApart({ port, request, connections: 16, seconds: CAPACITY_SECONDS })
  return times.length / seconds
}

/** Twenty machines of our own, each time at another price, which makes an event each. */
async function importPrices(stage: Stage, env: Record<string, string>, turn: number): Promise<void> {
  const rows = Array.from({ length: CHANGED }, (_, at) => ({
    ...{ type: 'machine', slug: `soak-${at}`, name: `Soak ${at}`, machine_class: 'tractor', manufacturer: 'mahindra' },
    ...{ lifecycle: 'current', power_source: 'diesel', published_at: '2026-01-01' },
    prices: [
      {
        kind: 'ex_showroom',
        source_kind: 'manufacturer',
        state_code: 'MH',
        price_inr: 500_000 + turn * 100 + at,
        observed_at: '2026-01-01',
      },
    ],
  }))
  const file = join(stage.folder, 'prices.ndjson')
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  await yantra(env, 'import', file)
}

async function readMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}

function descriptorsOf({ child }: Served): number {
  return readdirSync(`/proc/${child.pid}/fd`).length
}
