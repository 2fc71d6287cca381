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
 * The event loop is late when a timer is: every request that waits in this turn of the loop is as late. A turn that
 * has gone on for too long counts before it ends, and one good sample ends the overload.
 */
export function createShedding({ maxEventLoopDelayMs, maxMemoryMb }: Config['shedding']): Shedding {
  const maxDelay = maxEventLoopDelayMs || Number.POSITIVE_INFINITY
  const maxMemory = (maxMemoryMb || Number.POSITIVE_INFINITY) * MEGABYTE
  let due = performance.now() + SAMPLE_MS
  let late = false
  let full = false
  let samples = 0

  const timer = setInterval(() => {
    const now = performance.now()
    late = now - due > maxDelay
    due = now + SAMPLE_MS
    if (++samples % MEMORY_EVERY === 0) full = process.memoryUsage.rss() > maxMemory
  }, SAMPLE_MS).unref()

  return {
    overloaded: () => late || full || performance.now() - due > maxDelay,
    close: () => clearInterval(timer),
  }
}
