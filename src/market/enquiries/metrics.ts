import { Counter, Gauge, type Registry } from 'prom-client'
import type { Db } from '../../database/schema.ts'
import { readSeldom } from '../../running/kept.ts'
import { readUnsent, type TakenEnquiry } from './enquiry-store.ts'

/** What can become of a buyer's form: it is accepted, or refused for its fields, the limit, the trap or the listing. */
const OUTCOMES = { reference: 'accepted', faults: 'faulty', limited: 'limited', trapped: 'trapped', sample: 'sample' }
/** `failed` is tried again; `given_up` waits for the operator. */
const MAILED = ['sent', 'failed', 'given_up'] as const
export type MailOutcome = (typeof MAILED)[number]

/** Counts buyers' forms by what came of them. */
export function createEnquiryMetrics(registry: Registry): (taken: TakenEnquiry | undefined) => void {
  const help = 'Enquiries that buyers sent, by what came of them.'
  const count = counter(registry, 'yantra_enquiries_total', help, [...Object.values(OUTCOMES), 'no_listing'])
  return (taken) => count(taken ? OUTCOMES[Object.keys(taken)[0] as keyof typeof OUTCOMES] : 'no_listing')
}

/** Counts attempts to mail. */
export function createMailMetrics(registry: Registry): (outcome: MailOutcome) => void {
  const help = 'Attempts to mail an enquiry to its seller, by outcome; after a failed one it is tried again.'
  return counter(registry, 'yantra_enquiry_mails_total', help, MAILED)
}

function counter(registry: Registry, name: string, help: string, outcomes: readonly string[]) {
  const counted = new Counter({ name, help, labelNames: ['outcome'] as const, registers: [registry] })
  for (const outcome of outcomes) counted.inc({ outcome }, 0)
  return (outcome: string) => counted.inc({ outcome })
}

const KEPT_MS = 5_000

/** Open enquiries that reached nobody, as the database tells when the metrics are read; none while it does not answer. */
export function registerUnsentMetrics(registry: Registry, db: Db, now: () => number = Date.now): void {
  const unsent = readSeldom(() => readUnsent(db, now()), KEPT_MS)
  const common = { aggregator: 'max' as const, registers: [registry] }
  new Gauge({
    ...common,
    name: 'yantra_enquiries_unsent',
    help: 'Open enquiries that reached nobody: waiting for the operator, failed for good, or overdue because nobody mails.',
    labelNames: ['why'],
    async collect() {
      const found = await unsent()
      for (const why of ['waiting', 'failed', 'overdue'] as const) this.set({ why }, found?.[why] ?? Number.NaN)
    },
  })
  new Gauge({
    ...common,
    name: 'yantra_enquiries_oldest_unsent_seconds',
    help: 'Age of the oldest of them; 0 when there is none.',
    async collect() {
      const found = await unsent()
      this.set(found ? Math.max(0, now() - (found.oldest ?? now())) / 1_000 : Number.NaN)
    },
  })
}
