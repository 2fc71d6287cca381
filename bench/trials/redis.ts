import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { startRedis } from '../../test/redis.ts'
import { newFile, type Served, serve } from '../faults/serve.ts'
import { createKey, type Stage, trial, yantra } from './stage.ts'
import { describeTally, failedOf, type RunningLoad, steadyLoadApart } from './steady-load.ts'
import { layWire } from './wire.ts'

/** Redis is stopped, frozen, slow and answers noise, while two replicas that share their limits in it are asked. */
const LIMIT = 60
const OVER = 20
const RATE = 100
const CALM_MS = 3_000
/** Twice as long, there and back, as a request waits for Redis. */
const TOO_SLOW_MS = 75
const SLOW_MS = 10
const BACK_WITHIN_MS = 5_000
const PATH = '/v1/machines/classes'

let callers = 0

/** An address that nobody came from before, so that its window is empty. */
function newCaller(): string {
  callers++
  return `127.1.${callers >> 8}.${callers & 255 || 1}`
}

interface Answer {
  status: number
  /** How many requests the caller has left. */
  left: number
}

async function ask(url: string, localAddress: string): Promise<Answer> {
  const [response] = await once(get(url + PATH, { localAddress, agent: false }), 'response')
  response.resume()
  return { status: response.statusCode, left: Number(/;r=(\d+)/.exec(response.headers.ratelimit ?? '')?.[1]) }
}

/** Whether the second replica knows what the first has counted. */
async function isShared(urls: readonly string[]): Promise<boolean> {
  const caller = newCaller()
  const [first, second] = [await ask(urls[0]!, caller), await ask(urls[1]!, caller)]
  return second.left === first.left - 1
}

/** How many requests of one caller each replica answers with 200 when it is asked for more than the limit. */
async function countGranted(urls: readonly string[]): Promise<number[]> {
  const caller = newCaller()
  return Promise.all(
    urls.map(async (url) => {
      const asked = Array.from({ length: LIMIT + OVER }, () => ask(url, caller))
      return (await Promise.all(asked)).filter(({ status }) => status === 200).length
    }),
  )
}

async function phase(
  { expect }: Stage,
  { name, urls, load, shared }: { name: string; urls: readonly string[]; load: RunningLoad; shared: boolean },
): Promise<void> {
  await sleep(CALM_MS)
  const granted = await countGranted(urls)
  const tally = await load.tally()
  console.log(`${name}: ${describeTally(tally)}`)
  expect(failedOf(tally) === 0 && !tally.statuses[429], `${name}: no 5xx and no 429 for who is within the limit`)
  const held = shared ? granted[0]! + granted[1]! === LIMIT : granted.every((count) => count === LIMIT)
  const whose = shared ? 'of both together' : 'of each process'
  expect(held, `${name}: limit ${LIMIT} ${whose}; granted ${granted.join(' and ')} of ${LIMIT + OVER} each`)
}

async function untilShared({ expect }: Stage, urls: readonly string[], from: number): Promise<void> {
  while (!(await isShared(urls)) && performance.now() - from < 2 * BACK_WITHIN_MS) await sleep(50)
  const ms = performance.now() - from
  expect(ms < BACK_WITHIN_MS, `shared again ${(ms / 1_000).toFixed(1)} s after Redis was back`)
}

await trial(async (stage) => {
  const redis = await startRedis(stage)
  const wire = await layWire(stage, redis.port)
  const env = {
    ...{ DATABASE_URL: `file:${newFile()}`, REDIS_URL: `redis://127.0.0.1:${wire.port}` },
    ...{ RATE_LIMIT_ANONYMOUS: String(LIMIT), RATE_LIMIT_STANDARD: '1000000', MAX_EVENT_LOOP_DELAY_MS: '0' },
  }
  await yantra(env, 'migrate')
  const replicas: Served[] = []
  stage.after(() => Promise.all(replicas.map((replica) => replica.stop())))
  for (let at = 0; at < 2; at++) replicas.push(await serve(env))
  const urls = replicas.map(({ url }) => url)
  const key = await createKey(env, 'standard')
  const paths = [PATH, '/v1/tractors?limit=5', '/v1/tractors?q=mahindra']
  const load = steadyLoadApart({ urls, paths, rate: RATE, rampSeconds: 2, key, keyedEvery: 1 })
  stage.after(() => load.end())
  await sleep(CALM_MS)
  await load.tally()
  const during = (name: string, shared: boolean) => phase(stage, { name, urls, load, shared })

  await during('Redis there', true)

  await redis.stop()
  await during('Redis stopped', false)
  const again = await startRedis(stage, redis.port)
  await untilShared(stage, urls, performance.now())
  await during('Redis started again', true)

  again.freeze()
  await during('Redis frozen', false)
  again.thaw()
  await untilShared(stage, urls, performance.now())

  wire.slow(SLOW_MS)
  await during(`Redis ${2 * SLOW_MS} ms slower`, true)
  wire.slow(TOO_SLOW_MS)
  await during(`Redis ${2 * TOO_SLOW_MS} ms slower`, false)
  wire.slow(0)
  await untilShared(stage, urls, performance.now())

  wire.babble(true)
  await during('Redis answering noise', false)
  wire.babble(false)
  await untilShared(stage, urls, performance.now())
  await during('Redis there', true)
})
