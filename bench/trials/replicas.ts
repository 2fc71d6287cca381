import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMeilisearch } from '../../test/meilisearch.ts'
import { freePort, startPostgres } from '../../test/postgres.ts'
import { startRedis } from '../../test/redis.ts'
import { type Served, serve } from '../faults/serve.ts'
import { type Passed, startNginx } from './nginx.ts'
import { readsOf } from './reads.ts'
import { createKey, readNumbers, trial } from './stage.ts'
import { describeTally, type Failure, failedOf, joinTallies, steadyLoadApart, type Tally } from './steady-load.ts'

/**
 * Three replicas on PostgreSQL, Redis and Meilisearch behind the documented nginx: they are restarted one after the
 * other while requests come, and now and then one is killed. Short form: --seconds=60 --restarts=3.
 */
const { seconds, restarts, rate, killEvery } = readNumbers({ seconds: 600, restarts: 20, rate: 500, killEvery: 60 })
const REPLICAS = 3
const RAMP_SECONDS = 10
const COLD_MS = 3_000
/** A request that was sent within this long of a kill may have been on its socket. */
const AFTER_KILL_MS = 2_000

interface Kill {
  at: number
  port: number
}

await trial(async (stage) => {
  const postgres = await startPostgres({ durable: true })
  stage.after(() => postgres.stop())
  const redis = await startRedis(stage)
  const meilisearch = await startMeilisearch()
  stage.after(() => meilisearch.stop())
  const env = {
    ...{ DATABASE_URL: postgres.url, SECRET_KEY: 'k'.repeat(32), REDIS_URL: redis.url, TRUST_PROXY: '1' },
    ...{ MEILISEARCH_URL: meilisearch.url, MEILISEARCH_KEY: meilisearch.key! },
    // Counted in Redis, and never reached.
    ...{ RATE_LIMIT_ANONYMOUS: '10000000', RATE_LIMIT_STANDARD: '10000000' },
  }
  const ports = await Promise.all(Array.from({ length: REPLICAS }, freePort))
  const replicas: Served[] = []
  const start = (at: number) => serve({ ...env, PORT: String(ports[at]) }, { deliver: true })
  stage.after(() => Promise.all(replicas.map((replica) => replica.stop())))
  for (let at = 0; at < REPLICAS; at++) replicas.push(await start(at))
  const key = await createKey(env, 'standard')
  const paths = await readsOf(replicas[0]!.url)
  const nginx = await startNginx(stage, await freePort(), ports)
  const load = steadyLoadApart({ urls: [nginx.url], paths, rate, rampSeconds: RAMP_SECONDS, key, callers: 20 })

  stage.after(() => load.end())

  const kills: Kill[] = []
  const stops: number[] = []
  const starts: number[] = []
  const busy = new Set<number>()
  const calm: Tally[] = []
  const rough: Tally[] = []
  const began = performance.now()
  const passedSeconds = () => (performance.now() - began) / 1_000

  async function restart(at: number): Promise<void> {
    const from = performance.now()
    const ended = once(replicas[at]!.child, 'exit')
    replicas[at]!.child.kill('SIGTERM')
    const [code] = await ended
    if (code !== 0) console.log(`a replica that was told to stop ended with ${code}`)
    stops.push(performance.now() - from)
    await comeBack(at)
  }

  async function kill(at: number): Promise<void> {
    kills.push({ at: Date.now(), port: ports[at]! })
    await replicas[at]!.stop()
    await comeBack(at)
  }

  async function comeBack(at: number): Promise<void> {
    const from = performance.now()
    replicas[at] = await start(at)
    starts.push(performance.now() - from)
  }

  async function alone(at: number, act: (at: number) => Promise<void>): Promise<void> {
    busy.add(at)
    if (busy.size === 1) calm.push(await load.tally())
    try {
      await act(at)
      // What has just started is slow until its code is compiled.
      await sleep(COLD_MS)
    } finally {
      busy.delete(at)
    }
    if (busy.size === 0) rough.push(await load.tally())
  }

  async function roll(): Promise<void> {
    for (let turn = 0; turn < restarts; turn++) {
      const due = (seconds * (turn + 0.2)) / restarts
      await sleep(Math.max(0, due - passedSeconds()) * 1_000)
      const at = turn % REPLICAS
      while (busy.has(at)) await sleep(100)
      await alone(at, restart)
    }
  }

  /** Not the one that is being restarted: then only one of three is left for a moment. */
  async function killNowAndThen(): Promise<void> {
    for (let due = killEvery / 2; due < seconds; due += killEvery) {
      await sleep(Math.max(0, due - passedSeconds()) * 1_000)
      const at = ports.findIndex((_, other) => !busy.has(other))
      await alone(at, kill)
    }
  }

  await Promise.all([roll(), killNowAndThen(), sleep(seconds * 1_000)])
  calm.push(await load.stop())
  const tally = joinTallies([...calm, ...rough])
  const passed = nginx.passed()
  console.log(`${Math.round(tally.seconds)} s: ${describeTally(tally)}`)
  console.log(`  with all three: ${describeTally(joinTallies(calm))}`)
  console.log(`  while one stops, starts or has just started: ${describeTally(joinTallies(rough))}`)
  console.log(describePassed(passed))
  console.log(
    `${stops.length} restarts: stopped after ${range(stops)} s; ${kills.length} kills; listening again after ${range(starts)} s`,
  )
  const unexplained = tally.failures.filter((failure) => !onKilledSocket(failure, passed, kills))
  for (const { how, path, at, body = '' } of tally.failures.slice(0, 10)) {
    console.log(`  failed: ${how} ${path} at ${new Date(at).toISOString()} ${body}`)
  }
  stage.expect(
    unexplained.length === 0,
    `no failed request but on killed sockets: ${failedOf(tally)} failed, ${tally.failures.length - unexplained.length} of them on killed sockets`,
  )
  stage.expect(
    stops.every((ms) => ms <= 10_000),
    'stopped within 10 s',
  )
  const due = rate * (seconds - RAMP_SECONDS / 2)
  stage.expect(tally.times.length > 0.95 * due, `${rate} requests a second were asked`)
})

/** Whether nginx sent it to a replica that was being killed just then. */
function onKilledSocket(failure: Failure, passed: readonly Passed[], kills: readonly Kill[]): boolean {
  const line = passed.find(
    ({ path, at, status }) => path === failure.path && status >= 500 && Math.abs(at - failure.at) < 50,
  )
  return kills.some(
    ({ at, port }) => line?.ports.includes(port) && failure.at > at && failure.sentAt < at + AFTER_KILL_MS,
  )
}

function describePassed(passed: readonly Passed[]): string {
  const held = passed.filter(({ ports }) => ports.length === 0).length
  const again = passed.filter(({ ports }) => ports.length > 1).length
  return `nginx: ${passed.length} requests, ${held} of them from its cache, ${again} sent on to another replica`
}

function range(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b).map((ms) => (ms / 1_000).toFixed(1))
  return sorted.length === 0 ? '-' : `${sorted[0]} to ${sorted.at(-1)}`
}
