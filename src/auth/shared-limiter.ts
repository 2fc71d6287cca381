import { every, oneAtATime } from '../lib/timers.ts'
import { type Asked, type Counted, createMemoryLimiter, type Limiter, type LimitState, stateOf } from './limiter.ts'

interface SharedLimiterParts {
  /** Counts in one place for many processes; rejects when that place does not answer in time. */
  count(batch: Asked[]): Promise<Counted[]>
  /** Called when that place goes away, with the reason, and when it is back; always called the first time. */
  onTurn?(isAway: boolean, cause?: unknown): void
}

interface Ask extends Asked {
  takers: ((state: LimitState) => void)[]
}

/** Counted now and then as a test; never near its limit. */
const PROBE: Asked = { name: 'probe', refunds: 0, asked: 1, limit: 1_000_000_000 }
const PROBE_MS = 500
const MAX_NAMES = 500

/**
 * Shares the windows of many processes. Requests that arrive during one question go together with the next. Without an
 * answer in time the process uses its own windows and asks in the background; a request never waits for a place that is
 * known to be away.
 */
export function createSharedLimiter({ count, onTurn }: SharedLimiterParts): Limiter & { probe(): Promise<void> } {
  const local = createMemoryLimiter()
  const asks = new Map<string, Ask>()
  let away = true
  let isReported = false

  function turn(nowAway: boolean, cause?: unknown): void {
    if (away !== nowAway || (nowAway && !isReported)) {
      isReported = true
      onTurn?.(nowAway, cause)
    }
    away = nowAway
  }

  /** Asks whether that place counts, unless that is known, by counting: one that cannot count may still answer. */
  async function probe(): Promise<void> {
    if (!away) return
    try {
      await count([PROBE])
      turn(false)
    } catch (error) {
      if (!isReported) turn(true, error)
    }
  }

  function askFor(name: string): Ask {
    void send()
    return asks.getOrInsertComputed(name, () => ({ name, limit: 0, refunds: 0, asked: 0, takers: [] }))
  }

  const send = oneAtATime(async () => {
    // Those of this turn go together.
    await undefined
    const batch = [...asks.values()].slice(0, MAX_NAMES)
    for (const { name } of batch) asks.delete(name)
    if (asks.size > 0) void send()
    await answerBatch(batch)
  })

  async function answerBatch(batch: readonly Ask[]): Promise<void> {
    try {
      if (away) throw new Error('it is away')
      const counted = await count(batch.map(({ takers: _, ...asked }) => asked))
      for (const [at, { takers, limit }] of batch.entries()) {
        for (const [place, taker] of takers.entries()) taker(stateOf(counted[at]!, limit, place))
      }
    } catch (error) {
      if (!away) turn(true, error)
      for (const { name, limit, takers } of batch) for (const taker of takers) taker(local.take(name, limit))
    }
  }

  const loop = every(PROBE_MS, probe)
  return {
    probe,
    async take(name, limit) {
      if (away) return local.take(name, limit)
      return new Promise((resolve) => {
        const ask = askFor(name)
        ask.limit = limit
        ask.asked++
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
