import type { Config } from '../config.ts'

/** Tells when new work must be turned away so that what is under way can end. */
export interface Shedding {
  overloaded(): boolean
  close(): void
}

const SAMPLE_MS = 25
const MEMORY_EVERY = 20
const MEGABYTE = 1024 * 1024

/**
 * A turn of the event loop is late when the timer that it should have run is; what still waits in it waits as long.
 * One late turn is a hiccup. In the turns right after it work is turned away once they are late too, so that each
 * still does as much as it can do in time.
 */
export function createShedding({ maxEventLoopDelayMs, maxMemoryMb }: Config['shedding']): Shedding {
  const maxDelay = maxEventLoopDelayMs || Number.POSITIVE_INFINITY
  const maxMemory = (maxMemoryMb || Number.POSITIVE_INFINITY) * MEGABYTE
  let timer: NodeJS.Timeout | undefined
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
      if (timer === undefined) {
        // From the first request on: a start is slow for other reasons.
        timer = setInterval(sample, SAMPLE_MS).unref()
        due = performance.now() + SAMPLE_MS
      }
      return full || (late && performance.now() - due > maxDelay)
    },
    close: () => clearInterval(timer),
  }
}

/** To ask takes a descriptor; when there is none to be had, nothing is known. */
function residentMemory(): number {
  try {
    return process.memoryUsage.rss()
  } catch {
    return 0
  }
}
