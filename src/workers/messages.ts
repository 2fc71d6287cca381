import type { Asked, Counted } from '../keys/shared-limiter.ts'

/**
 * Words used in this room:
 * - worker: one of the processes of `yantra serve --workers N`; it answers requests as a single process does.
 * - primary: the process that starts the workers and listens for them. It answers no request itself.
 * - place: the number of a worker, from 1. A worker that replaces another gets its place. The first one delivers.
 */

/** The variable that tells a worker its place. */
export const PLACE = 'WORKER_PLACE'

/** What a worker asks the primary, by name. */
export interface Questions {
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
