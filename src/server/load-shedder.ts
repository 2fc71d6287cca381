import type { Config } from '../config.ts'
import { createCache } from '../lib/cache.ts'
import { schedule } from '../lib/timers.ts'

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

interface Work {
  run(): void
  /** Whether the client is still there. */
  isWanted(): boolean
}

interface Waiting {
  work: Work
  address: string
  since: number
}

/**
 * All times are of this thread's own processor. By the wall clock a busy host looks like an overload, and an idle
 * service would refuse its only visitor.
 */
export function ownTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** With so few in flight nobody is refused. */
const FEW = 8

/** Milliseconds of work after which arrivals get their turn. */
const SLICE_MS = 1
/** Nothing is refused before work has waited this long: the pictures of one page on a fresh service are no overload. */
const PATIENCE_MS = 100
/** The weight of the newest turn in the average. */
const WEIGHT = 0.1
/** Lately is about the last second. An address that took more milliseconds of it asks much. */
const LATELY_MS = 1_000
const MUCH_MS = 100
const MAX_ADDRESSES = 10_000
/** While others wait too, addresses that ask much have one turn of so many. */
const TURNS_FOR_MUCH = 8

/** What waits in a lane, by address in the order of their turns: whoever asks much waits, and not the others. */
function createQueue() {
  const [few, much] = [new Map<string, Waiting[]>(), new Map<string, Waiting[]>()]
  /** `passed`: turns of the others since one of those that ask much had one. */
  return { few, much, count: 0, passed: 0 }
}

/** `mostWaitMs`: how long work may wait; 0 means no limit. */
export function createGate(mostWaitMs: number, now = ownTime) {
  const most = mostWaitMs || Number.POSITIVE_INFINITY
  const lanes = { api: createQueue(), pages: createQueue() }
  let next: Lane = 'api'
  let arrivals = 0
  let seen = 0
  /** Work pauses so that connections and requests can arrive. */
  let isPausing = false
  let pausedAt = 0
  /** Milliseconds of work since arrivals had their turn. */
  let spent = 0
  /** The recent average of milliseconds from one turn to the next, with what arrives between them. */
  let usual = 0
  /** When the last turn was, while others still waited. */
  let turnAt: number | undefined
  const byAddress = createCache<string, { ms: number; at: number }>(MAX_ADDRESSES)

  /** Milliseconds of work for an address lately; what is longer ago counts less. */
  function lately(address: string): number {
    const taken = byAddress.get(address)
    return taken === undefined ? 0 : taken.ms * Math.exp((taken.at - now()) / LATELY_MS)
  }

  const asksMuch = (address: string) => lately(address) > MUCH_MS

  function run(work: Work, address: string): void {
    const start = now()
    work.run()
    // Runs after promises that are already settled: they belong to the work.
    queueMicrotask(() => process.nextTick(ended, start, address))
  }

  function ended(start: number, address: string): void {
    const ms = now() - start
    spent += ms
    byAddress.set(address, { ms: lately(address) + ms, at: start + ms })
    if (turnAt === undefined) usual += (ms - usual) * WEIGHT
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
    while (waiting() > 0) {
      const { work, address } = takeTurn()
      if (!work.isWanted()) continue
      const at = now()
      if (turnAt !== undefined) usual += (at - turnAt - usual) * WEIGHT
      turnAt = waiting() > 0 ? at : undefined
      run(work, address)
      return
    }
    turnAt = undefined
  }

  /** Takes from both lanes in turn. */
  function takeTurn(): Waiting {
    const lane = lanes[next].count > 0 ? next : OTHER[next]
    next = OTHER[lane]
    const queue = lanes[lane]
    const { few, much } = queue
    const isForMuch = few.size === 0 || (much.size > 0 && ++queue.passed === TURNS_FOR_MUCH)
    if (isForMuch) queue.passed = 0
    const from = isForMuch ? much : few
    const [address, own] = from.entries().next().value!
    from.delete(address)
    const first = own.shift()!
    if (own.length > 0) (asksMuch(address) ? much : few).set(address, own)
    queue.count--
    return first
  }

  const waiting = () => lanes.api.count + lanes.pages.count

  return {
    /** Whether any work waits for its turn. */
    hasWaiting: () => waiting() > 0,
    /** Called for every connection and request. */
    arrived() {
      arrivals++
    },
    /** Runs the work now or later. Returns false and does nothing if it would wait too long. */
    enter({ lane, address }: { lane: Lane; address: string }, work: Work): boolean {
      if (!isPausing && waiting() === 0) {
        run(work, address)
        return true
      }
      const queue = lanes[lane]
      const { few, much } = queue
      const own = few.get(address) ?? much.get(address)
      const inLane = Math.min(queue.count, ((own?.length ?? 0) + 1) * (few.size + much.size))
      // The lanes take turns.
      const ahead = inLane + Math.min(inLane, lanes[OTHER[lane]].count)
      const since = now()
      if (waiting() > FEW && ahead * usual > most) {
        const [first] = own ?? (few.size > 0 ? few : much).values().next().value ?? []
        if (first && since - first.since > PATIENCE_MS) return false
      }
      if (own) own.push({ work, address, since })
      else (asksMuch(address) ? much : few).set(address, [{ work, address, since }])
      queue.count++
      return true
    },
  }
}

const OTHER = { api: 'pages', pages: 'api' } as const

const SAMPLE_MS = 25
const MEMORY_EVERY = 20

export type Shedding = ReturnType<typeof createShedding>

/**
 * Tells when to refuse new work so that current work can finish: when the turns of the event loop before this one and of
 * now took too long, and many requests came in it. One long turn is no overload.
 */
export function createShedding({ maxEventLoopDelayMs, maxMemoryMb }: Config['shedding'], now = ownTime) {
  const maxDelay = maxEventLoopDelayMs || Number.POSITIVE_INFINITY
  const maxMemory = (maxMemoryMb || Number.POSITIVE_INFINITY) * 1_048_576
  let turnAt = now()
  let inTurn = 0
  let late = false
  let full = false
  let samples = 0

  const loop = schedule(SAMPLE_MS, () => {
    late = now() - turnAt > maxDelay
    turnAt = now()
    inTurn = 0
    if (samples++ % MEMORY_EVERY === 0) full = residentMemory() > maxMemory
  })

  return {
    overloaded: () => full || (++inTurn > FEW && late && now() - turnAt > maxDelay),
    close: loop.stop,
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
