import { Counter, Histogram, type Registry } from 'prom-client'
import type { Outcome, OutcomeName } from './outcome.ts'

interface SenderMetrics {
  attempt(outcome: Outcome): void
}

const NAMES: readonly OutcomeName[] = ['delivered', 'rejected', 'timeout', 'unreachable', 'refused', 'aborted']

/** The sender's own counters. */
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
