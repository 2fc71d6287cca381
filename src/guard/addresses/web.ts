import { LINE } from '../text/character-fold.ts'
import { isAlphanumeric, isBlank, type Span } from '../text/spans.ts'
import { hasTrait, means, type Tokens, WORD } from '../text/tokens.ts'
import { lookUp, traitsOf } from '../words/lexicon.ts'
import { listOf } from '../words/lists.ts'
import { OPEN_TLD, SHORT_HOST } from '../words/traits.ts'
import { DOT, TLD, TLD_WORD, VISIT } from '../words/vocabulary.ts'
import { endOfAddress, isBracketed, labelEnd, readDomain, textOf } from './domains.ts'

const POINT = 46
const SLASH = 47
const COLON = 58
const MOST_ENDINGS = 4

const CONTACT_SCHEMES = new Set([
  'tel',
  'mailto',
  'sms',
  'smsto',
  'upi',
  'whatsapp',
  'tg',
  'callto',
  'skype',
  'facetime',
])
/** Words that end a sentence; a full stop without a blank after them is not a dot of an address. */
const SENTENCE_ENDS = listOf('sentence-end')

export function findWeb(tokens: Tokens, spans: Span[]): void {
  let covered = 0
  for (let k = 0; k < tokens.hintCount; k++) {
    const token = tokens.hints[k] ?? 0
    if (tokens.kinds[token] !== WORD || (tokens.starts[token] ?? 0) < covered) continue
    if (!mayBeAddress(tokens, token)) continue
    const span = readScheme(tokens, token) ?? readWww(tokens, token) ?? readBareDomain(tokens, token, covered)
    if (span === undefined) continue
    spans.push(span)
    covered = span.end
  }
}

/** A quick look: most words have neither a colon, a slash nor a point beside them. */
function mayBeAddress(tokens: Tokens, token: number): boolean {
  const { codes } = tokens.folded
  const end = tokens.ends[token] ?? 0
  const after = codes[end]
  if (after === COLON || after === SLASH || means(tokens, token, TLD | TLD_WORD)) return true
  if (after === 32 && (codes[end + 1] === COLON || codes[end + 1] === SLASH)) return true
  return isWww(tokens, token)
}

function readScheme(tokens: Tokens, token: number): Span | undefined {
  const { folded } = tokens
  const end = tokens.ends[token] ?? 0
  const start = tokens.starts[token] ?? 0
  const after = folded.codes[end]
  if (end - start > 10 || (after !== COLON && after !== SLASH && after !== 32)) return undefined
  const colon = after === COLON
  let i = end
  while (i < end + 7 && (folded.codes[i] === COLON || folded.codes[i] === SLASH || isBlank(folded, i))) i++
  while (i > end + 2 && isBlank(folded, i - 1)) i--
  const slashes = folded.codes[i - 1] === SLASH && folded.codes[i - 2] === SLASH
  if (!slashes && !colon) return undefined
  const name = textOf(tokens, token)
  const web = slashes && (colon || name.startsWith('http') || name.startsWith('hxxp'))
  const contact = colon && CONTACT_SCHEMES.has(name) && isTarget(tokens, end + 1, name)
  if (!web && !contact) return undefined
  let target = i
  while (web && target < i + 2 && isBlank(folded, target)) target++
  if (web && !isAlphanumeric(folded, target)) return undefined
  return { start, end: endOfAddress(tokens, contact ? end + 1 : target) }
}

function isTarget(tokens: Tokens, at: number, scheme: string): boolean {
  const code = tokens.folded.codes[at] ?? 0
  if (scheme === 'mailto') return isAlphanumeric(tokens.folded, at)
  return code === SLASH || code === 43 || (tokens.folded.classes[at] === 2 && scheme !== 'upi')
}

function isWww(tokens: Tokens, token: number): boolean {
  const { codes } = tokens.folded
  const at = tokens.starts[token] ?? 0
  return (tokens.ends[token] ?? 0) === at + 3 && codes[at] === 119 && codes[at + 1] === 119 && codes[at + 2] === 119
}

/** `www.firm.in`, and `www firm com` as it is spelled in a hurry. */
function readWww(tokens: Tokens, token: number): Span | undefined {
  if (!isWww(tokens, token) || token + 1 >= tokens.count || !isBracketed(tokens, token)) return undefined
  const start = tokens.starts[token] ?? 0
  const first = means(tokens, token + 1, DOT) ? token + 2 : token + 1
  const domain = readDomain(tokens, first)
  if (domain === undefined) return undefined
  let last = domain.last
  if (!domain.dotted && means(tokens, last + 1, TLD) && isBracketed(tokens, last)) last++
  return { start, end: endOfAddress(tokens, tokens.ends[last] ?? start) }
}

