import type { Registry } from 'prom-client'
import { inTime } from '../in-time.ts'
import type { Limiter } from '../keys/limiter.ts'
import { createSharedLimiter } from '../keys/shared-limiter.ts'
import type { Link } from './link.ts'
import { readMetrics } from './sum-metrics.ts'

/** A request that waits longer for the primary is counted by its own process. */
const PATIENCE_MS = 1_000

/** Limits of all workers together, counted by the primary. */
export async function createWorkerLimiter(link: Link): Promise<Limiter> {
  const limiter = createSharedLimiter({ count: (batch) => inTime(link.ask('count', batch), PATIENCE_MS) })
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
