import { once } from 'node:events'
import { Redis } from 'ioredis'
import type { Log } from '../lib/log.ts'
import { withTimeout } from '../lib/timeout.ts'
import { type LimitCount, type Limiter, type LimitRequest, WINDOW_MS } from './rate-limiter.ts'
import { createSharedLimiter } from './shared-limiter.ts'

/** Per name: refunds, requests and limit; answers with the count before, the granted requests and the window's end. */
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
/** Then the process counts alone. */
const TIMEOUT_MS = 75
const CONNECT_MS = 1_000

type RedisWithScript = Redis & { yantraTake(names: number, ...rest: (string | number)[]): Promise<unknown> }

export async function createRedisLimiter(url: string, log?: Log, timeoutMs = TIMEOUT_MS): Promise<Limiter> {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
    socketTimeout: CONNECT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  }) as RedisWithScript
  redis.defineCommand('yantraTake', { lua: SCRIPT })
  // Without a listener an error ends the process.
  redis.on('error', () => {})

  // A starting process reads answers late.
  let currentTimeoutMs = CONNECT_MS
  await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECT_MS) }).catch(() => {})

  async function count(batch: LimitRequest[]): Promise<LimitCount[]> {
    const keys = batch.map(({ name }) => PREFIX + name)
    const counts = batch.flatMap(({ refunds, requests, limit }) => [refunds, requests, limit])
    const answer = redis.yantraTake(keys.length, ...keys, WINDOW_MS, ...counts)
    return readAnswer(await withTimeout(answer, currentTimeoutMs), batch)
  }

  const limiter = createSharedLimiter({
    count,
    onChange(isAway, cause) {
      if (isAway) log?.warn({ reason: reasonOf(cause) }, 'Redis cannot count: each process counts its own rate limits')
      else log?.info({}, 'Redis counts: rate limits are shared')
    },
  })
  redis.on('ready', () => void limiter.probe())
  await limiter.probe()
  currentTimeoutMs = timeoutMs
  return {
    ...limiter,
    async close() {
      await limiter.close()
      redis.disconnect()
    },
  }
}

/** Throws for an answer of another server. */
function readAnswer(answer: unknown, batch: readonly LimitRequest[]): LimitCount[] {
  if (!Array.isArray(answer) || answer.length !== 3 * batch.length || !answer.every(Number.isSafeInteger)) {
    throw new Error('Redis answered what the script does not answer')
  }
  return batch.map(({ requests }, i) => {
    const [before, granted, leftMs] = answer.slice(3 * i, 3 * i + 3) as [number, number, number]
    if (before < 0 || granted < 0 || granted > requests || leftMs > WINDOW_MS) {
      throw new Error('Redis counted what cannot be')
    }
    return { before, granted, leftMs }
  })
}

/** The error contains the command with addresses. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
