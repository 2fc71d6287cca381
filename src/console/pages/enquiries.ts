import type { Enquiry } from '../../market/enquiries/enquiry-store.ts'
import { BUYER, enquiries as noun } from '../../operator/enquiries.ts'
import { html } from '../../site/html.ts'
import { figure } from '../../site/words/figures.ts'
import { actForm, bulkForm, sheetOf, tableOf, tickColumn } from '../desk.ts'
import type { ConsolePage, PageContext } from '../page.ts'
import { ACTS, filters, nothing, type Paged, pager, type Shown, sheet } from '../parts.ts'

interface EnquiriesValues extends Paged<Enquiry> {
  status: 'open' | 'all'
  open: number
}

export function enquiriesPage(context: PageContext, values: EnquiriesValues): ConsolePage {
  const { rows, status, open, page, hasMore } = values
  const { to } = context
  const choices = [
    { text: `Open ${figure(open)}`, href: to('enquiries'), isOn: status === 'open' },
    { text: 'All', href: to('enquiries', { show: 'all' }), isOn: status === 'all' },
  ]
  const close: Shown<Enquiry>[number] = [
    ACTS,
    (one) => actForm(context, noun, 'close', one) ?? actForm(context, noun, 'reopen', one),
  ]
  const many = bulkForm(context, noun, 'many', to('enquiries', { show: status === 'all' ? 'all' : null }))
  const body = html`${filters('Which enquiries', choices)}
${rows.length > 0 ? tableOf(context, 'Enquiries', noun.columns, rows, [close], many ? [tickColumn(noun, 'many')] : []) : nothing(status === 'open' ? 'Nobody waits for you: no enquiry is open.' : 'No buyer has asked yet. They ask on the pages of used machines.')}
${rows.length > 0 && many}
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

export function enquiryPage(context: PageContext, values: EnquiryValues): ConsolePage {
  const { enquiry, listing, contact, isMailed } = values
  const known = Object.entries(contact).filter(([, value]) => value !== null && value !== '')
  const seller = known.map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  )
  const body = html`<div class="acts-row">${actForm(context, noun, 'close', enquiry, { look: 'main' })}${actForm(context, noun, 'reopen', enquiry)}${isMailed && actForm(context, noun, 'resend', enquiry)}</div>
<div class="halves"><section><h2>Buyer</h2>
${sheetOf(context, BUYER, enquiry)}</section>
<section><h2>Seller</h2>
${seller.length > 0 ? sheet(seller) : nothing('The listing came without a contact.')}
<p class="quiet">For you alone: it stands in no page of the site and in no answer of the API.</p></section></div>
<section class="panel"><h2>Message</h2><p class="message">${enquiry.message}</p></section>
${sheetOf(context, noun.sheet, enquiry, [['Listing', `${enquiry.listing_id}${listing ? `: ${listing}` : ', which is gone'}`]])}`
  return { title: 'Enquiry', body, menu: 'enquiries' }
}
