import { once } from 'node:events'
import { Redis } from 'ioredis'
import type { KeyringLog } from './keyring.ts'
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

type Scripted = Redis & { yantraTake(names: number, ...rest: (string | number)[]): Promise<number[]> }

/**
 * Shares the windows of all replicas in Redis. All requests that arrive while one script is on its way go together
 * with the next. When Redis does not answer in time each process goes on with windows of its own and asks in the
 * background until Redis is back; a request never waits for a Redis that is known to be away.
 */
export async function createRedisLimiter(url: string, log?: KeyringLog): Promise<Limiter> {
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
      if (nowAway)
        log?.warn({ reason: reasonOf(cause) }, 'Redis does not answer: each process counts its own rate limits')
      else log?.info({}, 'Redis answers: rate limits are shared')
    }
    away = nowAway
  }

  async function probe(): Promise<void> {
    if (!away) return
    try {
      await inTime(redis.ping())
      turn(false)
    } catch (error) {
      if (!told) turn(true, error)
    }
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
      await settle(batch)
    }
    sending = false
  }

  async function settle(batch: [string, Ask][]): Promise<void> {
    const keys = batch.map(([name]) => PREFIX + name)
    const counts = batch.flatMap(([, ask]) => [ask.refunds, ask.takers.length, ask.limit])
    try {
      if (away) throw new Error('Redis is away')
      const answer = await inTime(redis.yantraTake(keys.length, ...keys, WINDOW_MS, ...counts))
      batch.forEach(([, ask], at) => {
        share(ask, answer[3 * at]!, answer[3 * at + 1]!, answer[3 * at + 2]!)
      })
    } catch (error) {
      turn(true, error)
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
function share(ask: Ask, before: number, granted: number, left: number): void {
  const resetMs = left > 0 ? left : WINDOW_MS
  ask.takers.forEach((taker, at) => {
    taker({ allowed: at < granted, remaining: Math.max(0, ask.limit - before - at - 1), resetMs })
  })
}

/** The text alone: the error itself carries the command with its addresses. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  // After a stall of our own the answer may lie unread: the event loop reads it before the immediate runs.
  const timer = setTimeout(
    () => setImmediate(() => late.reject(new Error(`no answer within ${PATIENCE_MS} ms`))),
    PATIENCE_MS,
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
    late.promise.catch(() => {})
  }
}
