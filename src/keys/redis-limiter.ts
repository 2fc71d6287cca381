import { once } from 'node:events'
import { Redis } from 'ioredis'
import { inTime } from '../in-time.ts'
import type { Log } from '../log.ts'
import { type Limiter, type Take, WINDOW_MS } from './limiter.ts'
import { createMemoryLimiter } from './memory-limiter.ts'

/**
 * For each name: how many are given back, how many are asked for, and the limit; answered with how many were counted
 * before the first asked one, how many were granted, and the milliseconds to the end of the window. What is refused
 * is not counted.
 */
const SCRIPT = `
local answer = {}
for i, name in ipairs(KEYS) do
  local refunds, asked, limit = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  local before = tonumber(redis.call('GET', name) or '0')
  local count = math.max(0, before - refunds)
  local granted = math.max(0, math.min(asked, limit - count))
  if count + granted ~= before then redis.call('INCRBY', name, count + granted - before) end
  local left = redis.call('PTTL', name)
  if left == -1 then
    left = tonumber(ARGV[1])
    redis.call('PEXPIRE', name, left)
  end
  answer[#answer + 1] = count
  answer[#answer + 1] = granted
  answer[#answer + 1] = left
end
return answer`

const PREFIX = 'yantra:limit:'
/** Counted now and then to see whether Redis counts; never near its limit. */
const PROBE_NAME = 'probe'
const PROBE_LIMIT = 1_000_000_000
/** How long a request waits for Redis before its own process decides. */
const PATIENCE_MS = 75
const PROBE_MS = 500
const CONNECT_MS = 1_000
const MAX_NAMES = 500

interface Ask {
  limit: number
  refunds: number
  takers: ((take: Take) => void)[]
}

type Batch = readonly (readonly [string, Ask])[]

/** What Redis says of one name. */
interface Counted {
  before: number
  granted: number
  leftMs: number
}

type Scripted = Redis & { yantraTake(names: number, ...rest: (string | number)[]): Promise<unknown> }

/**
 * Shares the windows of all replicas in Redis. All requests that arrive while one script is on its way go together
 * with the next. When Redis does not answer in time each process goes on with windows of its own and asks in the
 * background until Redis is back; a request never waits for a Redis that is known to be away.
 */
export async function createRedisLimiter(url: string, log?: Log): Promise<Limiter> {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
    socketTimeout: CONNECT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  }) as Scripted
  redis.defineCommand('yantraTake', { lua: SCRIPT })
  // The state is reported by `turn`; without a listener an error would end the process.
  redis.on('error', () => {})
  redis.on('ready', () => void probe())
  const started = once(redis, 'ready', { signal: AbortSignal.timeout(CONNECT_MS) }).catch(() => {})

  const local = createMemoryLimiter()
  let asks = new Map<string, Ask>()
  let sending = false
  let away = true
  let told = false
  const timer = setInterval(() => void probe(), PROBE_MS).unref()

  function turn(nowAway: boolean, cause?: unknown): void {
    if (away !== nowAway || (nowAway && !told)) {
      told = true
      if (nowAway) log?.warn({ reason: reasonOf(cause) }, 'Redis cannot count: each process counts its own rate limits')
      else log?.info({}, 'Redis counts: rate limits are shared')
    }
    away = nowAway
  }

  /** Counts as a request would: a Redis that is out of memory, or a replica, answers a ping as ever. */
  async function probe(): Promise<void> {
    if (!away) return
    try {
      await take([[PROBE_NAME, { limit: PROBE_LIMIT, refunds: 0, takers: [() => {}] }]])
      turn(false)
    } catch (error) {
      if (!told) turn(true, error)
    }
  }

  async function take(batch: Batch): Promise<Counted[]> {
    const keys = batch.map(([name]) => PREFIX + name)
    const counts = batch.flatMap(([, ask]) => [ask.refunds, ask.takers.length, ask.limit])
    const answer = redis.yantraTake(keys.length, ...keys, WINDOW_MS, ...counts)
    return readAnswer(await inTime(answer, PATIENCE_MS), batch)
  }

  function askFor(name: string, limit: number): Ask {
    let ask = asks.get(name)
    if (!ask) {
      ask = { limit, refunds: 0, takers: [] }
      asks.set(name, ask)
    }
    if (!sending) {
      sending = true
      queueMicrotask(() => void send())
    }
    return ask
  }

  async function send(): Promise<void> {
    while (asks.size > 0) {
      const batch = [...asks].slice(0, MAX_NAMES)
      if (batch.length === asks.size) asks = new Map()
      else for (const [name] of batch) asks.delete(name)
      await answerBatch(batch)
    }
    sending = false
  }

  async function answerBatch(batch: Batch): Promise<void> {
    try {
      if (away) throw new Error('Redis is away')
      const counted = await take(batch)
      batch.forEach(([, ask], at) => {
        share(ask, counted[at]!)
      })
    } catch (error) {
      if (!away) turn(true, error)
      for (const [name, ask] of batch) for (const taker of ask.takers) taker(local.take(name, ask.limit))
    }
  }

  await started
  await probe()
  return {
    take(name, limit) {
      if (away) return local.take(name, limit)
      return new Promise((resolve) => {
        const ask = askFor(name, limit)
        ask.limit = limit
        ask.takers.push(resolve)
      })
    },
    refund(name) {
      if (away) local.refund(name)
      else askFor(name, 0).refunds++
    },
    async close() {
      clearInterval(timer)
      redis.disconnect()
    },
  }
}

/** Hands what was granted to those who asked, first come first served. */
function share(ask: Ask, { before, granted, leftMs }: Counted): void {
  const resetMs = leftMs > 0 ? leftMs : WINDOW_MS
  ask.takers.forEach((taker, at) => {
    taker({ allowed: at < granted, remaining: Math.max(0, ask.limit - before - at - 1), resetMs })
  })
}

/** Throws for an answer that the script does not give: what speaks there is not the Redis we know. */
function readAnswer(answer: unknown, batch: Batch): Counted[] {
  if (!Array.isArray(answer) || answer.length !== 3 * batch.length || !answer.every(Number.isSafeInteger)) {
    throw new Error('Redis answered what the script does not answer')
  }
  return batch.map(([, ask], at) => {
    const [before, granted, leftMs] = answer.slice(3 * at, 3 * at + 3) as [number, number, number]
    if (before < 0 || granted < 0 || granted > ask.takers.length || leftMs > WINDOW_MS) {
      throw new Error('Redis counted what cannot be')
    }
    return { before, granted, leftMs }
  })
}

/** The text alone: the error itself carries the command with its addresses. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
