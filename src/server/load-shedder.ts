import type { Config } from '../config.ts'
import { schedule } from '../lib/timers.ts'

export type LoadShedder = ReturnType<typeof createLoadShedder>

/** Never refuse a request while this many or fewer are in flight. */
const MIN_IN_FLIGHT = 8
const MAX_IN_FLIGHT_PER_ADDRESS = 128
const AVERAGE_WEIGHT = 0.1
const MEMORY_CHECK_MS = 500

/** The processor time of this thread: by the wall clock a busy host looks like an overload. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Runs one request in each turn of the event loop; addresses that wait take turns. Refuses a request that would wait
 * too long: the requests ahead of it times the average of a turn (docs/decisions/gate.md).
 */
export function createLoadShedder({ maxEventLoopDelayMs, maxMemoryMb }: Config['shedding'], now = threadCpuMs) {
  const maxWait = maxEventLoopDelayMs || Number.POSITIVE_INFINITY
  const queues = new Map<string, (() => void)[]>()
  const inFlight = new Map<string, number>()
  let [inFlightCount, waitingCount, arrivals, averageMs] = [0, 0, 0, 0]
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
    if (!isBusy) execute(run)
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

  function execute(run: () => void): void {
    isBusy = true
    const startedAt = now()
    const arrivalsBefore = arrivals
    run()
    setImmediate(endTurn, startedAt, arrivalsBefore)
  }

  /** Node accepts one connection in each turn of the event loop: arrivals are read for as long as the job took. */
  function endTurn(startedAt: number, arrivalsBefore: number, until?: number): void {
    const time = now()
    const end = until ?? 2 * time - startedAt
    if (arrivals !== arrivalsBefore && time < end) return void setImmediate(endTurn, startedAt, arrivals, end)
    averageMs += (time - startedAt - averageMs) * AVERAGE_WEIGHT
    isBusy = false
    const [next] = queues
    if (!next) return
    const [address, queue] = next
    const run = queue.shift()!
    waitingCount--
    queues.delete(address)
    if (queue.length > 0) queues.set(address, queue)
    execute(run)
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
    /** To be called for every connection and request. */
    arrived: () => void arrivals++,
    hasWaiting: () => waitingCount > 0,
    isOutOfMemory: () => isOutOfMemory,
    close: async () => checking?.stop(),
  }
}
