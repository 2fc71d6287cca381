import { LINE } from '../text/character-fold.ts'
import { isAlphanumeric, isBlank } from '../text/spans.ts'
import { means, type Tokens, WORD } from '../text/tokens.ts'
import { wordOf } from '../words/lexicon.ts'
import { DOT, MAIL_HOST, TLD, TLD_WORD } from '../words/vocabulary.ts'

/** A domain as it was read: the last token of it, and how openly it was written. */
export type Domain = { last: number; dotted: boolean; spoken: boolean; known: boolean; mail: boolean }

const HYPHEN = 45
const POINT = 46
const LONGEST_LABELS = 6

const KEPT = 1024
/** Words the guard does not know, as they were spelled lately; by a hash of their letters. */
const spelled: string[] = Array.from({ length: KEPT }, () => '')

/** The folded word; the empty string for one that is longer than any the guard knows. */
export function textOf(tokens: Tokens, token: number): string {
  const start = tokens.starts[token] ?? 0
  const end = tokens.ends[token] ?? 0
  if (end - start > 32 || token >= tokens.count) return ''
  const entry = tokens.entries[token] ?? 0
  if (entry > 0) {
    // A word that is known by its beginning only is longer than its entry.
    const known = wordOf(entry)
    if (known.length === end - start) return known
  }
  if (tokens !== lastTokens || token !== lastToken) {
    lastText = spell(tokens.folded.codes, start, end)
    lastTokens = tokens
    lastToken = token
  }
  return lastText
}

/** The same word is mostly asked for several times. */
let lastTokens: Tokens | undefined
let lastToken = -1
let lastText = ''

function spell(codes: Uint16Array, start: number, end: number): string {
  let hash = 0
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + (codes[i] ?? 0)) | 0
  const slot = (hash ^ (hash >>> 10)) & (KEPT - 1)
  const kept = spelled[slot] ?? ''
  if (isSpelled(kept, codes, start, end)) return kept
  let text = ''
  for (let i = start; i < end; i++) text += String.fromCharCode(codes[i] ?? 0)
  spelled[slot] = text
  return text
}

function isSpelled(word: string, codes: Uint16Array, start: number, end: number): boolean {
  if (word.length !== end - start) return false
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== codes[start + i]) return false
  return true
}

function gapLength(tokens: Tokens, left: number): number {
  return left + 1 < tokens.count ? (tokens.starts[left + 1] ?? 0) - (tokens.ends[left] ?? 0) : 99
}

/** The last token of a label that begins here: letters, digits and inner hyphens. */
export function labelEnd(tokens: Tokens, token: number): number {
  let last = token
  for (; last < token + 12; last++) {
    const gap = gapLength(tokens, last)
    const between = tokens.folded.codes[tokens.ends[last] ?? 0]
    if (gap > 2 || (gap > 0 && between !== HYPHEN && between !== 95)) break
    if (gap === 2 && tokens.folded.codes[(tokens.ends[last] ?? 0) + 1] !== between) break
  }
  return last
}

const DOT_BRACKETS = new Uint8Array(128)
for (const code of [40, 41, 91, 93, 123, 125, 60, 62, 42, 45, 95, 34, 39, 46, 33, 35, 36, 94, 124, 126])
  DOT_BRACKETS[code] = 1

/** Only blanks and brackets stand in the gap. */
export function isBracketed(tokens: Tokens, left: number): boolean {
  const start = tokens.ends[left] ?? 0
  const end = tokens.starts[left + 1] ?? 0
  if (left + 1 >= tokens.count || end - start > 4) return false
  for (let i = start; i < end; i++) {
    if (!isBlank(tokens.folded, i) && DOT_BRACKETS[tokens.folded.codes[i] ?? 0] !== 1) return false
  }
  return true
}

/** `.`, ` . `, `[.]`, `(dot)`, ` dot `: the token after it, negative where it was not written tightly; 0 without any. */
function readDot(tokens: Tokens, token: number): number {
  const start = tokens.ends[token] ?? 0
  const gap = gapLength(tokens, token)
  if (token + 1 >= tokens.count) return 0
  if (gap === 1 && tokens.folded.codes[start] === POINT) return token + 1
  if (gap >= 2 && gap <= 5) {
    let points = 0
    for (let i = start; i < start + gap; i++) {
      if (tokens.folded.classes[i] === LINE) return 0
      if (tokens.folded.codes[i] === POINT) points++
      else if (!isBlank(tokens.folded, i) && DOT_BRACKETS[tokens.folded.codes[i] ?? 0] !== 1) return 0
    }
    if (points === 1) return -(token + 1)
  }
  if (means(tokens, token + 1, DOT) && isBracketed(tokens, token) && isBracketed(tokens, token + 1)) {
    return token + 2 < tokens.count ? -(token + 2) : 0
  }
  return 0
}

/** "(dot)", "[dot]": nobody writes a mere word so. */
function isInBrackets(tokens: Tokens, token: number): boolean {
  const { codes } = tokens.folded
  const before = codes[(tokens.starts[token] ?? 0) - 1] ?? 0
  const after = codes[tokens.ends[token] ?? 0] ?? 0
  return means(tokens, token, DOT) && OPENING.has(before) && CLOSING.has(after)
}

const OPENING = new Set(Array.from('([{<*_-', (c) => c.charCodeAt(0)))
const CLOSING = new Set(Array.from(')]}>*_-', (c) => c.charCodeAt(0)))

export function readDomain(tokens: Tokens, first: number): Domain | undefined {
  if (first >= tokens.count) return undefined
  const mail = means(tokens, first, MAIL_HOST)
  let last = labelEnd(tokens, first)
  const domain: Domain = { last, dotted: false, spoken: false, known: false, mail }
  for (let labels = 1; labels < LONGEST_LABELS; labels++) {
    const dot = readDot(tokens, last)
    if (dot === 0) break
    const spoken = dot < 0
    const label = Math.abs(dot)
    const end = labelEnd(tokens, label)
    const top = end === label && tokens.kinds[label] === WORD
    const known = top && means(tokens, label, spoken && !isInBrackets(tokens, label - 1) ? TLD_WORD : TLD)
    if (spoken && !known) break
    if (!spoken && domain.spoken && !known) break
    last = end
    domain.dotted = top && (tokens.ends[label] ?? 0) - (tokens.starts[label] ?? 0) >= 2
    domain.known = known
    domain.spoken ||= spoken
    domain.last = last
  }
  // "gmail com": a mail host needs no dot to be understood.
  if (mail && !domain.dotted && means(tokens, last + 1, TLD_WORD) && isBracketed(tokens, last)) {
    if (textOf(tokens, last + 1) !== 'in' && textOf(tokens, last + 1) !== 'co') {
      domain.last = last + 1
      domain.dotted = domain.known = domain.spoken = true
    }
  }
  return domain
}

/** "?text=Swaraj%20744": a blank that is none in an address. */
function isEscaped({ text, starts }: Tokens['folded'], at: number): boolean {
  return text.charCodeAt(starts[at] ?? 0) === 37
}

/** Where a web address that reaches this far ends, its path and query included. */
export function endOfAddress(tokens: Tokens, at: number): number {
  const { folded } = tokens
  let end = at
  while (end < folded.length && (!isBlank(folded, end) || isEscaped(folded, end)) && folded.classes[end] !== 5) end++
  while (end > at && !isAlphanumeric(folded, end - 1) && folded.codes[end - 1] !== 47) end--
  return end
}
