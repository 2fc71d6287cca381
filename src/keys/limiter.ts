import type { Tier } from '../contract/values.ts'

/**
 * Words used in this room:
 * - key: what a caller shows; its string is seen once and stored as a hash. A rotated key has several strings.
 * - credentials: what an Authorization header brings. caller: who calls with a valid key.
 * - keyring: the keys in use, kept in memory.
 * - window: the minute in which a name's requests are counted. limit state: what is left of it after a request.
 * - policy: whose limit counts: anonymous, standard or enterprise.
 * - shared: counted in one place for many processes, in Redis or in the primary of several workers.
 */

/** The length of a window. */
export const WINDOW_MS = 60_000

/** The state of a window after one more request. */
export interface LimitState {
  allowed: boolean
  remaining: number
  /** Until the window ends. */
  resetMs: number
}

/** Counts requests a minute. A window begins with its first request. */
export interface Limiter {
  /** Counts a request under a name unless the limit is reached. */
  take(name: string, limit: number): Promise<LimitState>
  /** Takes one request off the count. */
  refund(name: string): void
  close(): Promise<void>
}

const MAX_WINDOWS = 100_000

/** With fractions a window would now and then be a little longer than itself, and end in 61 seconds. */
const wholeMilliseconds = () => Math.floor(performance.now())

export type MemoryLimiter = ReturnType<typeof createMemoryLimiter>

/** Counts in the memory of this process, at once. `now` is a clock that never goes back, in whole milliseconds. */
export function createMemoryLimiter({ now = wholeMilliseconds, maxWindows = MAX_WINDOWS } = {}) {
  /** In the order in which they end, since all are equally long: one that is opened anew has gone with those before it. */
  const windows = new Map<string, { count: number; endsAt: number }>()

  function open(name: string, at: number) {
    for (const [oldest, window] of windows) {
      if (window.endsAt > at && windows.size < maxWindows) break
      windows.delete(oldest)
    }
    const window = { count: 0, endsAt: at + WINDOW_MS }
    windows.set(name, window)
    return window
  }

  return {
    take(name: string, limit: number): LimitState {
      const at = now()
      let window = windows.get(name)
      if (window === undefined || window.endsAt <= at) window = open(name, at)
      const allowed = window.count < limit
      if (allowed) window.count++
      return { allowed, remaining: Math.max(0, limit - window.count), resetMs: window.endsAt - at }
    },
    refund(name: string): void {
      const window = windows.get(name)
      if (window && window.count > 0) window.count--
    },
    /** How many windows are kept. */
    size: () => windows.size,
  }
}

/** The limiter of a process that shares its limits with no other. */
export function createOwnLimiter(): Limiter {
  const { take, refund } = createMemoryLimiter()
  return { take: async (name, limit) => take(name, limit), refund, async close() {} }
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
