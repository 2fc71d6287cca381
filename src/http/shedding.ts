import type { Config } from '../config.ts'
import { every, type Loop } from '../running/loops.ts'

/** Tells when to refuse new work so that current work can finish. */
export interface Shedding {
  overloaded(): boolean
  close(): void
}

const SAMPLE_MS = 25
const MEMORY_EVERY = 20
const MEGABYTE = 1024 * 1024

/**
 * A timer that fires late shows how long all work in that turn of the event loop has waited. One late turn is no
 * overload. After a late turn, work is refused as soon as the next timer is late too.
 */
export function createShedding({ maxEventLoopDelayMs, maxMemoryMb }: Config['shedding']): Shedding {
  const maxDelay = maxEventLoopDelayMs || Number.POSITIVE_INFINITY
  const maxMemory = (maxMemoryMb || Number.POSITIVE_INFINITY) * MEGABYTE
  let loop: Loop | undefined
  let due = 0
  let late = false
  let full = false
  let samples = 0

  function sample(): void {
    const now = performance.now()
    late = now - due > maxDelay
    due = now + SAMPLE_MS
    if (samples++ % MEMORY_EVERY === 0) full = residentMemory() > maxMemory
  }

  return {
    overloaded() {
      if (loop === undefined) {
        // Starts with the first request: a start is slow for other reasons.
        loop = every(SAMPLE_MS, sample)
        due = performance.now() + SAMPLE_MS
      }
      return full || (late && performance.now() - due > maxDelay)
    },
    close: () => void loop?.stop(),
  }
}

/** Asking needs a file descriptor; without a free one the answer is unknown. */
function residentMemory(): number {
  try {
    return process.memoryUsage.rss()
  } catch {
    return 0
  }
}
