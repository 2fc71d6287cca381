import type { Config } from '../config.ts'
import { kept } from '../running/kept.ts'
import { every, type Loop } from '../running/loops.ts'

/**
 * All work except cached answers goes through a gate, which runs some of it and then lets new connections and requests
 * arrive. Node accepts one connection in each turn of the event loop; without a gate its work would follow at once, and
 * the last to arrive would wait for the work of all others.
 */
export type Gate = ReturnType<typeof createGate>

/**
 * The API and everything else never wait for each other. Within a lane the addresses take turns, those first that took
 * little of the processor lately.
 */
export type Lane = 'api' | 'pages'

interface Waiting {
  work: Work
  address: string
  since: number
}

interface Work {
  run(): void
  /** Whether the client is still there. */
  isWanted(): boolean
}

/** Milliseconds of work after which arrivals get their turn. */
const SLICE_MS = 1
/** How much longer work takes with the pauses between its pieces. */
const WITH_PAUSES = 3
/**
 * Nothing is refused before the next piece of work has waited this long: the scripts and pictures of one page on a
 * fresh service are no overload.
 */
const PATIENCE_MS = 100
/** The weight of the newest piece of work in the average. */
const WEIGHT = 0.1
/** Lately is about the last second. An address that took more milliseconds of it asks much. */
const LATELY_MS = 1_000
const MUCH_MS = 100
const MAX_ADDRESSES = 10_000
/** While others wait too, addresses that ask much have one turn of so many. */
const TURNS_FOR_MUCH = 8

/** `mostWaitMs`: how long work may wait; 0 means no limit. */
export function createGate(mostWaitMs: number, now = () => performance.now()) {
  const most = mostWaitMs || Number.POSITIVE_INFINITY
  const lanes: Record<Lane, Queue> = { api: createQueue(), pages: createQueue() }
  let next: Lane = 'api'
  let arrivals = 0
  let seen = 0
  /** Work pauses so that connections and requests can arrive. */
  let isPausing = false
  let pausedAt = 0
  /** Milliseconds of work since arrivals had their turn. */
  let spent = 0
  /** The recent average of milliseconds for a piece of work. */
  let usual = 0
  const byAddress = kept<string, { ms: number; at: number }>(MAX_ADDRESSES)

  /** Milliseconds of work for an address lately; what is longer ago counts less. */
  function lately(address: string): number {
    const taken = byAddress.get(address)
    return taken === undefined ? 0 : taken.ms * Math.exp((taken.at - now()) / LATELY_MS)
  }

  const asksMuch = (address: string) => lately(address) > MUCH_MS

  function run({ work, address }: Waiting): void {
    const start = now()
    work.run()
    // Runs after promises that are already settled: they belong to the work.
    queueMicrotask(() => process.nextTick(ended, start, address))
  }

  function ended(start: number, address: string): void {
    const ms = now() - start
    spent += ms
    byAddress.set(address, { ms: lately(address) + ms, at: start + ms })
    usual += (ms - usual) * WEIGHT
    if (spent >= SLICE_MS) pause()
    else if (!isPausing) runWaiting()
  }

  function pause(): void {
    if (isPausing) return
    isPausing = true
    pausedAt = now()
    // The first call comes in the same turn as the work, before anything can arrive.
    seen = -1
    setImmediate(endPause)
  }

  /** A pause lasts until a turn without arrivals, but no longer than the work took. */
  function endPause(): void {
    if (arrivals !== seen && now() - pausedAt < spent) {
      seen = arrivals
      setImmediate(endPause)
      return
    }
    isPausing = false
    spent = 0
    runWaiting()
  }

  function runWaiting(): void {
    let waiting: Waiting | undefined
    do waiting = take()
    while (waiting && !waiting.work.isWanted())
    if (waiting) run(waiting)
  }

  /** Takes from both lanes in turn. */
  function take(): Waiting | undefined {
    const lane = lanes[next].count > 0 ? next : other(next)
    next = other(lane)
    return takeTurn(lanes[lane], asksMuch)
  }

  const hasWaiting = () => lanes.api.count + lanes.pages.count > 0

  return {
    /** Whether any work waits for its turn. */
    hasWaiting,
    /** Called for every connection and request. */
    arrived() {
      arrivals++
    },
    /** Runs the work now or later. Returns false and does nothing if it would wait too long. */
    enter({ lane, address }: { lane: Lane; address: string }, work: Work): boolean {
      const waiting = { work, address, since: now() }
      if (!isPausing && !hasWaiting()) {
        run(waiting)
        return true
      }
      const queue = lanes[lane]
      const { few, much } = queue
      const own = few.get(address) ?? much.get(address)
      const ahead = Math.min(queue.count, ((own?.length ?? 0) + 1) * (few.size + much.size))
      if (ahead * usual * WITH_PAUSES > most) {
        const [first] = own ?? (few.size > 0 ? few : much).values().next().value!
        if (waiting.since - first!.since > PATIENCE_MS) return false
      }
      if (own) own.push(waiting)
      else (asksMuch(address) ? much : few).set(address, [waiting])
      queue.count++
      return true
    },
  }
}

function other(lane: Lane): Lane {
  return lane === 'api' ? 'pages' : 'api'
}

/** What waits in a lane, by address in the order of their turns: whoever asks much waits, and not the others. */
interface Queue {
  few: Map<string, Waiting[]>
  much: Map<string, Waiting[]>
  count: number
  /** Turns of the others since one of those that ask much had one. */
  passed: number
}

function createQueue(): Queue {
  return { few: new Map(), much: new Map(), count: 0, passed: 0 }
}

function takeTurn(queue: Queue, asksMuch: (address: string) => boolean): Waiting | undefined {
  const { few, much } = queue
  const isForMuch = few.size === 0 || (much.size > 0 && ++queue.passed === TURNS_FOR_MUCH)
  if (isForMuch) queue.passed = 0
  const from = isForMuch ? much : few
  for (const [address, own] of from) {
    from.delete(address)
    const first = own.shift()
    if (own.length > 0) (asksMuch(address) ? much : few).set(address, own)
    queue.count--
    return first
  }
  return undefined
}

const SAMPLE_MS = 25
const MEMORY_EVERY = 20
const MEGABYTE = 1024 * 1024

export type Shedding = ReturnType<typeof createShedding>

/**
 * Tells when to refuse new work so that current work can finish. A timer that fires late shows how long all work in that turn of the event loop has waited. One late turn is no
 * overload. After a late turn, work is refused as soon as the next timer is late too.
 */
export function createShedding({ maxEventLoopDelayMs, maxMemoryMb }: Config['shedding']) {
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
