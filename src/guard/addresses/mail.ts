import type { Span } from '../text/spans.ts'
import { after, at, hints, isKnown, isUpperCase, means, SIGNS, type Tokens } from '../text/tokens.ts'
import { bitsOf, listOf } from '../words/lexicon.ts'
import { ALPHANUMERIC, isBracketed, readDomain } from './domains.ts'

const LONGEST_LOCAL = 64
const LONG_NAME = 8
const PAYMENT = bitsOf('payment')
const ADDRESSED = bitsOf('at', 'mail-host')
const LOCAL = /[\p{L}\p{M}0-9][\p{L}\p{M}0-9._+-]*$/u
/** Handles of payment addresses that are in use; others count when a payment word stands near. */
const PAYMENT_HANDLES = listOf('payment-handle')
/** Handles that are no other word. */
const PLAIN_HANDLE =
  /^(?:ok(?:axis|hdfcbank|icici|sbi)|ybl|ibl|axl|yapl|rapl|pt(?:axis|hdfc|sbi|yes)|wa(?:axis|hdfcbank|icici|sbi))$/
/** "ramuATgmailDOTcom" */
const GLUED = /at(?:gmail|yahoo|hotmail|rediffmail|outlook)(?:dot)?com$/
const GLUED_ANYWHERE = /at(?:gmail|yahoo|hotmail|rediffmail|outlook)/
const COMMON_AFTER_HOST = /^(?:headquarters|office|price|level|show)$/

export function findMail(tokens: Tokens, spans: Span[]): void {
  if ((tokens.signs & SIGNS.AT) === 0 && !hints(tokens, ADDRESSED) && !GLUED_ANYWHERE.test(tokens.folded.text)) return
  let covered = 0
  for (let i = 0; i < tokens.count; i++) {
    const token = at(tokens, i)
    const glued = !isKnown(token) && /com$/.test(token.text) && GLUED.test(token.text)
    const span =
      (token.gap.includes('@') ? readAtSign(tokens, i) : undefined) ??
      (means(token, 'at') ? readAtWord(tokens, i) : undefined) ??
      (means(token, 'mail-host') && token.start >= covered ? readBareHost(tokens, i) : undefined) ??
      (glued ? { start: startOfLocal(tokens, token.end), end: token.end } : undefined)
    if (span === undefined) continue
    spans.push(span)
    covered = span.end
  }
}

/** The start of the part before the `@` that ends here (end excluded), at most 64 characters back. */
function startOfLocal({ folded: { text } }: Tokens, end: number): number {
  return end - (LOCAL.exec(text.slice(Math.max(0, end - LONGEST_LOCAL), end))?.[0].length ?? 0)
}

function paymentNear(tokens: Tokens, i: number): boolean {
  if (!hints(tokens, PAYMENT)) return false
  for (let t = i - 9; t <= i + 2; t++) if (t !== i && means(at(tokens, t), 'payment')) return true
  return false
}

/** `ramu@firm.in`, `ramu (@) firm . in`, `ramu@ybl`. */
function readAtSign(tokens: Tokens, i: number): Span | undefined {
  const token = at(tokens, i)
  const [, left = '', right = ''] = /^(.*)@([\s()[\]{}]{0,3})$/su.exec(token.gap) ?? []
  const tight = token.gap === '@'
  // A sign on either side of a word makes no address.
  if ((!tight && !/@[\s()[\]{}]{0,3}$/.test(token.gap)) || after(tokens, i).startsWith('@')) return undefined
  const apart = /[\s()[\]{}]{0,3}$/.exec(left)?.[0].length ?? 0
  const end = token.start - right.length - 1 - apart
  const start = startOfLocal(tokens, end)
  const domain = readDomain(tokens, i)
  if (start === end || domain === undefined) return undefined
  const open = domain.dotted && (domain.known || (tight && !domain.spoken))
  if (domain.mail || open) return { start: extendLocal(tokens, start, i - 1), end: at(tokens, domain.last).end }
  if (token.kind !== 'word' || !(tight || isPaymentHandle(tokens, i))) return undefined
  const tail =
    /^[\p{L}\p{M}0-9]*/u.exec(tokens.folded.text.slice(token.end, token.end + LONGEST_LOCAL))?.[0].length ?? 0
  if (PAYMENT_HANDLES.has(token.text) && tail === 0) return { start, end: token.end }
  if (!tight || means(token, 'unit') || !(paymentNear(tokens, i) || isMailNamed(tokens, i))) return undefined
  return { start, end: token.end + tail }
}

