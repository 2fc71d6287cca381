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
  /** Counts in one place for many processes; rejects when that place does not answer in time. */
  count(batch: LimitRequest[]): Promise<LimitCount[]>
  /** Called when that place goes away, with the reason, and when it is back; always called the first time. */
  onChange?(isAway: boolean, cause?: unknown): void
}

interface PendingLimit extends LimitRequest {
  takers: ((state: LimitState) => void)[]
}

const PROBE: LimitRequest = { name: 'probe', refunds: 0, requests: 1, limit: 1_000_000_000 }
const PROBE_MS = 500
const MAX_NAMES = 500

/**
 * Shares windows between processes, in batches. While the shared counter is away, the process counts alone and probes
 * in the background.
 */
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

  /** Asks whether that place counts, unless that is known, by counting: one that cannot count may still answer. */
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
    // Those of this turn go together.
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
