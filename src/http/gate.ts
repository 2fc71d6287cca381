/**
 * Work that is more than handing out a kept answer goes through a gate: some of it at a time, and between two times
 * everything that has arrived is looked at. Node takes one new connection in a turn of the event loop; without a gate
 * each would be followed by its work, and who comes last would wait for the work of all before.
 */
export interface Gate {
  /** Runs the work now or when its turn comes. False, and nothing is done, when it would have to wait too long. */
  enter(lane: Lane, work: Work): boolean
  /** Told of every connection and request. */
  arrived(): void
}

/** What is asked of the API never waits for what is asked of everything else, nor the other way round. */
export type Lane = 'api' | 'pages'

interface Work {
  run(): void
  /** Whether somebody still waits for it. */
  isWanted(): boolean
}

/** Milliseconds of work after which it is time to look. */
const SLICE_MS = 2
/** Work and looks together, in terms of work. */
const WITH_LOOKS = 3
/**
 * What comes at once may wait for its turn: nothing is turned away before the one that is next has waited so long. The
 * scripts and pictures of one page on a service that has just started are no overload.
 */
const PATIENCE_MS = 100
/** How much the newest piece of work says about the next ones. */
const WEIGHT = 0.1

/** `mostWaitMs`: how long work may have to wait; 0 lifts the limit. */
export function createGate(mostWaitMs: number, now = () => performance.now()): Gate {
  const most = mostWaitMs || Number.POSITIVE_INFINITY
  const lanes: Record<Lane, { work: Work; since: number }[]> = { api: [], pages: [] }
  let next: Lane = 'api'
  let arrivals = 0
  let seen = 0
  let looking = false
  let since = 0
  /** Milliseconds of work since the last look. */
  let spent = 0
  /** Milliseconds of a piece of work, as of late. */
  let usual = 0

  function run(work: Work): void {
    const start = now()
    work.run()
    // After the promises that are settled already: they are part of the work.
    queueMicrotask(() => process.nextTick(ended, start))
  }

  function ended(start: number): void {
    const ms = now() - start
    spent += ms
    usual += (ms - usual) * WEIGHT
    if (spent >= SLICE_MS) beginLook()
    else if (!looking) runWaiting()
  }

  function beginLook(): void {
    if (looking) return
    looking = true
    since = now()
    // The first call comes in the turn of the work, before anything could arrive.
    seen = -1
    setImmediate(look)
  }

  function look(): void {
    // To the first turn that brought nothing, and no longer than the work took.
    if (arrivals !== seen && now() - since < spent) {
      seen = arrivals
      setImmediate(look)
      return
    }
    looking = false
    spent = 0
    runWaiting()
  }

  function runWaiting(): void {
    let work: Work | undefined
    do work = take()
    while (work && !work.isWanted())
    if (work) run(work)
  }

  /** From the lanes in turn. */
  function take(): Work | undefined {
    const lane = lanes[next].length > 0 ? next : other(next)
    next = other(lane)
    return lanes[lane].shift()?.work
  }

  return {
    arrived() {
      arrivals++
    },
    enter(lane, work) {
      if (!looking && lanes.api.length === 0 && lanes.pages.length === 0) {
        run(work)
        return true
      }
      const waiting = lanes[lane]
      const since = now()
      const isLong = waiting.length * usual * WITH_LOOKS > most
      if (isLong && since - waiting[0]!.since > PATIENCE_MS) return false
      waiting.push({ work, since })
      return true
    },
  }
}

function other(lane: Lane): Lane {
  return lane === 'api' ? 'pages' : 'api'
}
