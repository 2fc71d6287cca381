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

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

/** Sends through the server of SMTP_URL. Its library is loaded only when one is configured. */
export async function createSmtp(url: string) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail: Mail): Promise<void> {
      await transport.sendMail(mail)
    },
    /** Whether the server answers and accepts the credentials. */
    async check(): Promise<void> {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}
