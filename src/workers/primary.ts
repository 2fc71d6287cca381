import cluster, { type Worker } from 'node:cluster'
import { Refused } from '../errors.ts'
import { createMemoryLimiter } from '../keys/limiter.ts'
import type { Log } from '../log.ts'
import { threadEnv } from '../running/threads.ts'
import { connect, type OfPrimary, type OfWorker, PLACE, sumMetrics } from './link.ts'

interface Workers {
  /** Where they listen. */
  url: string
  /** What the first worker shows a person. */
  banner: unknown
  /** Stops all workers and kills those that do not end in time. Returns the worst exit code. */
  stop(): Promise<number>
}

/** A worker that has not ended after this time is killed, so all have ended within 10 s. */
const STOP_MS = 9_200
/** A worker that does not send its metrics in this time is left out. */
const PATIENCE_MS = 2_000

/**
 * Starts the same command in several workers. The first one starts alone: it reports the start once for all, and when
 * it fails no other is tried. Later, a worker that ends is replaced.
 */
export async function startWorkers(count: number, log: Log): Promise<Workers> {
  const workers = new Map<number, { worker: Worker; ask: ReturnType<typeof connect<OfWorker>> }>()
  const ready = new Set<number>()
  const windows = createMemoryLimiter()
  const pause = backOff()
  let isStopping = false
  let hasStarted = false
  let worst = 0
  const ended = Promise.withResolvers<void>()

  // The workers take connections from one queue of the system: one that is busy or gone leaves them to the others.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // JSON has no NaN.
  cluster.setupPrimary({ serialization: 'advanced' })

  function tellReadiness(): void {
    for (const { ask } of workers.values()) ask('allReady', ready.size === count).catch(() => {})
  }

  /** Rejects when the worker ends before it listens. */
  function startOne(place: number): Promise<Pick<Workers, 'url' | 'banner'>> {
    const worker = cluster.fork({ ...threadEnv(), [PLACE]: String(place) })
    const listens = Promise.withResolvers<Pick<Workers, 'url' | 'banner'>>()
    const own: OfPrimary = {
      listens(where) {
        ready.add(place)
        tellReadiness()
        listens.resolve(where)
      },
      count: (batch) => batch.map(windows.count),
      async metrics() {
        const told = await Promise.allSettled([...workers.values()].map(({ ask }) => ask('ownMetrics')))
        return sumMetrics(told.filter((one) => one.status === 'fulfilled').map(({ value }) => value))
      },
    }
    const channel = {
      send: (message: object) => worker.isConnected() && worker.send(message),
      on: worker.on.bind(worker),
    }
    workers.set(place, { worker, ask: connect<OfWorker>(channel, own, PATIENCE_MS) })
    // Writing to a worker that was killed emits an error, which would end this process without a listener.
    worker.on('error', () => {})
    worker.on('exit', (code, signal) => {
      workers.delete(place)
      ready.delete(place)
      worst = Math.max(worst, code ?? 1)
      // It has said why.
      listens.reject(new Refused('a worker could not start', code || 1))
      if (isStopping && workers.size === 0) ended.resolve()
      if (isStopping || !hasStarted) return
      const ms = pause()
      log.error({ worker: place, code, signal, again_after_ms: ms }, 'a worker ended; another takes its place')
      tellReadiness()
      setTimeout(() => {
        if (!isStopping) startOne(place).catch(() => {})
      }, ms)
    })
    return listens.promise
  }

  async function stop(): Promise<number> {
    isStopping = true
    if (workers.size === 0) return worst
    worst = 0
    for (const { worker } of workers.values()) worker.process.kill('SIGTERM')
    const timer = setTimeout(() => {
      log.error({ workers: workers.size }, 'work in progress was aborted')
      for (const { worker } of workers.values()) worker.process.kill('SIGKILL')
    }, STOP_MS)
    await ended.promise
    clearTimeout(timer)
    return worst
  }

  try {
    const first = await startOne(1)
    await Promise.all(Array.from({ length: count - 1 }, (_, at) => startOne(at + 2)))
    hasStarted = true
    return { ...first, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const FIRST_MS = 250
const LAST_MS = 30_000
/** When nothing has ended for this long, the next pause is the first again. */
const CALM_MS = 60_000

/** Makes a function that is called when a worker ends. It tells how long to wait before starting another. */
export function backOff(now = () => performance.now()): () => number {
  let last = Number.NEGATIVE_INFINITY
  let pause = 0
  return () => {
    const at = now()
    pause = at - last > CALM_MS ? FIRST_MS : Math.min(LAST_MS, pause * 2)
    last = at
    return pause
  }
}
