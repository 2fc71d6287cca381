import type { Enquiry } from '../../market/enquiries/enquiry-store.ts'
import { type Html, html } from '../../site/html.ts'
import { figure } from '../../site/words/figures.ts'
import type { Around, ConsolePage } from '../page.ts'
import { button } from '../parts/forms.ts'
import { nothing, pager, sheet, table } from '../parts/table.ts'
import { counted, id, moment, state, type Tone } from '../parts/values.ts'

const NONE = html`<span class="none">none</span>`

interface EnquiriesValues {
  enquiries: readonly Enquiry[]
  status: 'open' | 'all'
  open: number
  page: number
  hasMore: boolean
}

export function enquiriesPage({ to, now }: Around, values: EnquiriesValues): ConsolePage {
  const { enquiries, status, open, page, hasMore } = values
  const rows = enquiries.map((enquiry) => [
    html`<a href="${to(`enquiries/${enquiry.reference}`)}">${id(enquiry.reference)}</a>`,
    moment(enquiry.created_at, now),
    html`<strong>${enquiry.name}</strong>`,
    html`<span class="clip">${enquiry.message}</span>`,
    String(enquiry.listing_id),
    statusOf(enquiry),
    relayOf(enquiry),
    enquiry.status === 'open' && button(to(`enquiries/${enquiry.reference}/close`), 'Close'),
  ])
  const columns = [
    ...['Reference', 'Came', 'Buyer', { name: 'Message', is: 'wide' as const }, 'Listing', 'State', 'Mail'],
    { name: 'Actions', is: 'acts' as const },
  ]
  const choice = (name: 'open' | 'all', label: string) =>
    html`<a class="button" href="${to('enquiries', { show: name === 'all' ? 'all' : null })}"${name === status ? html` aria-current="true"` : null}>${label}</a>`
  const body = html`<nav class="filters" aria-label="Which enquiries">${choice('open', `Open ${figure(open)}`)}${choice('all', 'All')}</nav>
${rows.length > 0 ? table('Enquiries', columns, rows) : nothing(status === 'open' ? 'Nobody waits for you: no enquiry is open.' : 'No buyer has asked yet. They ask on the pages of used machines.')}
${pager({ page, hasMore, to: (page) => to('enquiries', { show: status === 'all' ? 'all' : null, page }) })}`
  return { title: 'Enquiries', body, menu: 'enquiries' }
}

interface EnquiryValues {
  enquiry: Enquiry
  /** The listing's name; undefined when it is gone. */
  listing: string | undefined
  /** The seller's contact as imported. */
  contact: Record<string, unknown>
  isMailed: boolean
}

export function enquiryPage({ to, now }: Around, values: EnquiryValues): ConsolePage {
  const { enquiry, listing, contact, isMailed } = values
  const path = `enquiries/${enquiry.reference}`
  const known = Object.entries(contact).filter(([, value]) => value !== null && value !== '')
  const resend = isMailed && button(to(`${path}/resend`), 'Resend')
  const body = html`<div class="acts-row">${enquiry.status === 'open' && button(to(`${path}/close`), 'Close', { look: 'main' })}${resend}</div>
<div class="halves"><section><h2>Buyer</h2>
${sheet([
  ['Name', enquiry.name],
  ['Mobile', enquiry.phone || NONE],
  ['E-mail', enquiry.email || NONE],
  ['Language', enquiry.language],
])}</section>
<section><h2>Seller</h2>
${known.length > 0 ? sheet(known.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])) : nothing('The listing came without a contact.')}
<p class="quiet">For you alone: it stands in no page of the site and in no answer of the API.</p></section></div>
<section class="panel"><h2>Message</h2><p class="message">${enquiry.message}</p></section>
${sheet([
  ['Reference', id(enquiry.reference)],
  ['Came', moment(enquiry.created_at, now)],
  ['Listing', `${enquiry.listing_id}${listing ? `: ${listing}` : ', which is gone'}`],
  ['State', html`${statusOf(enquiry)}${enquiry.closed_at !== null && html` ${moment(enquiry.closed_at, now)}`}`],
  ['Mail', html`${relayOf(enquiry)} ${counted(enquiry.attempts, 'attempt')}`],
  ...(enquiry.sent_at === null ? [] : ([['Sent', moment(enquiry.sent_at, now)]] as const)),
  ...(enquiry.due_at === null ? [] : ([['Next attempt', moment(enquiry.due_at, now)]] as const)),
  ...(enquiry.error === '' ? [] : ([['Last fault', enquiry.error]] as const)),
])}`
  return { title: 'Enquiry', body, menu: 'enquiries' }
}

function statusOf({ status }: Enquiry): Html {
  return state(status, status === 'open' ? 'warn' : 'calm')
}

const RELAY: Record<Enquiry['mail'], [string, Tone]> = {
  waiting: ['waits for you', 'warn'],
  pending: ['being sent', 'warn'],
  sent: ['sent', 'good'],
  failed: ['failed', 'bad'],
}

function relayOf({ mail, status }: Enquiry): Html {
  return status === 'closed' && mail === 'waiting' ? state('not mailed', 'calm') : state(...RELAY[mail])
}
