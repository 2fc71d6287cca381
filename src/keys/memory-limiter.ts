import { type Limiter, type Take, WINDOW_MS } from './limiter.ts'

interface Window {
  count: number
  endsAt: number
}

const MAX_WINDOWS = 100_000

/** Counts in the memory of this process, at once. */
export interface MemoryLimiter {
  take(name: string, limit: number): Take
  refund(name: string): void
  /** How many windows are kept. */
  size(): number
}

/** `now` is a clock that never goes back. */
export function createMemoryLimiter({
  now = () => performance.now(),
  maxWindows = MAX_WINDOWS,
}: {
  now?: () => number
  maxWindows?: number
} = {}): MemoryLimiter {
  /** In the order in which they end, since all are equally long. */
  const windows = new Map<string, Window>()

  function open(name: string, at: number): Window {
    windows.delete(name)
    for (const [oldest, window] of windows) {
      if (window.endsAt > at && windows.size < maxWindows) break
      windows.delete(oldest)
    }
    const window = { count: 0, endsAt: at + WINDOW_MS }
    windows.set(name, window)
    return window
  }

  return {
    take(name, limit) {
      const at = now()
      let window = windows.get(name)
      if (window === undefined || window.endsAt <= at) window = open(name, at)
      const allowed = window.count < limit
      if (allowed) window.count++
      return { allowed, remaining: Math.max(0, limit - window.count), resetMs: window.endsAt - at }
    },
    refund(name) {
      const window = windows.get(name)
      if (window && window.count > 0 && window.endsAt > now()) window.count--
    },
    size: () => windows.size,
  }
}

/** The limiter of a process that shares its limits with no other. */
export function createOwnLimiter(): Limiter {
  const { take, refund } = createMemoryLimiter()
  return { take: async (name, limit) => take(name, limit), refund, async close() {} }
}
