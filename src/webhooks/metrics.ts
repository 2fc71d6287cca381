import type { Db } from '../database/schema.ts'
import { createGauges, createHistogram, createLabelledCounter, type MetricRegistry } from '../lib/metrics.ts'
import type { Outcome, OutcomeName } from './outcome.ts'
import { liveSubscriptions } from './subscriptions.ts'

const NAMES: readonly OutcomeName[] = ['delivered', 'rejected', 'timeout', 'unreachable', 'refused', 'aborted']

export function createSenderMetrics(registry: MetricRegistry): (outcome: Outcome) => void {
  const about = ['yantra_webhook_attempts_total', 'Attempts to deliver, by outcome'] as const
  const attempted = createLabelledCounter(registry, about, 'outcome', NAMES)
  const aboutDuration = ['yantra_webhook_attempt_seconds', 'From the claim to the end of the answer'] as const
  const observe = createHistogram(registry, aboutDuration, [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15])
  return ({ outcome, startedAt, finishedAt }) => {
    attempted(outcome)
    observe(Math.max(0, finishedAt - startedAt) / 1_000)
  }
}

export function registerBacklogMetrics(registry: MetricRegistry, db: Db, now: () => number = Date.now): void {
  const gauge = createGauges(registry, () => readBacklog(db, now()))
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
  const help = 'Subscriptions of live keys, by state'
  gauge('yantra_webhook_subscriptions', help, ({ active, disabled }) => ({ active, disabled }), { label: 'state' })
}

/** Leaves out deliveries of ended keys. */
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
