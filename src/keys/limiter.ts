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
  take(name: string, limit: number): Take | Promise<Take>
  /** Takes one request off the count. */
  refund(name: string): void
  close(): Promise<void>
}
