import { AggregatorRegistry, type Registry } from 'prom-client'
import { inTime } from '../in-time.ts'
import type { Asked, Counted, Limiter } from '../keys/limiter.ts'
import { createSharedLimiter } from '../keys/shared-limiter.ts'

/**
 * Words used in this room:
 * - worker: one of the processes of `yantra serve --workers N`; it answers requests as a single process does.
 * - primary: the process that starts the workers and listens for them. It answers no request itself.
 * - place: the number of a worker, from 1. A worker that replaces another gets its place. The first one delivers.
 */

/** The variable that tells a worker its place. */
export const PLACE = 'WORKER_PLACE'

/** What a worker asks the primary. */
export type OfPrimary = {
  /** Says where it listens, and the banner to show a person. */
  listens(where: { url: string; banner: unknown }): void
  /** Counts requests against their limits, for all workers together. */
  count(batch: Asked[]): Counted[]
  /** The metrics of all workers, as text. */
  metrics(): Promise<string>
}

/** What the primary asks a worker. */
export type OfWorker = {
  /** Says whether every worker takes requests. */
  allReady(areReady: boolean): void
  ownMetrics(): Promise<Metric[]>
}

/** A metric as prom-client exports it, to be added to those of other processes. */
type Metric = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]

type Answers = Record<string, (value: never) => unknown>
type Message = { id: number; question?: string; value: unknown }

interface Channel {
  send(message: Message): void
  on(event: 'message', take: (message: Message) => void): unknown
}

/** Makes a function that asks the process at the other end of a channel; `own` answers what that one asks. */
export function connect<Theirs extends Answers>(channel: Channel, own: Answers, patienceMs: number) {
  const waiting = new Map<number, (answer: unknown) => void>()
  let asked = 0
  channel.on('message', async ({ id, question, value }) => {
    if (question === undefined) waiting.get(id)?.(value)
    else channel.send({ id, value: await own[question]!(value as never) })
  })
  return <Q extends keyof Theirs & string>(
    question: Q,
    ...[value]: Parameters<Theirs[Q]>
  ): Promise<Awaited<ReturnType<Theirs[Q]>>> => {
    const id = ++asked
    const answer = new Promise<Awaited<ReturnType<Theirs[Q]>>>((resolve) => waiting.set(id, resolve as never))
    channel.send({ id, question, value })
    return inTime(answer, patienceMs).finally(() => waiting.delete(id))
  }
}

export type Link = NonNullable<ReturnType<typeof openLink>>

const PATIENCE_MS = 5_000
/** A request that waits longer for the primary is counted by its own process. */
const COUNT_PATIENCE_MS = 1_000

/** A worker's way to the primary; undefined in a process that is not a worker. */
export function openLink(env: Record<string, string | undefined> = process.env) {
  const place = Number(env[PLACE])
  if (!place || !process.send) return undefined
  let isComplete = false
  let registry: Registry | undefined
  const own: OfWorker = {
    allReady(areReady) {
      isComplete = areReady
    },
    ownMetrics: async () => (registry ? readMetrics(registry) : []),
  }
  const channel: Channel = {
    send: (message) => process.connected && process.send!(message),
    on: (event, take) => process.on(event, take),
  }
  const ask = connect<OfPrimary>(channel, own, PATIENCE_MS)
  return {
    place,
    listens: (url: string, banner?: unknown) => void ask('listens', { url, banner }).catch(() => {}),
    /** From now on the link does not keep the process alive: the worker listens, or could not start. */
    release: () => process.channel?.unref(),
    /** Limits of all workers together. */
    async createLimiter(): Promise<Limiter> {
      const limiter = createSharedLimiter({ count: (batch) => inTime(ask('count', batch), COUNT_PATIENCE_MS) })
      await limiter.probe()
      return limiter
    },
    /** What one worker tells about all of them. */
    reportAll(metrics: Registry) {
      registry = metrics
      return {
        get isComplete() {
          return isComplete
        },
        metrics: () => ask('metrics'),
      }
    },
  }
}

/** A metric that fails, such as a count in an unreachable database, does not hide the others. */
async function readMetrics(registry: Registry): Promise<Metric[]> {
  // prom-client's type of a metric lacks `get`.
  const metrics = registry.getMetricsAsArray() as unknown as { get(): Promise<Metric> }[]
  const read = await Promise.allSettled(metrics.map((metric) => metric.get()))
  return read.filter((metric) => metric.status === 'fulfilled').map(({ value }) => value)
}

/** The metrics of several processes as one text: counters are added, and each gauge says how it is combined. */
export function sumMetrics(all: readonly Metric[][]): Promise<string> {
  return AggregatorRegistry.aggregate(all as never).metrics()
}
