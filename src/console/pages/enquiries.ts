import { BUYER, enquiries as resource } from '../../admin/enquiries.ts'
import {
  countOpenEnquiries,
  type Enquiry,
  listEnquiries,
  readEnquiryByReference,
} from '../../listings/enquiries/enquiry-store.ts'
import { readRequestedListing, sellerContact } from '../../listings/enquiries/mail.ts'
import { html } from '../../website/html.ts'
import { figure } from '../../website/messages/figures.ts'
import { type Pages, readRows } from '../page.ts'
import { ACTIONS, type Columns, filters, nothing, pager, sheet } from '../parts.ts'
import { actionForm, bulkForm, detailsOf, tableOf, tickColumn } from '../resource-parts.ts'

export const ENQUIRY_PAGES: Pages = {
  async '/enquiries'(context, { reads }) {
    const { to, query } = context
    const show = query.get('show') === 'all' ? 'all' : null
    const page = await readRows(query, (rows) =>
      listEnquiries(reads, show === 'all' ? rows : { ...rows, status: 'open' }),
    )
    const choices = [
      { text: `Open ${figure(await countOpenEnquiries(reads))}`, href: to('enquiries'), isOn: show === null },
      { text: 'All', href: to('enquiries', { show: 'all' }), isOn: show === 'all' },
    ]
    const close: Columns<Enquiry>[number] = [
      ACTIONS,
      (item) => actionForm(context, resource, 'close', item) ?? actionForm(context, resource, 'reopen', item),
    ]
    const many = bulkForm(context, resource, 'many', to('enquiries', { show }))
    const empty =
      show === 'all' ? 'No enquiries. Buyers send them on the pages of used machines.' : 'No open enquiries.'
    const body = html`${filters('Which enquiries', choices)}
${page.rows.length > 0 ? tableOf(context, 'Enquiries', resource.columns, page.rows, [close], many ? [tickColumn(resource, 'many')] : []) : nothing(empty)}
${page.rows.length > 0 && many}
${pager({ ...page, to: (page) => to('enquiries', { show, page }) })}`
    return { title: 'Enquiries', body, menu: 'enquiries' }
  },

  async '/enquiries/:reference'(context, { reads, config }) {
    const enquiry = await readEnquiryByReference(reads, context.params.reference!)
    if (!enquiry) return undefined
    const isMailed = config.enquiries.mail !== undefined
    const name = await readRequestedListing(reads, enquiry.listing_id)
    const listing = name && [name.maker_name, name.variant_name, name.year].filter(Boolean).join(' ')
    const contact = Object.entries(await sellerContact(reads, enquiry.listing_id))
    const seller = contact
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const)
    const body = html`<div class="acts-row">${actionForm(context, resource, 'close', enquiry, { style: 'main' })}${actionForm(context, resource, 'reopen', enquiry)}${isMailed && actionForm(context, resource, 'resend', enquiry)}</div>
<div class="halves"><section><h2>Buyer</h2>
${detailsOf(context, BUYER, enquiry)}</section>
<section><h2>Seller</h2>
${seller.length > 0 ? sheet(seller) : nothing('The listing has no contact.')}
<p class="quiet">Private: the site and the API never show it.</p></section></div>
<section class="panel"><h2>Message</h2><p class="message">${enquiry.message}</p></section>
${detailsOf(context, resource.details, enquiry, [['Listing', `${enquiry.listing_id}${listing ? `: ${listing}` : ', which is gone'}`]])}`
    return { title: 'Enquiry', body, menu: 'enquiries' }
  },
}
