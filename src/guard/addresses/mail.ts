import { isUpperCase } from '../text/capitals.ts'
import { DIGIT, LETTER, SPACE } from '../text/character-fold.ts'
import { isAlphanumeric, isBlank, type Span } from '../text/spans.ts'
import { hasTrait, means, NUMBER, type Tokens, WORD } from '../text/tokens.ts'
import { listOf } from '../words/lists.ts'
import { ARTICLE, MAIL_NOUN, NOT_LOCAL, RATE } from '../words/traits.ts'
import { AT, DOT, MAIL_HOST, PAYMENT, UNIT } from '../words/vocabulary.ts'
import { isBracketed, readDomain, textOf } from './domains.ts'

const LONGEST_LOCAL = 64
const UNDERSCORE = 95
const LONG_NAME = 8

/** Handles of payment addresses that are in use; others count when a payment word stands near. */
const PAYMENT_HANDLES = listOf('payment-handle')

/** Handles that are no other word. */
const PLAIN_HANDLE =
  /^(?:ok(?:axis|hdfcbank|icici|sbi)|ybl|ibl|axl|yapl|rapl|pt(?:axis|hdfc|sbi|yes)|wa(?:axis|hdfcbank|icici|sbi))$/

function isLocal(tokens: Tokens, at: number): boolean {
  const code = tokens.folded.codes[at] ?? 0
  return isAlphanumeric(tokens.folded, at) || code === 46 || code === UNDERSCORE || code === 45 || code === 43
}

/** The start of the part before the `@` that ends here (end excluded), at most 64 characters back. */
function startOfLocal(tokens: Tokens, end: number): number {
  let start = end
  while (start > 0 && end - start < LONGEST_LOCAL && isLocal(tokens, start - 1)) start--
  while (start < end && !isAlphanumeric(tokens.folded, start)) start++
  return start
}

function paymentNear(tokens: Tokens, token: number): boolean {
  if ((tokens.seen & PAYMENT) === 0) return false
  for (let t = token - 1; t >= 0 && t > token - 10; t--) if (means(tokens, t, PAYMENT)) return true
  return means(tokens, token + 1, PAYMENT) || means(tokens, token + 2, PAYMENT)
}

/** "email ramu@firm": where an address was announced, any word after the sign is one. */
function isMailNamed(tokens: Tokens, token: number): boolean {
  for (let t = token - 2; t >= 0 && t > token - 7; t--) {
    if (hasTrait(tokens, t, MAIL_NOUN)) return true
  }
  return false
}

export function findMail(tokens: Tokens, spans: Span[] = []): Span[] {
  for (let k = 0; k < tokens.atCount; k++) {
    const next = tokens.ats[k] ?? 0
    // A sign on either side of a word makes no address.
    if (tokens.folded.codes[tokens.ends[next] ?? 0] === 64) continue
    const span = readAtSign(tokens, tokens.atPositions[k] ?? 0, next)
    if (span !== undefined) spans.push(span)
  }
  if ((tokens.seen & (AT | MAIL_HOST)) === 0) return findGlued(tokens, spans)
  let covered = 0
  for (let k = 0; k < tokens.hintCount; k++) {
    const token = tokens.hints[k] ?? 0
    if (means(tokens, token, AT)) {
      const span = readAtWord(tokens, token)
      if (span !== undefined) {
        spans.push(span)
        covered = span.end
      }
    }
    if (means(tokens, token, MAIL_HOST) && (tokens.starts[token] ?? 0) >= covered) {
      const span = readBareHost(tokens, token) ?? readHostAlone(tokens, token)
      if (span !== undefined) spans.push(span)
    }
  }
  return findGlued(tokens, spans)
}

function findGlued(tokens: Tokens, spans: Span[]): Span[] {
  for (let k = 0; k < tokens.hintCount; k++) {
    const token = tokens.hints[k] ?? 0
    if (tokens.entries[token] !== 0 || tokens.kinds[token] !== WORD || !isGluedAddress(tokens, token)) continue
    spans.push({ start: startOfLocal(tokens, tokens.ends[token] ?? 0), end: tokens.ends[token] ?? 0 })
  }
  return spans
}

