/**
 * All work except cached answers goes through a gate, which runs some of it and then lets new connections and requests
 * arrive. Node accepts one connection in each turn of the event loop; without a gate its work would follow at once, and
 * the last to arrive would wait for the work of all others.
 */
export interface Gate {
  /** Runs the work now or later. Returns false and does nothing if it would wait too long. */
  enter(lane: Lane, work: Work): boolean
  /** Called for every connection and request. */
  arrived(): void
  /** Whether any work waits for its turn. */
  hasWaiting(): boolean
}

/** The API and everything else never wait for each other. */
export type Lane = 'api' | 'pages'

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

/** `mostWaitMs`: how long work may wait; 0 means no limit. */
export function createGate(mostWaitMs: number, now = () => performance.now()): Gate {
  const most = mostWaitMs || Number.POSITIVE_INFINITY
  const lanes: Record<Lane, { work: Work; since: number }[]> = { api: [], pages: [] }
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

  function run(work: Work): void {
    const start = now()
    work.run()
    // Runs after promises that are already settled: they belong to the work.
    queueMicrotask(() => process.nextTick(ended, start))
  }

  function ended(start: number): void {
    const ms = now() - start
    spent += ms
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
    let work: Work | undefined
    do work = take()
    while (work && !work.isWanted())
    if (work) run(work)
  }

  /** Takes from both lanes in turn. */
  function take(): Work | undefined {
    const lane = lanes[next].length > 0 ? next : other(next)
    next = other(lane)
    return lanes[lane].shift()?.work
  }

  const hasWaiting = () => lanes.api.length + lanes.pages.length > 0

  return {
    hasWaiting,
    arrived() {
      arrivals++
    },
    enter(lane, work) {
      if (!isPausing && !hasWaiting()) {
        run(work)
        return true
      }
      const waiting = lanes[lane]
      const since = now()
      const isLong = waiting.length * usual * WITH_PAUSES > most
      if (isLong && since - waiting[0]!.since > PATIENCE_MS) return false
      waiting.push({ work, since })
      return true
    },
  }
}

function other(lane: Lane): Lane {
  return lane === 'api' ? 'pages' : 'api'
}