function readBareDomain(tokens: Tokens, token: number, covered: number): Span | undefined {
  if (token === 0) return undefined
  if (!means(tokens, token, TLD | TLD_WORD)) return readShortLink(tokens, token)
  if (isAlphanumeric(tokens.folded, tokens.ends[token] ?? 0)) return undefined
  return readDotted(tokens, token, covered) ?? readSpoken(tokens, token)
}

/** `rb.gy/k7q2xz`: any short host with a path that nobody would write as words. */
function readShortLink(tokens: Tokens, token: number): Span | undefined {
  const { folded } = tokens
  const end = tokens.ends[token] ?? 0
  const at = tokens.starts[token] ?? 0
  if (folded.codes[end] !== SLASH || folded.codes[at - 1] !== POINT || end - at > 4 || end - at < 2) return undefined
  if (tokens.ends[token - 1] !== at - 1 || !isLatin(tokens, token) || !isLatin(tokens, token - 1)) return undefined
  const stop = endOfAddress(tokens, end)
  let digits = 0
  let letters = 0
  for (let i = end + 1; i < stop && i < end + 20; i++) {
    if (folded.classes[i] === 2) digits++
    else if (folded.classes[i] === 1) letters++
    else break
  }
  const known = isShortHost(tokens, token)
  if (!known && (digits === 0 || letters < 2 || digits + letters < 5)) return undefined
  return { start: tokens.starts[token - 1] ?? 0, end: stop }
}

function readDotted(tokens: Tokens, token: number, covered: number): Span | undefined {
  const { folded } = tokens
  const at = tokens.starts[token] ?? 0
  if (!means(tokens, token, TLD) || folded.codes[at - 1] !== POINT || !isAlphanumeric(folded, at - 2)) return undefined
  let start = at - 2
  while (start > covered && at - start < 100 && isDomainCode(tokens, start - 1)) start--
  while (start < at - 2 && !isAlphanumeric(folded, start)) start++
  // "firm.co.in": the whole is longer than its first ending.
  let last = token
  while (
    last < token + MOST_ENDINGS &&
    folded.codes[tokens.ends[last] ?? 0] === POINT &&
    means(tokens, last + 1, TLD) &&
    tokens.starts[last + 1] === (tokens.ends[last] ?? 0) + 1
  )
    last++
  const end = tokens.ends[last] ?? at
  if (isAlphanumeric(folded, end)) return undefined
  const path = folded.codes[end] === SLASH && isAlphanumeric(folded, end + 1)
  const port = folded.codes[end] === COLON && folded.classes[end + 1] === 2
  const query = folded.codes[end] === 63 && isAlphanumeric(folded, end + 1)
  if (!path && !isWebAddress(tokens, token, last, start)) return undefined
  return { start, end: path || port || query ? endOfAddress(tokens, end) : end }
}

function isDomainCode(tokens: Tokens, at: number): boolean {
  const code = tokens.folded.codes[at]
  return isAlphanumeric(tokens.folded, at) || code === POINT || code === 45 || code === 95
}

function isWebAddress(tokens: Tokens, token: number, last: number, start: number): boolean {
  const length = (tokens.starts[token] ?? 0) - 1 - start
  if (last > token) return length >= 2
  if (isShortHost(tokens, token)) return true
  if (hasTrait(tokens, token, OPEN_TLD)) return length >= 2 && isLatin(tokens, token - 1)
  if ((tokens.seen & VISIT) !== 0) {
    for (let t = token - 2; t >= 0 && t > token - 6; t--) if (means(tokens, t, VISIT)) return length >= 2
  }
  if (WORD_ENDINGS.has(textOf(tokens, token)) && goesOn(tokens, token)) return false
  if (length > (tokens.ends[token - 1] ?? 0) - (tokens.starts[token - 1] ?? 0))
    return isLatin(tokens, token - 1) && length >= 5
  if (length < 6 || SENTENCE_ENDS.has(textOf(tokens, token - 1)) || !isLatin(tokens, token - 1)) return false
  return tokens.entries[token - 1] === 0
}

/** Endings that are also words with which a sentence begins. */
const WORD_ENDINGS = new Set('to me be am us at it is es se so de my top live'.split(' '))

