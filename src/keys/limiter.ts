/**
 * Words used in this room:
 * - key: what a caller shows; its string is seen once and stored as a hash. A rotated key has several strings.
 * - offer: what an Authorization header brings. caller: who calls with a good key.
 * - keyring: the keys in use, kept in memory.
 * - window: the minute in which a name's requests are counted. take: one request, counted or refused.
 * - policy: whose limit counts: anonymous, standard or enterprise.
 * - shared: counted in one place for many processes, in Redis or in the primary of several workers.
 */

/** The length of a window. */
export const WINDOW_MS = 60_000

/** The state of a window after one more request. */
export interface Take {
  allowed: boolean
  remaining: number
  /** Until the window ends. */
  resetMs: number
}

/** Counts requests a minute. A window begins with its first request. */
export interface Limiter {
  /** Counts a request under a name unless the limit is reached. */
  take(name: string, limit: number): Promise<Take>
  /** Takes one request off the count. */
  refund(name: string): void
  close(): Promise<void>
}
