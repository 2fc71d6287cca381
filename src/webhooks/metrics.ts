import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Db } from '../database/schema.ts'
import type { Outcome, OutcomeName } from './outcomes.ts'

export interface SenderMetrics {
  attempt(outcome: Outcome): void
}

const NAMES: readonly OutcomeName[] = ['delivered', 'rejected', 'timeout', 'unreachable', 'refused', 'aborted']

/** What a sender counts by itself. */
export function createSenderMetrics(registry: Registry): SenderMetrics {
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
  return {
    attempt({ outcome, startedAt, finishedAt }) {
      attempts.inc({ outcome })
      latency.observe(Math.max(0, finishedAt - startedAt) / 1_000)
    },
  }
}

/** What the database holds, asked for when the metrics are read; a scrape that follows soon gets the same figures. */
export function registerBacklogMetrics(registry: Registry, db: Db, now: () => number = Date.now): void {
  let known: Promise<Backlog> | undefined
  let knownAt = 0
  function backlog(): Promise<Backlog> {
    if (!known || now() - knownAt > 5_000) {
      knownAt = now()
      known = readBacklog(db)
    }
    return known
  }
  new Gauge({
    name: 'yantra_webhook_pending',
    help: 'Deliveries without an outcome yet, those waiting for a retry or a disabled receiver included',
    registers: [registry],
    async collect() {
      this.set((await backlog()).pending)
    },
  })
  new Gauge({
    name: 'yantra_webhook_oldest_pending_seconds',
    help: 'Age of the oldest delivery without an outcome, throttled ones included; 0 when there is none',
    registers: [registry],
    async collect() {
      const { oldest } = await backlog()
      this.set(oldest === null ? 0 : Math.max(0, now() - oldest) / 1_000)
    },
  })
  new Gauge({
    name: 'yantra_webhook_subscriptions',
    help: 'Subscriptions, by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { active, disabled } = await backlog()
      this.set({ state: 'active' }, active)
      this.set({ state: 'disabled' }, disabled)
    },
  })
}

interface Backlog {
  pending: number
  oldest: number | null
  active: number
  disabled: number
}

async function readBacklog(db: Db): Promise<Backlog> {
  const waiting = await db
    .selectFrom('deliveries')
    .innerJoin('subscriptions', 'subscriptions.id', 'deliveries.subscription_id')
    .select((eb) => [eb.fn.countAll<number>().as('pending'), eb.fn.min('deliveries.created_at').as('oldest')])
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const all = await db
    .selectFrom('subscriptions')
    .select((eb) => [eb.fn.countAll<number>().as('total'), eb.fn.count<number>('disabled_at').as('disabled')])
    .executeTakeFirstOrThrow()
  const { total, disabled } = all
  return { pending: waiting.pending, oldest: waiting.oldest, active: total - disabled, disabled }
}
