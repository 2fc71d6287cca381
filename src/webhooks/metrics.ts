import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Db } from '../database/schema.ts'
import { readSeldom } from '../running/kept.ts'
import type { Outcome, OutcomeName } from './outcome.ts'
import { liveSubscriptions } from './subscriptions.ts'

const NAMES: readonly OutcomeName[] = ['delivered', 'rejected', 'timeout', 'unreachable', 'refused', 'aborted']

/** The sender's own counters; the result counts an attempt. */
export function createSenderMetrics(registry: Registry): (outcome: Outcome) => void {
  const attempts = new Counter({
    name: 'yantra_webhook_attempts_total',
    help: 'Attempts to deliver, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of NAMES) attempts.inc({ outcome }, 0)
  const latency = new Histogram({
    name: 'yantra_webhook_attempt_seconds',
    help: 'From the claim to the end of the answer',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  })
  return ({ outcome, startedAt, finishedAt }) => {
    attempts.inc({ outcome })
    latency.observe(Math.max(0, finishedAt - startedAt) / 1_000)
  }
}

const KEPT_MS = 5_000

/**
 * What the database holds, asked for when the metrics are read; a scrape that follows soon gets the same figures.
 * While the database does not answer these gauges have no value, and the others are told all the same.
 */
export function registerBacklogMetrics(registry: Registry, db: Db, now: () => number = Date.now): void {
  const backlog = readSeldom(() => readBacklog(db, now()), KEPT_MS)

  function gauge(name: string, help: string, read: (backlog: Backlog) => number): void {
    new Gauge({
      name,
      help,
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const found = await backlog()
        this.set(found ? read(found) : Number.NaN)
      },
    })
  }

  gauge(
    'yantra_webhook_pending',
    'Deliveries of live keys without an outcome yet, those waiting for a retry or a disabled receiver included',
    ({ pending }) => pending,
  )
  gauge(
    'yantra_webhook_oldest_pending_seconds',
    'Age of the oldest of them, throttled ones included; 0 when there is none',
    ({ oldest }) => (oldest === null ? 0 : Math.max(0, now() - oldest) / 1_000),
  )
  new Gauge({
    name: 'yantra_webhook_subscriptions',
    help: 'Subscriptions of live keys, by state',
    aggregator: 'max',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const found = await backlog()
      this.set({ state: 'active' }, found?.active ?? Number.NaN)
      this.set({ state: 'disabled' }, found?.disabled ?? Number.NaN)
    },
  })
}

type Backlog = Awaited<ReturnType<typeof readBacklog>>

/** Without what belongs to keys that have ended: nobody waits for that. */
async function readBacklog(db: Db, now: number) {
  const live = liveSubscriptions(db, now)
  const waiting = await live
    .innerJoin('deliveries', 'deliveries.subscription_id', 'subscriptions.id')
    .select((eb) => [eb.fn.countAll<number>().as('pending'), eb.fn.min('deliveries.created_at').as('oldest')])
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const { total, disabled } = await live
    .select((eb) => [eb.fn.countAll<number>().as('total'), eb.fn.count<number>('disabled_at').as('disabled')])
    .executeTakeFirstOrThrow()
  return { pending: waiting.pending, oldest: waiting.oldest, active: total - disabled, disabled }
}
