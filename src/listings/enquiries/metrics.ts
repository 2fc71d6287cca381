import type { Db } from '../../database/schema.ts'
import { createGauges, createLabelledCounter, type MetricRegistry } from '../../lib/metrics.ts'
import { readUnsent, type TakenEnquiry } from './enquiry-store.ts'

const OUTCOMES = { reference: 'accepted', faults: 'faulty', limited: 'limited', trapped: 'trapped', sample: 'sample' }
/** `failed` is tried again; `given_up` waits for the operator. */
const MAILED = ['sent', 'failed', 'given_up'] as const
export type MailOutcome = (typeof MAILED)[number]

export function createEnquiryMetrics(registry: MetricRegistry): (taken: TakenEnquiry | undefined) => void {
  const about = ['yantra_enquiries_total', 'Enquiries that buyers sent, by what came of them.'] as const
  const count = createLabelledCounter(registry, about, 'outcome', [...Object.values(OUTCOMES), 'no_listing'])
  return (taken) => count(taken ? OUTCOMES[Object.keys(taken)[0] as keyof typeof OUTCOMES] : 'no_listing')
}

export function createMailMetrics(registry: MetricRegistry): (outcome: MailOutcome) => void {
  const help = 'Attempts to mail an enquiry to its seller, by outcome; after a failed one it is tried again.'
  return createLabelledCounter(registry, ['yantra_enquiry_mails_total', help], 'outcome', MAILED)
}

export function registerUnsentMetrics(registry: MetricRegistry, db: Db, now: () => number = Date.now): void {
  const gauge = createGauges(registry, () => readUnsent(db, now()))
  gauge(
    'yantra_enquiries_unsent',
    'Open enquiries that were not delivered: waiting for the operator, failed permanently, or overdue because no process sends mail.',
    ({ waiting, failed, overdue }) => ({ waiting, failed, overdue }),
    { label: 'why' },
  )
  gauge(
    'yantra_enquiries_oldest_unsent_seconds',
    'Age of the oldest of them; 0 when there is none.',
    ({ oldest }) => Math.max(0, now() - (oldest ?? now())) / 1_000,
  )
}
