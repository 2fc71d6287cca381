import { iso } from '../calendar.ts'
import type { Enquiry } from '../market/enquiries/enquiry-store.ts'
import { printable, sheet, table } from './table.ts'

/** An enquiry as commands print it. */
export function toPrinted({ created_at, closed_at, due_at, sent_at, error, ...rest }: Enquiry) {
  return {
    ...rest,
    created_at: iso(created_at),
    closed_at: iso(closed_at),
    next_attempt_at: iso(due_at),
    sent_at: iso(sent_at),
    error: error || null,
  }
}

export function enquiryTable(enquiries: readonly Enquiry[]): string {
  if (enquiries.length === 0) return 'There are no enquiries.\n'
  return table(
    ['REFERENCE', 'CREATED', 'LISTING', 'STATUS', 'MAIL', 'NAME'],
    enquiries.map((enquiry) => [
      enquiry.reference,
      iso(enquiry.created_at),
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
    ['created', iso(enquiry.created_at)],
    ['status', closed_at === null ? enquiry.status : `${enquiry.status} ${iso(closed_at)}`],
    ['mail', sent_at === null ? `${enquiry.mail}, ${enquiry.attempts} attempts` : `${enquiry.mail} ${iso(sent_at)}`],
  ]
  if (due_at !== null) lines.push(['next attempt', iso(due_at)])
  if (error !== '') lines.push(['last fault', printable(error)])
  lines.push(
    ['name', printable(enquiry.name)],
    ['mobile', enquiry.phone],
    ['e-mail', printable(enquiry.email)],
    ['language', enquiry.language],
  )
  const message = enquiry.message.split('\n').map((line) => `  ${printable(line)}\n`)
  return `${sheet(lines)}\n${message.join('')}`
}
