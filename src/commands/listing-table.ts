import type { DeskListing } from '../market/desk/listing-desk.ts'
import { printable, table } from './table.ts'

/** A listing as commands print it: public fields as published, beside what only the operator sees. */
export function toPrinted({ id, status, listing, removed, sent, decision }: DeskListing) {
  const decided = decision && { ...decision, at: new Date(decision.at).toISOString() }
  const asSent = sent.map(({ field, parts }) => ({
    field,
    text: parts.map(({ text }) => text).join(''),
    removed: parts.filter((part) => part.removed).map(({ text }) => text),
  }))
  return { id, status, ...listing, removed, sent: asSent, decision: decided ?? null }
}

export function listingTable(listings: readonly DeskListing[], total: number): string {
  if (total === 0) return 'There are no such listings.\n'
  const rows = listings.map(({ id, status, listing, removed }) => [
    String(id),
    status,
    printable(`${listing.maker_name} ${listing.variant_name}`),
    String(listing.year),
    `₹${(listing.price_inr ?? 0).toLocaleString('en-IN')}`,
    printable(`${listing.district}, ${listing.state_code}`),
    String(countOf(removed) || ''),
  ])
  const more = total > rows.length ? `${rows.length} of ${total.toLocaleString('en-IN')}.\n` : ''
  return table(['ID', 'STATE', 'MACHINE', 'YEAR', 'PRICE', 'PLACE', 'CONTACTS REMOVED'], rows) + more
}

export function listingSheet({ id, status, listing, removed, sent, decision }: DeskListing): string {
  const lines: [string, string][] = [
    ['id', String(id)],
    ['state', decision?.reason ? `${status}: ${printable(decision.reason)}` : status],
    ...Object.entries(listing).map(([name, value]): [string, string] => [name, said(value)]),
    [
      'removed',
      Object.entries(removed)
        .map(([field, count]) => `${count} from ${printable(field)}`)
        .join(', '),
    ],
  ]
  const before = sent.flatMap(({ field, parts }) => [
    `\n${printable(field)}, as sent:\n`,
    `  ${parts.map(({ text, removed }) => (removed ? `[-${said(text)}-]` : said(text))).join('')}\n`,
  ])
  const shown = lines.filter(([, value]) => value !== '')
  return `${shown.map(([name, value]) => `${name.padEnd(18)} ${value}\n`).join('')}${before.join('')}`
}

function said(value: unknown): string {
  return printable(typeof value === 'string' ? value.replaceAll('\n', ' ⏎ ') : JSON.stringify(value))
}

function countOf(removed: Readonly<Record<string, number>>): number {
  return Object.values(removed).reduce((sum, count) => sum + count, 0)
}
