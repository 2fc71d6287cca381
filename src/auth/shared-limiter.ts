import { coalesce, schedule } from '../lib/timers.ts'
import {
  createMemoryLimiter,
  type LimitCount,
  type Limiter,
  type LimitRequest,
  type LimitState,
  toLimitState,
} from './rate-limiter.ts'

interface SharedLimiterOptions {
  /** Rejects on a timeout. */
  count(batch: LimitRequest[]): Promise<LimitCount[]>
  /** Always called the first time. */
  onChange?(isAway: boolean, cause?: unknown): void
}

interface PendingLimit extends LimitRequest {
  takers: ((state: LimitState) => void)[]
}

const PROBE: LimitRequest = { name: 'probe', refunds: 0, requests: 1, limit: 1_000_000_000 }
const PROBE_MS = 500
const MAX_NAMES = 500

/** Counts in batches. While the shared counter is away, the process counts alone and probes in the background. */
export function createSharedLimiter({ count, onChange }: SharedLimiterOptions): Limiter & { probe(): Promise<void> } {
  const local = createMemoryLimiter()
  const pending = new Map<string, PendingLimit>()
  let away = true
  let isReported = false

  function setAway(nowAway: boolean, cause?: unknown): void {
    if (away !== nowAway || (nowAway && !isReported)) {
      isReported = true
      onChange?.(nowAway, cause)
    }
    away = nowAway
  }

  /** By counting: a server that cannot count may still answer. */
  async function probe(): Promise<void> {
    if (!away) return
    try {
      await count([PROBE])
      setAway(false)
    } catch (error) {
      if (!isReported) setAway(true, error)
    }
  }

  function askFor(name: string): PendingLimit {
    void send()
    return pending.getOrInsertComputed(name, () => ({ name, limit: 0, refunds: 0, requests: 0, takers: [] }))
  }

  const send = coalesce(async () => {
    // Batches requests of one turn.
    await undefined
    const batch = [...pending.values()].slice(0, MAX_NAMES)
    for (const { name } of batch) pending.delete(name)
    if (pending.size > 0) void send()
    await answerBatch(batch)
  })

  async function answerBatch(batch: readonly PendingLimit[]): Promise<void> {
    try {
      if (away) throw new Error('it is away')
      const counted = await count(batch.map(({ takers: _, ...request }) => request))
      for (const [i, { takers, limit }] of batch.entries()) {
        for (const [place, taker] of takers.entries()) taker(toLimitState(counted[i]!, limit, place))
      }
    } catch (error) {
      if (!away) setAway(true, error)
      for (const { name, limit, takers } of batch) for (const taker of takers) taker(local.take(name, limit))
    }
  }

  const loop = schedule(PROBE_MS, probe)
  return {
    probe,
    async take(name, limit) {
      if (away) return local.take(name, limit)
      return new Promise((resolve) => {
        const ask = askFor(name)
        ask.limit = limit
        ask.requests++
        ask.takers.push(resolve)
      })
    },
    refund(name) {
      if (away) local.refund(name)
      else askFor(name).refunds++
    },
    close: loop.stop,
  }
}
