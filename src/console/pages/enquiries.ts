import { BUYER, enquiries } from '../../admin/enquiries.ts'
import { readRequestedListing, sellerContact } from '../../listings/enquiries/mail.ts'
import { html } from '../../website/html.ts'
import { detailsOf, nothing } from '../parts.ts'
import { resourcePages } from '../resource-pages.ts'

export const ENQUIRY_PAGES = resourcePages(enquiries, {
  details: enquiries.columns.filter((name) => !BUYER.includes(name)),
  async more({ to, now }, { reads }, enquiry) {
    const { listing_id } = enquiry
    const listing = await readRequestedListing(reads, listing_id)
    const name = listing && [listing.maker_name, listing.variant_name, listing.year].filter(Boolean).join(' ')
    const contact = Object.entries(await sellerContact(reads, listing_id))
    return html`<p>${name ? html`About <a href="${to(`listings/${listing_id}`)}">${name}</a>` : 'The listing is gone.'}</p>
<div class="halves"><section><h2>Buyer</h2>
${detailsOf(
  BUYER.map((name) => [name, enquiries.json(enquiry)[name]]),
  now,
)}</section>
<section><h2>Seller</h2>
${contact.some(([, value]) => value) ? detailsOf(contact, now) : nothing('The listing has no contact.')}
<p class="quiet">Private: the site and the API never show it.</p></section></div>`
  },
})