/** After a blank the sentence goes on in small letters or figures. */
function goesOn({ starts, ends, count, folded: { codes } }: Tokens, token: number): boolean {
  const end = ends[token] ?? 0
  return token + 1 < count && codes[end] === 32 && starts[token + 1] === end + 1
}

/** Name, point and ending stand side by side and are looked up as one word. */
function isShortHost(tokens: Tokens, token: number): boolean {
  const start = tokens.starts[token - 1] ?? 0
  return (traitsOf(lookUp(tokens.folded.codes, start, tokens.ends[token] ?? start)) & SHORT_HOST) !== 0
}

function isLatin(tokens: Tokens, token: number): boolean {
  return (tokens.folded.codes[tokens.starts[token] ?? 0] ?? 0) < 128
}

/** "firm dot com", "firm [.] com". */
function readSpoken(tokens: Tokens, token: number): Span | undefined {
  if (!means(tokens, token, TLD_WORD)) return undefined
  const spoken = means(tokens, token - 1, DOT)
  const label = spoken ? token - 2 : token - 1
  if (!spoken && (tokens.starts[token] ?? 0) - (tokens.ends[label] ?? 0) === 1) return undefined
  if (label < 0 || !isBracketed(tokens, token - 1) || (spoken && !isBracketed(tokens, label))) return undefined
  if (labelEnd(tokens, label) !== label || tokens.kinds[label] !== WORD) return undefined
  const start = startOfName(tokens, label)
  const length = (tokens.ends[label] ?? 0) - start
  const top = textOf(tokens, token)
  if (!spoken) {
    if (!isLatin(tokens, label)) return undefined
    let points = 0
    for (let i = tokens.ends[label] ?? 0; i < (tokens.starts[token] ?? 0); i++) {
      if (tokens.folded.classes[i] === LINE) return undefined
      if (tokens.folded.codes[i] === POINT) points++
    }
    if (points !== 1 || ((top === 'in' || top === 'co') && !isPointInBrackets(tokens, label))) return undefined
    // "bill available. net rate": a sentence begins.
    if (top === 'net' && token + 1 < tokens.count && !isPointInBrackets(tokens, label)) return undefined
  } else if (top === 'in' || top === 'co') {
    const company = top === 'co' && means(tokens, token + 1, DOT)
    const end = tokens.ends[token] ?? 0
    const ends = isBlankOrEnd(tokens, end) && (token + 1 >= tokens.count || tokens.folded.classes[end] === LINE)
    if (!company && !ends && !isDotInBrackets(tokens, token - 1) && !isNamedAsSite(tokens, label)) return undefined
  }
  if (length < 4 || means(tokens, label, DOT)) return undefined
  const domain = readDomain(tokens, label)
  return { start, end: endOfAddress(tokens, tokens.ends[domain?.last ?? token] ?? start) }
}

/** "kisan-bazar": a hyphen belongs to the name. */
function startOfName(tokens: Tokens, label: number): number {
  let first = label
  while (first > label - 4 && first > 0 && isHyphenated(tokens, first)) first--
  return tokens.starts[first] ?? 0
}

function isHyphenated(tokens: Tokens, token: number): boolean {
  const at = (tokens.starts[token] ?? 0) - 1
  return tokens.ends[token - 1] === at && tokens.folded.codes[at] === 45
}

/** "firm[.]in" */
function isPointInBrackets(tokens: Tokens, label: number): boolean {
  const { codes } = tokens.folded
  const at = tokens.ends[label] ?? 0
  const close = (tokens.starts[label + 1] ?? 0) - 1
  return close - at === 2 && (codes[at] === 91 || codes[at] === 40 || codes[at] === 123) && codes[at + 1] === POINT
}

/** "firm (dot) in" */
function isDotInBrackets({ starts, ends, folded: { codes } }: Tokens, dot: number): boolean {
  const before = codes[(starts[dot] ?? 0) - 1]
  const after = codes[ends[dot] ?? 0]
  return (before === 40 && after === 41) || (before === 91 && after === 93) || (before === 123 && after === 125)
}

/** "website firm dot in …" */
function isNamedAsSite(tokens: Tokens, label: number): boolean {
  if (tokens.entries[label] !== 0) return false
  for (let t = label - 1; t >= 0 && t > label - 4; t--) if (means(tokens, t, VISIT)) return true
  return false
}

function isBlankOrEnd(tokens: Tokens, at: number): boolean {
  return at >= tokens.folded.length || isBlank(tokens.folded, at)
}
