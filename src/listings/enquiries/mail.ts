import type { Db } from '../../database/schema.ts'
import type { MarketListing } from '../../schema/api/listing.ts'
import { DISTRICT_NAMES, STATE_NAMES } from '../places.ts'
import type { Enquiry } from './enquiry-store.ts'
import { isEmail } from './input.ts'
import WORDS from './mail-words.json' with { type: 'json' }

export interface Mail {
  from: string
  /** One address, or several joined by commas. */
  to: string
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  messageId: string
}

/** Order of languages in mail-words.json. */
const LANGUAGES = ['en', 'hi', 'ta']

export interface RequestedListing extends Partial<MarketListing> {
  sellerName: string
}

export async function readRequestedListing(db: Db, listingId: number): Promise<RequestedListing | undefined> {
  const row = await db.selectFrom('listings').select('doc').where('id', '=', listingId).executeTakeFirst()
  if (!row) return undefined
  const listing = JSON.parse(row.doc) as Partial<MarketListing>
  const { name } = await sellerContact(db, listingId)
  return { ...listing, sellerName: listing.dealer_name || (typeof name === 'string' ? name : '') }
}

export async function sellerContact(db: Db, listingId: number): Promise<Record<string, unknown>> {
  const contacts = db.selectFrom('listing_contacts').select('doc').where('listing_id', '=', listingId)
  const { doc } = (await contacts.executeTakeFirst()) ?? {}
  return doc ? (JSON.parse(doc) as Record<string, unknown>) : {}
}

export async function sellerEmail(db: Db, listingId: number): Promise<string | undefined> {
  const input = Object.entries(await sellerContact(db, listingId))
  const [, result] = input.find(([key, value]) => /^e[-_ ]?mail/i.test(key) && typeof value === 'string') ?? []
  const email = (result as string | undefined)?.trim()
  return email !== undefined && isEmail(email) ? email : undefined
}

/** Reads `languages: ["ta", "en"]` or `language: "Hindi"`. */
function languageOf({ seller_profile: profile = {} }: Partial<MarketListing>): string | undefined {
  const named = [profile.languages ?? profile.language ?? []].flat().map(String)
  const codes = named.map((name) => /^(en|hi|ta)(?:glish|ndi|mil)?(?:-\w+)?$/i.exec(name.trim())?.[1]?.toLowerCase())
  return codes.find((code) => code !== undefined)
}

interface MailParts {
  from: string
  to: string
  /** The operator receives it, because the seller has no address. */
  isPassedOn: boolean
  listing: RequestedListing | undefined
  /** Empty if unknown. */
  siteUrl: string
}

/** The id is the same at every attempt, so that duplicates are recognised. */
export function composeMail(enquiry: Enquiry, { from, to, isPassedOn, listing, siteUrl }: MailParts): Mail {
  const { reference, name, phone, email, listing_id } = enquiry
  const language = (listing && languageOf(listing)) ?? enquiry.language
  const i = Math.max(0, LANGUAGES.indexOf(language))
  const { maker_name, variant_name, year, district = '', state_code, seller = 'owner', sellerName = '' } = listing ?? {}
  const what = listing ? `${maker_name} ${variant_name}, ${year}` : `#${listing_id}`
  const values: Record<string, string> = { reference, name, what }
  const say = (word: keyof typeof WORDS) => WORDS[word][i]!.replace(/\{(\w+)\}/g, (_, key: string) => values[key]!)
  const self = DISTRICT_NAMES.find(([existing]) => existing.toLowerCase() === district.toLowerCase())?.[i]
  const state = Object.entries(STATE_NAMES).find(([code]) => code === state_code)?.[1][i]
  const whose = [sellerName.replace(/\s+/g, ' ').trim(), say(seller === 'dealer' ? 'dealer' : 'owner')]
  const lines = [
    say('asks'),
    ...(isPassedOn ? [say('passOn')] : []),
    '',
    `${say('listing')}: ${listing_id}${siteUrl && `, ${siteUrl}/${LANGUAGES[i]}/used/${listing_id}`}`,
    ...(listing ? [`${say('seller')}: ${whose.filter(Boolean).join(', ')}`] : []),
    ...(listing ? [`${say('place')}: ${[self ?? district, state ?? state_code].filter(Boolean).join(', ')}`] : []),
    '',
    ...(phone ? [`${say('mobile')}: ${phone}`] : []),
    ...(email ? [`${say('email')}: ${email}`] : []),
    '',
    enquiry.message,
    '',
    say('ending'),
    '',
  ]
  return {
    from,
    to,
    ...(email ? { replyTo: { name, address: email } } : {}),
    subject: say('subject'),
    text: lines.join('\n'),
    messageId: `<enquiry-${reference.toLowerCase()}@${/@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost'}>`,
  }
}

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

/** nodemailer is loaded only with SMTP_URL. */
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
    async check(): Promise<void> {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}
