import type { Config } from '../config.ts'
import { createCache } from '../lib/cache.ts'
import { schedule } from '../lib/timers.ts'

export type LoadShedder = ReturnType<typeof createLoadShedder>

/** Never refuse a request while this many or fewer are in flight. */
const MIN_IN_FLIGHT = 8
/** Of one address; further ones are refused. */
const MAX_IN_FLIGHT_PER_ADDRESS = 128
/** Milliseconds of work after which new connections and requests are read. */
const SLICE_MS = 1
const AVERAGE_WEIGHT = 0.1
const MAX_ADDRESSES = 10_000
const SAMPLE_MS = 25
const MEMORY_EVERY = 20

/** All times are of this thread's processor: by the wall clock a busy host looks like an overload. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Decides which requests run, in which order, and which are refused. Node accepts one connection in each turn of the
 * event loop, so work runs in slices and arrivals are read between them. Addresses share the processor fairly: of
 * those that wait, the one that has used the least of it runs next.
 */
export function createLoadShedder({ maxEventLoopDelayMs, maxMemoryMb }: Config['shedding'], now = threadCpuMs) {
  const maxDelay = maxEventLoopDelayMs || Number.POSITIVE_INFINITY
  const maxPerAddress = maxEventLoopDelayMs === 0 ? Number.POSITIVE_INFINITY : MAX_IN_FLIGHT_PER_ADDRESS
  const maxMemory = (maxMemoryMb || Number.POSITIVE_INFINITY) * 1_048_576
  const waiting = new Map<string, (() => void)[]>()
  const inFlight = new Map<string, number>()
  /** What each address has used, counted from the virtual time at which it came. */
  const usage = createCache<string, number>(MAX_ADDRESSES)
  let [virtualTime, inFlightCount, waitingCount, arrivals, sliceMs, averageMs] = [0, 0, 0, 0, 0, 0]
  let [isPaused, wasLate, isOutOfMemory] = [false, false, false]
  let [sampledAt, requestsSinceSample, samples] = [now(), 0, 0]
  /** When the last job started, while others waited. */
  let turnAt: number | undefined

  const sampling = schedule(SAMPLE_MS, () => {
    wasLate = now() - sampledAt > maxDelay
    sampledAt = now()
    requestsSinceSample = 0
    if (samples++ % MEMORY_EVERY === 0) isOutOfMemory = residentMemory() > maxMemory
  })

  /** Whether the event loop was late before and is now, with many requests in this turn: one long turn is no overload. */
  function isOverloaded(): boolean {
    return isOutOfMemory || (++requestsSinceSample > MIN_IN_FLIGHT && wasLate && now() - sampledAt > maxDelay)
  }

  /** Runs the job in its turn and returns what to call when its response has ended; undefined if it is refused. */
  function enter(address: string, run: () => void): (() => void) | undefined {
    const self = inFlight.get(address) ?? 0
    const jobs = waiting.get(address)
    const ahead = Math.min(waitingCount, ((jobs?.length ?? 0) + 1) * waiting.size)
    if (self >= maxPerAddress || (inFlightCount >= MIN_IN_FLIGHT && ahead * averageMs > maxDelay)) return undefined
    inFlight.set(address, self + 1)
    inFlightCount++
    if (!isPaused && waitingCount === 0) execute(address, run)
    else {
      waitingCount++
      if (jobs) jobs.push(run)
      else waiting.set(address, [run])
    }
    return () => {
      inFlightCount--
      const left = inFlight.get(address)! - 1
      if (left > 0) inFlight.set(address, left)
      else inFlight.delete(address)
    }
  }

  function execute(address: string, run: () => void): void {
    const start = now()
    run()
    // Runs after promises that are already settled: they belong to the job.
    queueMicrotask(() =>
      process.nextTick(() => {
        const ms = now() - start
        sliceMs += ms
        if (turnAt === undefined) averageMs += (ms - averageMs) * AVERAGE_WEIGHT
        virtualTime = Math.max(virtualTime, usedBy(address))
        usage.set(address, usedBy(address) + ms)
        if (isPaused) return
        if (sliceMs < SLICE_MS) return runNext()
        isPaused = true
        const pausedAt = now()
        setImmediate(readArrivals, -1, pausedAt)
      }),
    )
  }

  const usedBy = (address: string) => Math.max(virtualTime, usage.get(address) ?? 0)

  /** Lasts until a turn without arrivals, but no longer than the work before it. */
  function readArrivals(arrivalsBefore: number, pausedAt: number): void {
    if (arrivals !== arrivalsBefore && now() - pausedAt < sliceMs)
      return void setImmediate(readArrivals, arrivals, pausedAt)
    isPaused = false
    sliceMs = 0
    runNext()
  }

  function runNext(): void {
    let next: string | undefined
    for (const address of waiting.keys()) if (next === undefined || usedBy(address) < usedBy(next)) next = address
    if (next === undefined) {
      turnAt = undefined
      return
    }
    const jobs = waiting.get(next)!
    const run = jobs.shift()!
    waitingCount--
    waiting.delete(next)
    if (jobs.length > 0) waiting.set(next, jobs)
    // From one turn to the next: what arrives between them counts.
    const start = now()
    if (turnAt !== undefined) averageMs += (start - turnAt - averageMs) * AVERAGE_WEIGHT
    turnAt = waitingCount > 0 ? start : undefined
    execute(next, run)
  }

  return {
    isOverloaded,
    enter,
    /** To be called for every connection and request. */
    arrived: () => void arrivals++,
    hasWaiting: () => waitingCount > 0,
    close: sampling.stop,
  }
}

/** Reading it needs a file descriptor; without a free one the answer is unknown. */
function residentMemory(): number {
  try {
    return process.memoryUsage.rss()
  } catch {
    return 0
  }
}
