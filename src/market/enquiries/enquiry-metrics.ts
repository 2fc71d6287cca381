import { Counter, type Registry } from 'prom-client'
import type { MailOutcome } from './outbox.ts'
import type { TakenEnquiry } from './take-enquiry.ts'

/** Counts buyers' forms: accepted, or refused for their fields, the limit, the trap or the listing. */
export function createEnquiryMetrics(registry: Registry): (taken: TakenEnquiry | undefined) => void {
  const enquiries = new Counter({
    name: 'yantra_enquiries_total',
    help: 'Enquiries that buyers sent, by what came of them.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  for (const outcome of ['accepted', 'faulty', 'limited', 'trapped', 'no_listing']) enquiries.inc({ outcome }, 0)
  return (taken) => enquiries.inc({ outcome: outcomeOf(taken) })
}

function outcomeOf(taken: TakenEnquiry | undefined): string {
  if (!taken) return 'no_listing'
  if ('reference' in taken) return 'accepted'
  if ('faults' in taken) return 'faulty'
  return 'limited' in taken ? 'limited' : 'trapped'
}

export function createMailMetrics(registry: Registry): (outcome: MailOutcome) => void {
  const mails = new Counter({
    name: 'yantra_enquiry_mails_total',
    help: 'Attempts to mail an enquiry to its seller, by outcome; after a failed one it is tried again.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  for (const outcome of ['sent', 'failed', 'given_up'] satisfies MailOutcome[]) mails.inc({ outcome }, 0)
  return (outcome) => mails.inc({ outcome })
}