/** "ramuATgmailDOTcom" */
function isGluedAddress(tokens: Tokens, token: number): boolean {
  const length = (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0)
  if (length < 11 || length > 32 || tokens.folded.codes[(tokens.ends[token] ?? 0) - 1] !== 109) return false
  return /at(gmail|yahoo|hotmail|rediffmail|outlook)(dot)?com$/.test(textOf(tokens, token))
}

/** "email ramu99 gmail": a host without an ending, after a name that was made up for an address. */
function readHostAlone(tokens: Tokens, token: number): Span | undefined {
  const start = tokens.starts[token] ?? 0
  if (token === 0 || !isBlank(tokens.folded, start - 1) || start - (tokens.ends[token - 1] ?? 0) !== 1) return undefined
  const from = startOfLocal(tokens, start - 1)
  let digits = false
  let letters = false
  for (let i = from; i < start - 1; i++) {
    if (tokens.folded.classes[i] === DIGIT) digits = true
    if (tokens.folded.classes[i] === LETTER) letters = true
  }
  return digits && letters ? { start: from, end: tokens.ends[token] ?? start } : undefined
}

function readAtSign(tokens: Tokens, at: number, next: number): Span | undefined {
  const { folded } = tokens
  let right = at + 1
  while (right < at + 4 && (isBlank(folded, right) || isBracketCode(folded.codes[right] ?? 0))) right++
  let left = at
  while (left > at - 3 && left > 0 && (isBlank(folded, left - 1) || isBracketCode(folded.codes[left - 1] ?? 0))) left--
  if (next >= tokens.count || tokens.starts[next] !== right) return undefined
  const start = startOfLocal(tokens, left)
  if (start === left) return undefined
  const tight = left === at && right === at + 1
  const domain = readDomain(tokens, next)
  if (domain === undefined) return undefined
  const end = tokens.ends[domain.last] ?? right
  const open = domain.dotted && (domain.known || (tight && !domain.spoken))
  if (domain.mail || open) return { start: extendLocal(tokens, start, next - 1), end }
  if (tokens.kinds[next] !== WORD || !(tight || isHandleAfterWord(tokens, next))) return undefined
  const handle = textOf(tokens, next)
  const handleEnd = labelTail(tokens, next)
  if (PAYMENT_HANDLES.has(handle) && !isAlphanumeric(folded, tokens.ends[next] ?? 0))
    return { start, end: tokens.ends[next] ?? end }
  if (!tight || means(tokens, next, UNIT) || !(paymentNear(tokens, next) || isMailNamed(tokens, next))) return undefined
  return { start, end: handleEnd }
}

/** "ramu at ybl", "ramu @ oksbi": a payment handle that stands apart. */
function isHandleAfterWord(tokens: Tokens, token: number): boolean {
  const handle = textOf(tokens, token)
  if (PLAIN_HANDLE.test(handle)) return true
  // "ramu @ paytm": the handle itself is a word for paying, after a name.
  const named = means(tokens, token, PAYMENT) && tokens.kinds[token - 1] === WORD && tokens.entries[token - 1] === 0
  return PAYMENT_HANDLES.has(handle) && (named || paymentNear(tokens, token))
}

function labelTail(tokens: Tokens, token: number): number {
  let end = tokens.ends[token] ?? 0
  while (isAlphanumeric(tokens.folded, end)) end++
  return end
}

function isBracketCode(code: number): boolean {
  return code === 40 || code === 41 || code === 91 || code === 93 || code === 123 || code === 125
}

/** "ramu dot singh at …", "ramu 99 @ …": the local part may have been written in pieces. */
function extendLocal(tokens: Tokens, start: number, token: number): number {
  let first = token
  while (first > 0 && (tokens.starts[first] ?? 0) > start) first--
  let from = start
  const digits = tokens.kinds[first] === NUMBER && tokens.starts[first] === from
  if (digits && first > 0 && tokens.kinds[first - 1] === WORD && from - (tokens.ends[first - 1] ?? 0) === 1) {
    if (isBlank(tokens.folded, from - 1) && tokens.entries[first - 1] === 0) {
      first--
      from = startOfLocal(tokens, tokens.ends[first] ?? from)
    }
  }
  for (let steps = 0; steps < 4 && first > 1; steps++) {
    const joiner = textOf(tokens, first - 1)
    const joined = means(tokens, first - 1, DOT) || joiner === 'underscore' || joiner === 'dash'
    if (!joined || !isBracketed(tokens, first - 1) || !isBracketed(tokens, first - 2)) break
    first -= 2
    from = startOfLocal(tokens, tokens.ends[first] ?? from)
  }
  return from
}

