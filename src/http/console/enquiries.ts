import { enquiriesPage, enquiryPage } from '../../console/pages/enquiries.ts'
import type { Db } from '../../database/schema.ts'
import { countOpenEnquiries, listEnquiries, readEnquiryByReference } from '../../market/enquiries/enquiry-store.ts'
import { listingName, sellerContact } from '../../market/enquiries/mail-claims.ts'
import { type ConsoleRoutes, readRows } from './console-routes.ts'

interface EnquiryPageParts {
  reads: Db
  /** Whether mail is configured. */
  isMailed: boolean
}

export function addEnquiryPages(routes: ConsoleRoutes, { reads, isMailed }: EnquiryPageParts): void {
  routes.page('/enquiries', async (request) => {
    const status = request.query.get('show') === 'all' ? 'all' : 'open'
    const found = await readRows(request.query, (rows) =>
      listEnquiries(reads, status === 'open' ? { ...rows, status } : rows),
    )
    return enquiriesPage(request, { ...found, status, open: await countOpenEnquiries(reads) })
  })

  routes.page('/enquiries/:reference', async (request) => {
    const enquiry = await readEnquiryByReference(reads, request.params.reference!)
    if (!enquiry) return undefined
    const name = await listingName(reads, enquiry.listing_id)
    const listing = name && [name.maker_name, name.variant_name, name.year].filter(Boolean).join(' ')
    const contact = await sellerContact(reads, enquiry.listing_id)
    return enquiryPage(request, { enquiry, listing, contact, isMailed })
  })
}
