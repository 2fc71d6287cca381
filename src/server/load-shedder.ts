import type { Config } from '../config.ts'
import { createCache } from '../lib/cache.ts'
import { schedule } from '../lib/timers.ts'

export type LoadShedder = ReturnType<typeof createLoadShedder>

/** Never refuse a request while this many or fewer are in flight. */
const MIN_IN_FLIGHT = 8
const MAX_IN_FLIGHT_PER_ADDRESS = 128
const AVERAGE_WEIGHT = 0.1
const MAX_ADDRESSES = 10_000
const MEMORY_CHECK_MS = 500

/** The processor time of this thread: by the wall clock a busy host looks like an overload. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Runs one request in each turn of the event loop, next that of the address which has used the least processor time.
 * Refuses a request that would wait too long: the requests ahead of it times the average of a turn.
 */
export function createLoadShedder({ maxEventLoopDelayMs, maxMemoryMb }: Config['shedding'], now = threadCpuMs) {
  const maxWait = maxEventLoopDelayMs || Number.POSITIVE_INFINITY
  const queues = new Map<string, (() => void)[]>()
  const inFlight = new Map<string, number>()
  /** What each address has used, counted from the virtual time at which it came. */
  const usage = createCache<string, number>(MAX_ADDRESSES)
  let [inFlightCount, waitingCount, arrivals, averageMs, virtualTime] = [0, 0, 0, 0, 0]
  let [isBusy, isOutOfMemory] = [false, false]
  const checking = maxMemoryMb > 0 ? schedule(MEMORY_CHECK_MS, checkMemory, { atOnce: true }) : undefined

  /** Runs the job in its turn and returns what to call when its response has ended; undefined if it is refused. */
  function enter(address: string, run: () => void): (() => void) | undefined {
    const count = inFlight.get(address) ?? 0
    const queue = queues.get(address)
    const ahead = Math.min(waitingCount, ((queue?.length ?? 0) + 1) * queues.size)
    const isLate = inFlightCount >= MIN_IN_FLIGHT && ahead * averageMs > maxWait
    if (isLate || (count >= MAX_IN_FLIGHT_PER_ADDRESS && maxEventLoopDelayMs > 0)) return undefined
    inFlight.set(address, count + 1)
    inFlightCount++
    if (!isBusy) execute(address, run)
    else {
      waitingCount++
      if (queue) queue.push(run)
      else queues.set(address, [run])
    }
    return () => {
      inFlightCount--
      const left = inFlight.get(address)! - 1
      if (left > 0) inFlight.set(address, left)
      else inFlight.delete(address)
    }
  }

  const usedBy = (address: string) => Math.max(virtualTime, usage.get(address) ?? 0)

  function execute(address: string, run: () => void): void {
    isBusy = true
    const startedAt = now()
    const arrivalsBefore = arrivals
    virtualTime = usedBy(address)
    run()
    setImmediate(endTurn, address, startedAt, arrivalsBefore)
  }

  /** Node accepts one connection in each turn of the event loop: arrivals are read for as long as the job took. */
  function endTurn(address: string, startedAt: number, arrivalsBefore: number, until?: number): void {
    const time = now()
    if (until === undefined) usage.set(address, usedBy(address) + time - startedAt)
    const end = until ?? 2 * time - startedAt
    if (arrivals !== arrivalsBefore && time < end) return void setImmediate(endTurn, address, startedAt, arrivals, end)
    averageMs += (time - startedAt - averageMs) * AVERAGE_WEIGHT
    isBusy = false
    let next: string | undefined
    for (const waiting of queues.keys()) if (next === undefined || usedBy(waiting) < usedBy(next)) next = waiting
    if (next === undefined) return
    const queue = queues.get(next)!
    const run = queue.shift()!
    waitingCount--
    queues.delete(next)
    if (queue.length > 0) queues.set(next, queue)
    execute(next, run)
  }

  /** Reading it needs a file descriptor; without a free one the answer is unknown. */
  function checkMemory(): void {
    try {
      isOutOfMemory = process.memoryUsage.rss() > maxMemoryMb * 1_048_576
    } catch {
      isOutOfMemory = false
    }
  }

  return {
    enter,
    arrived: () => void arrivals++,
    hasWaiting: () => waitingCount > 0,
    isOutOfMemory: () => isOutOfMemory,
    close: async () => checking?.stop(),
  }
}