/** "ramu at gmail dot com", "ramu (at) firm.in", "ramu एट जीमेल डॉट कॉम", "ramu at the rate gmail". */
function readAtWord(tokens: Tokens, token: number): Span | undefined {
  if (token === 0 || !isBracketed(tokens, token - 1)) return undefined
  let next = token + 1
  let rated = hasTrait(tokens, token, RATE)
  if (hasTrait(tokens, next, ARTICLE)) {
    if (!hasTrait(tokens, next + 1, RATE)) return undefined
    next += 2
    rated = true
  } else if (hasTrait(tokens, next, RATE)) {
    next += 1
    rated = true
  }
  if (textOf(tokens, next) === 'of' || (textOf(tokens, next) === 'g' && textOf(tokens, next + 1) === 'mail')) next++
  if (next >= tokens.count || !isBracketed(tokens, next - 1)) return undefined
  const domain = readDomain(tokens, next)
  if (domain === undefined) return undefined
  const bracketed = !isBlank(tokens.folded, (tokens.starts[token] ?? 1) - 1)
  const mail = domain.mail && (domain.dotted || rated || bracketed || !isCommonAfterHost(tokens, domain.last + 1))
  const open =
    domain.dotted &&
    domain.known &&
    (bracketed || rated || (domain.spoken && (isUpperCase(tokens, token) || isUnlikelyPlace(tokens, domain.last))))
  if (!mail && !open && !isHandleAfterWord(tokens, next)) return undefined
  const start = startOfLocal(tokens, tokens.ends[token - 1] ?? 0)
  const end = tokens.ends[domain.last] ?? 0
  if (!bracketed && hasTrait(tokens, token - 1, NOT_LOCAL)) return { start: tokens.starts[next] ?? start, end }
  return { start: extendLocal(tokens, start, token - 1), end }
}

/** "look at red dot in the corner": `in` closes an address only where the words end. */
function isUnlikelyPlace(tokens: Tokens, last: number): boolean {
  const top = textOf(tokens, last)
  if (top !== 'in' && top !== 'co') return true
  const after = tokens.ends[last] ?? 0
  if (after >= tokens.folded.length || last + 1 >= tokens.count || tokens.folded.classes[after] !== SPACE) return true
  // Nothing else is called like that: "info at kadamtractors dot in for …".
  return tokens.entries[last - 2] === 0 && (tokens.ends[last - 2] ?? 0) - (tokens.starts[last - 2] ?? 0) >= LONG_NAME
}

function isCommonAfterHost(tokens: Tokens, token: number): boolean {
  return ['headquarters', 'office', 'price', 'level', 'show'].includes(textOf(tokens, token))
}

/** "ramu(a)gmail.com" */
function isLetterForSign({ starts, ends, folded: { codes } }: Tokens, token: number): boolean {
  const at = starts[token] ?? 0
  return (
    token > 0 &&
    ends[token] === at + 1 &&
    codes[at] === 97 &&
    isBracketCode(codes[at - 1] ?? 0) &&
    isBracketCode(codes[at + 1] ?? 0)
  )
}

/** "ramu gmail com": the sign was left out altogether. */
function readBareHost(tokens: Tokens, token: number): Span | undefined {
  const domain = readDomain(tokens, token)
  if (domain === undefined || !domain.dotted || !domain.known) return undefined
  const end = tokens.ends[domain.last] ?? 0
  const start = tokens.starts[token] ?? 0
  const before = token - 1
  if (isLetterForSign(tokens, before)) return { start: startOfLocal(tokens, tokens.ends[before - 1] ?? start), end }
  if (before < 0 || !isBlank(tokens.folded, start - 1) || start - (tokens.ends[before] ?? 0) > 2) return { start, end }
  const local = startOfLocal(tokens, tokens.ends[before] ?? start)
  const joined = local < (tokens.starts[before] ?? 0)
  if (!joined && (hasTrait(tokens, before, NOT_LOCAL) || means(tokens, before, AT) || tokens.entries[before] !== 0))
    return { start, end }
  return { start: local, end }
}
