import type { Tier } from '../schema/api/values.ts'

export const WINDOW_MS = 60_000

export interface LimitState {
  allowed: boolean
  remaining: number
  /** Until the window ends. */
  resetMs: number
}

/** A rate limiter: counts requests a minute. A window begins with its first request. */
export interface Limiter {
  /** Counts a request under a name unless the limit is reached; at once where the counts are in memory. */
  take(name: string, limit: number): LimitState | Promise<LimitState>
  /** Takes one request off the count. */
  refund(name: string): void
  close(): Promise<void>
}

/** Requests of one name, counted together: how many to take off, how many to add, and the limit. */
export interface LimitRequest {
  name: string
  refunds: number
  requests: number
  limit: number
}

/** The count before the first added one, how many were granted, and how long the window lasts. */
export interface LimitCount {
  before: number
  granted: number
  leftMs: number
}

/** Returns the state for one of several requests counted together, by its place. */
export function toLimitState({ before, granted, leftMs }: LimitCount, limit: number, place: number): LimitState {
  return {
    allowed: place < granted,
    remaining: Math.max(0, limit - before - place - 1),
    resetMs: leftMs > 0 ? leftMs : WINDOW_MS,
  }
}

const MAX_WINDOWS = 100_000

/** Fractions could make a window last 61 seconds when rounded up. */
const wholeMilliseconds = () => Math.floor(performance.now())

/** Counts in the memory of this process, at once. `now` is a clock that never goes back, in whole milliseconds. */
export function createMemoryLimiter({ now = wholeMilliseconds, maxWindows = MAX_WINDOWS } = {}) {
  /** In the order in which they end, since all are equally long. */
  const windows = new Map<string, { count: number; endsAt: number }>()

  function open(name: string, timestamp: number) {
    windows.delete(name)
    for (const [oldest, window] of windows) {
      if (window.endsAt > timestamp && windows.size < maxWindows) break
      windows.delete(oldest)
    }
    const window = { count: 0, endsAt: timestamp + WINDOW_MS }
    windows.set(name, window)
    return window
  }

  function count({ name, refunds, requests, limit }: LimitRequest): LimitCount {
    const timestamp = now()
    let window = windows.get(name)
    if (window === undefined || window.endsAt <= timestamp) window = requests > 0 ? open(name, timestamp) : undefined
    if (!window) return { before: 0, granted: 0, leftMs: 0 }
    const before = Math.max(0, window.count - refunds)
    const granted = Math.max(0, Math.min(requests, limit - before))
    window.count = before + granted
    return { before, granted, leftMs: window.endsAt - timestamp }
  }

  return {
    count,
    take: (name: string, limit: number) => toLimitState(count({ name, refunds: 0, requests: 1, limit }), limit, 0),
    refund: (name: string) => void count({ name, refunds: 1, requests: 0, limit: 0 }),
    size: () => windows.size,
  }
}

export function createLocalLimiter(): Limiter {
  const { take, refund } = createMemoryLimiter()
  return { take, refund, async close() {} }
}

export type Policy = 'anonymous' | Tier

/** A quota policy as a structured field of draft-ietf-httpapi-ratelimit-headers, named after its callers. */
export function policyField(policy: Policy, limit: number): string {
  return `"${policy}";q=${limit};w=${WINDOW_MS / 1_000}`
}

/** What remains of the policy: `r` requests for `t` seconds. */
export function stateField(policy: Policy, state: LimitState): string {
  return `"${policy}";r=${state.remaining};t=${secondsLeft(state)}`
}

/** Rounded up, so that after this wait there is a new window. */
export function secondsLeft(state: LimitState): number {
  return Math.max(1, Math.ceil(state.resetMs / 1_000))
}
