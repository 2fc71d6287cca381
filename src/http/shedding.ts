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
 * The event loop is late when a timer is: every request that waits in this turn of the loop is as late. One late turn
 * is a hiccup, a second one right after it is overload, before it ends; one good sample ends the overload.
 */
export function createShedding({ maxEventLoopDelayMs, maxMemoryMb }: Config['shedding']): Shedding {
  const maxDelay = maxEventLoopDelayMs || Number.POSITIVE_INFINITY
  const maxMemory = (maxMemoryMb || Number.POSITIVE_INFINITY) * MEGABYTE
  let timer: NodeJS.Timeout | undefined
  let due = 0
  let lateInARow = 0
  let full = false
  let samples = 0

  function sample(): void {
    const now = performance.now()
    lateInARow = now - due > maxDelay ? lateInARow + 1 : 0
    due = now + SAMPLE_MS
    if (samples++ % MEMORY_EVERY === 0) full = process.memoryUsage.rss() > maxMemory
  }

  return {
    overloaded() {
      if (timer === undefined) {
        // From the first request on: a start is slow for other reasons.
        timer = setInterval(sample, SAMPLE_MS).unref()
        due = performance.now() + SAMPLE_MS
      }
      return full || lateInARow > 1 || (lateInARow === 1 && performance.now() - due > maxDelay)
    },
    close: () => clearInterval(timer),
  }
}
