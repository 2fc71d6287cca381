import { AggregatorRegistry, type Registry } from 'prom-client'
import { inTime } from '../in-time.ts'
import type { Limiter } from '../keys/limiter.ts'
import { type Asked, type Counted, createSharedLimiter } from '../keys/shared-limiter.ts'

/**
 * Words used in this room:
 * - worker: one of the processes of `yantra serve --workers N`; it answers requests as a single process does.
 * - primary: the process that starts the workers and listens for them. It answers no request itself.
 * - place: the number of a worker, from 1. A worker that replaces another gets its place. The first one delivers.
 */

/** The variable that tells a worker its place. */
export const PLACE = 'WORKER_PLACE'

/** What a worker asks the primary, by name. */
interface Questions {
  /** Counts requests against their limits, for all workers together. */
  count: { asks: Asked[]; answer: Counted[] }
  /** The metrics of all workers, as text. */
  metrics: { asks: null; answer: string }
}

export interface Question {
  question: keyof Questions
  id: number
  asks: unknown
}

export type FromWorker = { listens: string; banner?: unknown } | Question | { metricsId: number; metrics: Metric[] }

export type ToWorker = { allReady: boolean } | { answerTo: number; answer: unknown } | { tellMetrics: number }

/** A metric as prom-client exports it, to be added to those of other processes. */
export type Metric = Awaited<ReturnType<import('prom-client').Registry['getMetricsAsJSON']>>[number]

export type Link = NonNullable<ReturnType<typeof openLink>>

const PATIENCE_MS = 5_000

/** A worker's way to the primary; undefined in a process that is not a worker. */
export function openLink(env: Record<string, string | undefined> = process.env) {
  const place = Number(env[PLACE])
  if (!place || !process.send) return undefined
  const waiting = new Map<number, (answer: unknown) => void>()
  let questions = 0
  let isComplete = false
  let readMetrics: () => Promise<Metric[]> = async () => []
  const send = (message: FromWorker) => {
    if (process.connected) process.send!(message)
  }

  process.on('message', (message: ToWorker) => {
    if ('allReady' in message) isComplete = message.allReady
    else if ('answerTo' in message) {
      waiting.get(message.answerTo)?.(message.answer)
      waiting.delete(message.answerTo)
    } else {
      const { tellMetrics: metricsId } = message
      void readMetrics().then((metrics) => send({ metricsId, metrics }))
    }
  })

  return {
    place,
    /** Whether every worker takes requests. */
    get isComplete() {
      return isComplete
    },
    ask<Name extends keyof Questions>(
      question: Name,
      asks: Questions[Name]['asks'],
    ): Promise<Questions[Name]['answer']> {
      const id = ++questions
      const answer = new Promise<never>((resolve) => waiting.set(id, resolve as (answer: unknown) => void))
      send({ question, id, asks })
      return inTime(answer, PATIENCE_MS).finally(() => waiting.delete(id))
    },
    /** Sets how the primary gets this worker's own metrics. */
    onMetrics(read: () => Promise<Metric[]>): void {
      readMetrics = read
    },
    /** Tells the primary where this worker listens, and the banner to show a person. */
    listens: (url: string, banner?: unknown) => send({ listens: url, banner }),
    /** From now on the link does not keep the process alive: the worker listens, or could not start. */
    release: () => process.channel?.unref(),
  }
}

/** A metric that fails, such as a count in an unreachable database, does not hide the others. */
export async function readMetrics(registry: Registry): Promise<Metric[]> {
  const read = await Promise.allSettled(registry.getMetricsAsArray().map((metric) => metricOf(metric)))
  return read.filter((metric) => metric.status === 'fulfilled').map(({ value }) => value)
}

/** prom-client's type of a metric lacks `get`. */
function metricOf(metric: unknown): Promise<Metric> {
  return (metric as { get(): Promise<Metric> }).get()
}

/** The metrics of several processes as one text: counters are added, and each gauge says how it is combined. */
export function sumMetrics(all: readonly Metric[][]): Promise<string> {
  return AggregatorRegistry.aggregate(all as never).metrics()
}

/** A request that waits longer for the primary is counted by its own process. */
const COUNT_PATIENCE_MS = 1_000

/** Limits of all workers together, counted by the primary. */
export async function createWorkerLimiter(link: Link): Promise<Limiter> {
  const limiter = createSharedLimiter({ count: (batch) => inTime(link.ask('count', batch), COUNT_PATIENCE_MS) })
  await limiter.probe()
  return limiter
}

/** What one worker tells about all of them. */
export function reportAllWorkers(link: Link, own: Registry) {
  link.onMetrics(() => readMetrics(own))
  return {
    get isComplete() {
      return link.isComplete
    },
    metrics: () => link.ask('metrics', null),
  }
}
