import { enquiriesPage, enquiryPage } from '../../console/pages/enquiries.ts'
import type { Db } from '../../database/schema.ts'
import { notFound } from '../../errors.ts'
import { countOpenEnquiries, listEnquiries, readEnquiryByReference } from '../../market/enquiries/enquiry-store.ts'
import { listingName, sellerContact } from '../../market/enquiries/mail-claims.ts'
import { endEnquiry, mailEnquiry } from '../../operator/enquiries.ts'
import { type ConsoleDoor, readRows } from './door.ts'

interface EnquiryPageParts {
  db: Db
  /** For what the pages read. */
  reads: Db
  /** Whether mail is configured. */
  isMailed: boolean
}

export function addEnquiryPages(door: ConsoleDoor, { db, reads, isMailed }: EnquiryPageParts): void {
  door.page('/enquiries', async (request) => {
    const status = request.query.get('show') === 'all' ? 'all' : 'open'
    const { rows: enquiries, ...paging } = await readRows(request.query, (rows) =>
      listEnquiries(reads, status === 'open' ? { ...rows, status } : rows),
    )
    const open = await countOpenEnquiries(reads)
    return enquiriesPage(request, { enquiries, status, open, ...paging })
  })

  door.page('/enquiries/:reference', async (request) => {
    const enquiry = await readEnquiryByReference(reads, request.params.reference!)
    if (!enquiry) return undefined
    const name = await listingName(reads, enquiry.listing_id)
    const listing = name && [name.maker_name, name.variant_name, name.year].filter(Boolean).join(' ')
    const contact = await sellerContact(reads, enquiry.listing_id)
    return enquiryPage(request, { enquiry, listing, contact, isMailed })
  })

  door.action('/enquiries/:reference/close', async ({ to, now, params }) => {
    if (!(await endEnquiry(db, 'console', params.reference!, now))) throw notFound('such enquiry')
    return { to: to('enquiries'), text: `${params.reference} is closed.` }
  })

  door.action('/enquiries/:reference/resend', async ({ to, now, params }) => {
    if (!(await mailEnquiry(db, 'console', params.reference!, now))) throw notFound('such enquiry')
    return { to: to(`enquiries/${params.reference}`), text: `${params.reference} is mailed once more.` }
  })
}
