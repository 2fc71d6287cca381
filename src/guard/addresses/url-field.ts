import { fold, foldWord } from '../text/fold.ts'
import { tokenise } from '../text/tokens.ts'
import { findMail } from './mail.ts'

const CONTACT_HOSTS =
  /(^|\.)(wa\.me|whatsapp\.com|whatsapp\.net|wa\.link|t\.me|telegram\.(me|dog|org)|instagram\.com|instagr\.am|ig\.me|facebook\.com|fb\.(com|me|watch)|m\.me|messenger\.com|linktr\.ee|signal\.me|line\.me)$/
const CONTACT_SCHEME =
  /^(tel|sms|smsto|mms|mailto|upi|whatsapp|tg|callto|skype|viber|facetime|facetime-audio|fb|instagram|intent|sip):/
/** A number as a URL carries one: whole, or in groups with one separator, never inside a longer run. */
const MOBILE =
  /(?<![0-9])(?:(?:00|\+|0)?91[-_.+ ]?|0)?[6-9](?:[0-9]{9}|[0-9]{4}[-_.+ ][0-9]{5}|[0-9]{2}[-_.+ ][0-9]{3}[-_.+ ][0-9]{4}|(?:[-_.+ ][0-9]){9}|[0-9](?:[-_.+ ][0-9]{2}){4})(?![0-9])/g
const LANDLINE =
  /(?<![0-9])0[1-8][0-9]{1,3}[-_.+ ][0-9]{6,8}(?![0-9])|(?<![0-9])18[06]0[-_.+ ]?[0-9]{3}[-_.+ ]?[0-9]{4}(?![0-9])/
const DIGEST_LENGTH = 20

function hostOf(folded: string): string {
  const match = /^(?:[a-z][a-z0-9+.-]{0,30}:)?(?:\/\/)?([^/?#\\]{0,300})/.exec(folded)
  const authority = match?.[1] ?? ''
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/:[0-9]*$/, '')
}

/** Ten digits inside a long mixed run are part of a digest or an identifier, not a number someone wrote. */
function isInsideDigest(text: string, start: number, end: number): boolean {
  let from = start
  while (from > 0 && start - from < 64 && /[a-z0-9]/.test(text.charAt(from - 1))) from--
  let to = end
  while (to < text.length && to - end < 64 && /[a-z0-9]/.test(text.charAt(to))) to++
  return to - from >= DIGEST_LENGTH && /[a-f]/.test(text.slice(from, to))
}

function carriesNumber(folded: string): boolean {
  if (LANDLINE.test(folded)) return true
  for (const match of folded.matchAll(MOBILE)) {
    if (!isInsideDigest(folded, match.index, match.index + match[0].length)) return true
  }
  return false
}

/** Whether a URL field is itself a way to reach someone, or carries a number or an address. */
export function isContactUrl(url: string): boolean {
  const folded = foldWord(url.trim())
  const compact = folded.replace(/\s/g, '')
  if (CONTACT_SCHEME.test(compact)) return true
  const host = hostOf(compact)
  if (CONTACT_HOSTS.test(host.replace(/\.$/, ''))) return true
  // A link that only leads on to a contact names its host somewhere in the path or the query.
  if (/(?<![a-z0-9])(wa\.me|t\.me|api\.whatsapp\.com|tel:|mailto:)/.test(compact)) return true
  const tokens = tokenise(fold(url))
  return carriesNumber(folded) || findMail(tokens).length > 0
}