/** "ramu at ybl", "ramu @ oksbi", "ramu @ paytm": a payment handle that stands apart. */
function isPaymentHandle(tokens: Tokens, i: number): boolean {
  const { text } = at(tokens, i)
  const before = at(tokens, i - 1)
  const named = means(at(tokens, i), 'payment') && before.kind === 'word' && !isKnown(before)
  return PLAIN_HANDLE.test(text) || (PAYMENT_HANDLES.has(text) && (named || paymentNear(tokens, i)))
}

/** "ramu dot singh at …", "ramu 99 @ …": the local part may have been written in pieces. */
function extendLocal(tokens: Tokens, start: number, last: number): number {
  let first = last
  while (first > 0 && at(tokens, first).start > start) first--
  const { kind, gap } = at(tokens, first)
  const name = at(tokens, first - 1)
  if (kind === 'number' && gap === ' ' && name.kind === 'word' && !isKnown(name)) first--
  let from =
    first < last || at(tokens, first).start < start
      ? Math.min(start, startOfLocal(tokens, at(tokens, first).end))
      : start
  for (let steps = 0; steps < 4 && first > 1; steps++) {
    const joiner = at(tokens, first - 1)
    const joined = means(joiner, 'dot') || /^(?:underscore|dash)$/.test(joiner.text)
    if (!joined || !isBracketed(tokens, first - 1) || !isBracketed(tokens, first - 2)) break
    first -= 2
    from = startOfLocal(tokens, at(tokens, first).end)
  }
  return from
}

/** "ramu at gmail dot com", "ramu (at) firm.in", "ramu एट जीमेल डॉट कॉम", "ramu at the rate gmail". */
function readAtWord(tokens: Tokens, i: number): Span | undefined {
  const token = at(tokens, i)
  if (i === 0 || !isBracketed(tokens, i - 1)) return undefined
  let next = i + 1
  if (means(at(tokens, next), 'article') && !means(at(tokens, next + 1), 'rate')) return undefined
  if (means(at(tokens, next), 'article')) next++
  const rated = means(token, 'rate') || means(at(tokens, next), 'rate')
  if (means(at(tokens, next), 'rate')) next++
  if (at(tokens, next).text === 'of' || (at(tokens, next).text === 'g' && at(tokens, next + 1).text === 'mail')) next++
  const domain = isBracketed(tokens, next - 1) ? readDomain(tokens, next) : undefined
  if (domain === undefined) return undefined
  const bracketed = !/\s$/.test(token.gap)
  const after = at(tokens, domain.last + 1).text
  const mail = domain.mail && (domain.dotted || rated || bracketed || !COMMON_AFTER_HOST.test(after))
  const said = domain.spoken && (isUpperCase(tokens, token) || isUnlikelyPlace(tokens, domain.last))
  if (!mail && !(domain.dotted && domain.known && (bracketed || rated || said)) && !isPaymentHandle(tokens, next))
    return undefined
  const { end } = at(tokens, domain.last)
  const local = at(tokens, i - 1)
  if (!bracketed && means(local, 'not-local')) return { start: at(tokens, next).start, end }
  return { start: extendLocal(tokens, startOfLocal(tokens, local.end), i - 1), end }
}

/** "look at red dot in the corner": `in` closes an address only where the words end, or after a name of its own. */
function isUnlikelyPlace(tokens: Tokens, last: number): boolean {
  if (!/^(?:in|co)$/.test(at(tokens, last).text) || last + 1 >= tokens.count || !/^ /.test(after(tokens, last)))
    return true
  const name = at(tokens, last - 2)
  return !isKnown(name) && name.text.length >= LONG_NAME
}

/** "ramu gmail com", "ramu(a)gmail.com", "email ramu99 gmail": the sign was left out altogether. */
function readBareHost(tokens: Tokens, i: number): Span | undefined {
  const domain = readDomain(tokens, i)
  const { start, gap, end: hostEnd } = at(tokens, i)
  const before = at(tokens, i - 1)
  const local = startOfLocal(tokens, before.end)
  const text = tokens.folded.text.slice(local, before.end)
  if (domain === undefined || !domain.dotted || !domain.known)
    return gap === ' ' && /[0-9]/.test(text) && /[^0-9._+-]/.test(text) ? { start: local, end: hostEnd } : undefined
  const { end } = at(tokens, domain.last)
  if (before.text === 'a' && /[([{]$/.test(before.gap) && /^[)\]}]/.test(gap))
    return { start: startOfLocal(tokens, at(tokens, i - 2).end), end }
  if (i === 0 || !/\s$/.test(gap) || gap.length > 2) return { start, end }
  const joined = local < before.start
  return { start: !joined && (isKnown(before) || !ALPHANUMERIC.test(text)) ? start : local, end }
}

/** "email ramu@firm": where an address was announced, any word after the sign is one. */
function isMailNamed(tokens: Tokens, i: number): boolean {
  return [2, 3, 4, 5, 6].some((step) => means(at(tokens, i - step), 'mail-noun'))
}
