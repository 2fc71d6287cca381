import type { Enquiry } from '../market/enquiries/enquiry-store.ts'
import { printable, table } from './webhook-table.ts'

/** An enquiry as commands print it: moments in words. */
export function toPrinted({ created_at, closed_at, due_at, sent_at, error, ...rest }: Enquiry) {
  return {
    ...rest,
    created_at: moment(created_at),
    closed_at: closed_at === null ? null : moment(closed_at),
    next_attempt_at: due_at === null ? null : moment(due_at),
    sent_at: sent_at === null ? null : moment(sent_at),
    error: error || null,
  }
}

export function enquiryTable(enquiries: readonly Enquiry[]): string {
  if (enquiries.length === 0) return 'There are no enquiries.\n'
  return table(
    ['REFERENCE', 'CREATED', 'LISTING', 'STATUS', 'MAIL', 'NAME'],
    enquiries.map((enquiry) => [
      enquiry.reference,
      moment(enquiry.created_at),
      String(enquiry.listing_id),
      enquiry.status,
      enquiry.mail,
      printable(enquiry.name),
    ]),
  )
}

export function enquirySheet(enquiry: Enquiry): string {
  const { error, sent_at, closed_at, due_at } = enquiry
  const lines: [string, string][] = [
    ['reference', enquiry.reference],
    ['listing', String(enquiry.listing_id)],
    ['created', moment(enquiry.created_at)],
    ['status', closed_at === null ? enquiry.status : `${enquiry.status} ${moment(closed_at)}`],
    ['mail', sent_at === null ? `${enquiry.mail}, ${enquiry.attempts} attempts` : `${enquiry.mail} ${moment(sent_at)}`],
    ...(due_at === null ? [] : ([['next attempt', moment(due_at)]] as [string, string][])),
    ...(error === '' ? [] : ([['last fault', printable(error)]] as [string, string][])),
    ['name', printable(enquiry.name)],
    ['mobile', enquiry.phone],
    ['e-mail', printable(enquiry.email)],
    ['language', enquiry.language],
  ]
  const message = enquiry.message.split('\n').map((line) => `  ${printable(line)}\n`)
  return `${lines.map(([name, value]) => `${name.padEnd(14)} ${value}`.trimEnd()).join('\n')}\n\n${message.join('')}`
}

function moment(ms: number): string {
  return new Date(ms).toISOString()
}
