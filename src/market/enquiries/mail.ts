import type { MarketListing } from '../../contract/listing.ts'
import type { Db } from '../../database/schema.ts'
import { DISTRICT_NAMES, STATE_NAMES } from '../places.ts'
import type { Enquiry } from './enquiry-store.ts'
import { isEmail } from './input.ts'

export interface Mail {
  from: string
  /** One address, or several joined by commas. */
  to: string
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  messageId: string
}

/** In English, Hindi and Tamil. */
const WORDS = {
  subject: ['Enquiry {reference}: {what}', 'पूछताछ {reference}: {what}', 'விசாரணை {reference}: {what}'],
  asks: [
    '{name} asks about this used machine: {what}.',
    '{name} इस पुरानी मशीन के बारे में पूछ रहे हैं: {what}।',
    '{name} பயன்படுத்திய இந்த இயந்திரத்தைப் பற்றிக் கேட்கிறார்: {what}.',
  ],
  passOn: [
    'The listing has no e-mail address of the seller: please pass this on.',
    'इस विज्ञापन में विक्रेता का ई-मेल पता नहीं है: कृपया यह उन तक पहुँचाएँ।',
    'இந்த விளம்பரத்தில் விற்பவரின் மின்னஞ்சல் முகவரி இல்லை: இதை அவருக்குச் சேர்ப்பிக்கவும்.',
  ],
  listing: ['Listing', 'विज्ञापन', 'விளம்பரம்'],
  seller: ['Seller', 'विक्रेता', 'விற்பவர்'],
  owner: ['owner', 'मालिक', 'உரிமையாளர்'],
  dealer: ['dealer', 'डीलर', 'டீலர்'],
  place: ['Place', 'जगह', 'இடம்'],
  mobile: ['Mobile', 'मोबाइल', 'மொபைல்'],
  email: ['E-mail', 'ई-मेल', 'மின்னஞ்சல்'],
  ending: [
    'Reference: {reference}. The buyer agreed that the seller and the operator of the site get these details for this enquiry only.',
    'संदर्भ: {reference}। खरीदार ने सहमति दी है कि यह जानकारी केवल इसी पूछताछ के लिए विक्रेता और साइट के संचालक को मिले।',
    'குறிப்பு எண்: {reference}. இந்த விவரங்கள் இந்த விசாரணைக்காக மட்டும் விற்பவருக்கும் தளத்தின் பொறுப்பாளருக்கும் செல்ல வாங்குபவர் ஒப்புக்கொண்டுள்ளார்.',
  ],
} as const
const LANGUAGES = ['en', 'hi', 'ta']

/** What a mail tells of a listing: its public fields, and the seller's name. */
export interface AskedListing extends Partial<MarketListing> {
  sellerName: string
}

/** Undefined for a listing that is gone. */
export async function readAskedListing(db: Db, listingId: number): Promise<AskedListing | undefined> {
  const row = await db.selectFrom('listings').select('doc').where('id', '=', listingId).executeTakeFirst()
  if (!row) return undefined
  const listing = JSON.parse(row.doc) as Partial<MarketListing>
  const { name } = await sellerContact(db, listingId)
  return { ...listing, sellerName: listing.dealer_name || (typeof name === 'string' ? name : '') }
}

/** The seller's contact as imported, only for the operator. */
export async function sellerContact(db: Db, listingId: number): Promise<Record<string, unknown>> {
  const contacts = db.selectFrom('listing_contacts').select('doc').where('listing_id', '=', listingId)
  const { doc } = (await contacts.executeTakeFirst()) ?? {}
  return doc ? (JSON.parse(doc) as Record<string, unknown>) : {}
}

/** The seller's e-mail address, if the listing's contact has one. */
export async function sellerEmail(db: Db, listingId: number): Promise<string | undefined> {
  const given = Object.entries(await sellerContact(db, listingId))
  const [, found] = given.find(([key, value]) => /^e[-_ ]?mail/i.test(key) && typeof value === 'string') ?? []
  const email = (found as string | undefined)?.trim()
  return email !== undefined && isEmail(email) ? email : undefined
}

/** The first language of the seller's profile that a mail can be in: `languages: ["ta", "en"]`, `language: "Hindi"`. */
export function languageOf({ seller_profile: profile = {} }: Partial<MarketListing>): string | undefined {
  const named = [profile.languages ?? profile.language ?? []].flat().map(String)
  const codes = named.map((name) => /^(en|hi|ta)(?:glish|ndi|mil)?(?:-\w+)?$/i.exec(name.trim())?.[1]?.toLowerCase())
  return codes.find((code) => code !== undefined)
}

interface MailParts {
  from: string
  to: string
  /** Whether `to` is the operator, for want of an address of the seller. */
  isPassedOn: boolean
  listing: AskedListing | undefined
  /** Where the site is; empty if unknown. */
  siteUrl: string
}

/**
 * The mail with an enquiry, in the language of the seller's profile, else of the buyer's page. Its id is the same at
 * every attempt, so a second copy is recognised.
 */
export function composeMail(enquiry: Enquiry, { from, to, isPassedOn, listing, siteUrl }: MailParts): Mail {
  const { reference, name, phone, email, listing_id } = enquiry
  const language = (listing && languageOf(listing)) ?? enquiry.language
  const at = Math.max(0, LANGUAGES.indexOf(language))
  const { maker_name, variant_name, year, district = '', state_code, seller = 'owner', sellerName = '' } = listing ?? {}
  const what = listing ? `${maker_name} ${variant_name}, ${year}` : `#${listing_id}`
  const values: Record<string, string> = { reference, name, what }
  const say = (word: keyof typeof WORDS) => WORDS[word][at]!.replace(/\{(\w+)\}/g, (_, key: string) => values[key]!)
  const own = DISTRICT_NAMES.find(([known]) => known.toLowerCase() === district.toLowerCase())?.[at]
  const state = Object.entries(STATE_NAMES).find(([code]) => code === state_code)?.[1][at]
  const whose = [sellerName.replace(/\s+/g, ' ').trim(), say(seller === 'dealer' ? 'dealer' : 'owner')]
  const lines = [
    say('asks'),
    ...(isPassedOn ? [say('passOn')] : []),
    '',
    `${say('listing')}: ${listing_id}${siteUrl && `, ${siteUrl}/${LANGUAGES[at]}/used/${listing_id}`}`,
    ...(listing ? [`${say('seller')}: ${whose.filter(Boolean).join(', ')}`] : []),
    ...(listing ? [`${say('place')}: ${[own ?? district, state ?? state_code].filter(Boolean).join(', ')}`] : []),
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
