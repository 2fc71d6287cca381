import type { Tier } from '../schema/api/values.ts'

export const WINDOW_MS = 60_000

export interface LimitState {
  allowed: boolean
  remaining: number
  resetMs: number
}

/** Counts requests per minute; a window begins with its first request. */
export interface Limiter {
  /** Synchronous if counted in memory. */
  take(name: string, limit: number): LimitState | Promise<LimitState>
  refund(name: string): void
  close(): Promise<void>
}

/** Requests of one name in a batch. */
export interface LimitRequest {
  name: string
  refunds: number
  requests: number
  limit: number
}

export interface LimitCount {
  before: number
  granted: number
  leftMs: number
}

/** `place`: index within the batch. */
export function toLimitState({ before, granted, leftMs }: LimitCount, limit: number, place: number): LimitState {
  return {
    allowed: place < granted,
    remaining: Math.max(0, limit - before - place - 1),
    resetMs: leftMs > 0 ? leftMs : WINDOW_MS,
  }
}

const MAX_WINDOWS = 100_000

/** Fractions rounded up would give 61 seconds. */
const wholeMilliseconds = () => Math.floor(performance.now())

/** `now` is monotonic, in whole milliseconds. */
export function createMemoryLimiter({ now = wholeMilliseconds, maxWindows = MAX_WINDOWS } = {}) {
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

export function policyField(policy: Policy, limit: number): string {
  return `"${policy}";q=${limit};w=${WINDOW_MS / 1_000}`
}

/** `r` requests for `t` seconds. */
export function stateField(policy: Policy, state: LimitState): string {
  return `"${policy}";r=${state.remaining};t=${secondsLeft(state)}`
}

export function secondsLeft(state: LimitState): number {
  return Math.max(1, Math.ceil(state.resetMs / 1_000))
}
