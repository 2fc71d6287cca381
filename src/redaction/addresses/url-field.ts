import { findAddresses, removeContacts } from '../find.ts'
import { lookUp } from '../lexicon/lexicon.ts'
import { normalizeWord } from '../text/fold.ts'
import { mayHoldContact } from '../text/slug.ts'
import { tokenise } from '../text/tokens.ts'

const CONTACT_HOST =
  /(^|\.)(wa\.me|whatsapp\.(com|net)|wa\.link|t\.me|telegram\.(me|dog|org)|instagram\.com|instagr\.am|ig\.me|facebook\.com|fb\.(com|me|watch)|m\.me|messenger\.com|linktr\.ee|signal\.me|line\.me)$/
const CONTACT_SCHEME =
  /^(tel|sms|smsto|mms|mailto|upi|whatsapp|tg|callto|skype|viber|facetime|facetime-audio|fb|instagram|intent|sip):/
const LEADS_ON = /(?<![a-z0-9])(wa\.me|t\.me|api\.whatsapp\.com|tel:|mailto:)/
const MAIL = /[a-z0-9._+-]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.(com|in|net|org|info|biz|me|co)(?![a-z0-9.-])/
/** Ten digits, whole or in groups with one sign between them, never inside a longer run. */
const MOBILE = /(?<![0-9])(?:(?:00|\+|0)?91[-_.+ ]?|0)?[6-9](?:[-_.+ ]?[0-9]){9}(?![0-9])/g
const MOBILE_FILE = new RegExp(`/${MOBILE.source}(?:\\.[a-z0-9]{1,5})?(?:[?#]|$)`)
const VIDEO =
  /^https?:\/\/(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/|embed\/|live\/)[\w-]{11}|youtu\.be\/[\w-]{11}|(?:www\.)?vimeo\.com\/[0-9]{6,}|player\.vimeo\.com\/video\/[0-9]{6,}|(?:www\.)?dailymotion\.com\/video\/[a-z0-9]+|dai\.ly\/[a-z0-9]+)(?![\w@-])/i
const SHORTEST_NUMBER = 8
const CORE = 10

type AllowedContacts = { numbers: string[]; addresses: string[] }

function ownOf(contact: unknown): AllowedContacts {
  const allowed: AllowedContacts = { numbers: [], addresses: [] }
  const open: unknown[] = [contact]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'object' && next !== null) open.push(...Object.values(next))
    if (typeof next !== 'string' && typeof next !== 'number') continue
    const folded = normalizeWord(String(next))
    const digits = folded.replace(/[^0-9]/g, '')
    if (digits.length >= SHORTEST_NUMBER) allowed.numbers.push(digits.slice(-CORE))
    if (folded.includes('@')) allowed.addresses.push(folded.trim())
  }
  return allowed
}

function hostOf(folded: string): string {
  const authority = /^(?:[a-z][a-z0-9+.-]{0,30}:)?(?:\/\/)?([^/?#\\]{0,300})/.exec(folded)?.[1] ?? ''
  return authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:[0-9]*$/, '')
    .replace(/\.$/, '')
}

/** Whether a part of a path or a query is a mobile number with a word for calling: `call-9876543210`, `phone=…`. */
function isCalled(part: string): boolean {
  if (part.match(MOBILE) === null) return false
  return part.split(/[^\p{L}\p{M}]+/u).some((word) => {
    const { tags } = lookUp(word)
    return tags.has('call') || tags.has('payment')
  })
}

function carriesOwn(folded: string, { numbers, addresses }: AllowedContacts): boolean {
  const digits = folded.replace(/(?<=[0-9])[-_.+ ()]{1,2}(?=[0-9])/g, '')
  return numbers.some((number) => digits.includes(number)) || addresses.some((address) => folded.includes(address))
}

/** The URL, or the empty string if it is a contact or carries one, such as the seller's `contact`. */
export function guardUrl(url: string, contact?: unknown): string {
  return isContactUrl(url, contact) ? '' : url
}

function isContactUrl(url: string, contact: unknown): boolean {
  const folded = normalizeWord(url.trim())
  const compact = folded.replace(/\s/g, '')
  if (CONTACT_SCHEME.test(compact) || CONTACT_HOST.test(hostOf(compact))) return true
  if (LEADS_ON.test(compact) || MAIL.test(compact)) return true
  if (contact !== undefined && carriesOwn(folded, ownOf(contact))) return true
  return MOBILE_FILE.test(compact) || folded.split(/[/?&#;]/).some(isCalled)
}

export function guardVideo(url: string, contact?: unknown): string {
  return VIDEO.test(url) && url.match(MOBILE) === null ? guardUrl(url, contact) : ''
}

/** A code such as `02t9fe3r6x57` or `m12786` is not read as a number. */
const CODE = /^[a-z][0-9]{1,7}$|[0-9][a-z]+[0-9]/
/** `info-at-gilltractors-com`, `gill-gmail-com`, `gillatgmailcom` */
const MAIL_SLUG = /[-_]at[-_](?:[a-z0-9]+[-_])+(?:com|net|org|in)$|(?:gmail|hotmail|rediffmail|yahoo|outlook)[-_]?com/

export type SlugContact = 'a telephone number' | 'an e-mail address'

/** The kind of contact that the words of a slug form: `nine-eight-one-…`, `gill-at-gmail-com`. */
export function contactInSlug(slug: string): SlugContact | undefined {
  if (!mayHoldContact(slug)) return undefined
  const parts = slug.split(/[-_]/)
  const words = parts.map((part) => (isCode(part) ? ';' : part)).join(' ')
  if (MAIL_SLUG.test(slug) || findAddresses(tokenise(words)).length > 0) return 'an e-mail address'
  return removeContacts(words) === words ? undefined : 'a telephone number'
}

function isCode(part: string): boolean {
  return CODE.test(part) && !(part.match(/[a-z]+/g) ?? []).every((word) => lookUp(word).digits !== '')
}
