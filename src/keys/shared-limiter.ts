import { every, oneAtATime } from '../running/loops.ts'
import { createMemoryLimiter, type Limiter, type LimitState, type MemoryLimiter, WINDOW_MS } from './limiter.ts'

/** Requests of one name, counted together: how many to take off, how many to add, and the limit. */
export interface Asked {
  name: string
  refunds: number
  asked: number
  limit: number
}

/** The count before the first added one, how many were granted, and how long the window lasts. */
export interface Counted {
  before: number
  granted: number
  leftMs: number
}

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
      batch.forEach((ask, at) => {
        share(ask, counted[at]!)
      })
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

/** Gives the granted requests to those who asked, first come first served. */
function share(ask: Ask, { before, granted, leftMs }: Counted): void {
  const resetMs = leftMs > 0 ? leftMs : WINDOW_MS
  ask.takers.forEach((taker, at) => {
    taker({ allowed: at < granted, remaining: Math.max(0, ask.limit - before - at - 1), resetMs })
  })
}

/** Counts in the memory of the one process that others ask. */
export function countInMemory(limiter: MemoryLimiter, batch: readonly Asked[]): Counted[] {
  return batch.map(({ name, refunds, asked, limit }) => {
    for (let n = 0; n < refunds; n++) limiter.refund(name)
    const takes = Array.from({ length: asked }, () => limiter.take(name, limit))
    const [first] = takes
    if (!first) return { before: 0, granted: 0, leftMs: 0 }
    return {
      before: first.allowed ? limit - first.remaining - 1 : limit,
      granted: takes.filter(({ allowed }) => allowed).length,
      leftMs: first.resetMs,
    }
  })
}
