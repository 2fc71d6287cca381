import type { Enquiry } from './enquiry-store.ts'
import type { ListingName } from './mail-claims.ts'
import { mailWords } from './mail-words.ts'

export interface Mail {
  from: string
  /** One address, or several joined by commas. */
  to: string
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  messageId: string
}

/** The mail with an enquiry for the seller. Its id is the same at every attempt, so a second copy is recognised. */
export function composeMail(
  enquiry: Enquiry,
  { from, to, listing, page }: { from: string; to: string; listing: ListingName | undefined; page: string },
): Mail {
  const what = listing
    ? `${listing.maker_name} ${listing.variant_name}, ${listing.year}`
    : `listing ${enquiry.listing_id}`
  const words = mailWords(enquiry.language)
  const reach = [
    enquiry.phone && `${words.mobile}: ${enquiry.phone}`,
    enquiry.email && `${words.email}: ${enquiry.email}`,
  ]
  return {
    from,
    to,
    ...(enquiry.email ? { replyTo: { name: enquiry.name, address: enquiry.email } } : {}),
    subject: `Enquiry ${enquiry.reference}: ${what}`,
    text: [
      words.asks(enquiry.name, what),
      ...(page ? [page] : []),
      '',
      ...reach.filter(Boolean),
      '',
      enquiry.message,
      '',
      words.ending(enquiry.reference),
      '',
    ].join('\n'),
    messageId: `<enquiry-${enquiry.reference.toLowerCase()}@${/@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost'}>`,
  }
}
