import type { Span } from '../text/fold.ts'
import { at, hints, isKnown, means, meansNear, SIGNS, type Tokens } from '../text/tokens.ts'
import { bitsOf, listOf } from '../words/lexicon.ts'
import { readDomain } from './web.ts'

const LONGEST_LOCAL = 64
const HOST = bitsOf('mail-host')
const LOCAL = /[\p{L}\p{M}0-9._+-]/u
/** "ramuATgmailDOTcom", "ramu🅰️gmail•com" */
const GLUED = /(?<=[a-z0-9])(?:at?)?(?:gmail|yahoo|hotmail|rediffmail|outlook)[^\p{L}\p{M}0-9,]{0,3}(?:dot)?com/gu

export function findMail(tokens: Tokens, spans: Span[]): void {
  for (const { 0: host, index } of tokens.folded.text.includes('com') ? tokens.folded.text.matchAll(GLUED) : [])
    spans.push({ start: startOfLocal(tokens, index), end: index + host.length })
  if ((tokens.signs & SIGNS.AT) === 0 && !hints(tokens, HOST)) return
  let covered = 0
  for (let i = 0; i < tokens.count; i++) {
    const { gap, start } = at(tokens, i)
    const span =
      (gap.endsWith('@') ? readAtSign(tokens, i) : undefined) ??
      (means(at(tokens, i), 'mail-host') && start >= covered ? readBareHost(tokens, i) : undefined)
    if (span === undefined) continue
    spans.push(span)
    covered = span.end
  }
}

/** The start of the part before the `@` that ends here (end excluded), at most 64 characters back. */
function startOfLocal({ folded: { text } }: Tokens, end: number): number {
  let start = end
  while (start > Math.max(0, end - LONGEST_LOCAL) && LOCAL.test(text.charAt(start - 1))) start--
  while (start < end && /[._+-]/.test(text.charAt(start))) start++
  return start
}

/** `ramu@firm.in`, `ramu@ybl`; where an address was announced, any word after the sign is one: "email ramu@firm". */
function readAtSign(tokens: Tokens, i: number): Span | undefined {
  const token = at(tokens, i)
  const start = startOfLocal(tokens, token.start - 1)
  const { last, dotted, mail } = readDomain(tokens, i)
  if (start === token.start - 1) return undefined
  const named = meansNear(tokens, i - 6, i - 2, 'mail-noun') || paymentNear(tokens, i)
  const isHost = mail || dotted || HANDLES.has(token.text) || (named && !means(token, 'unit'))
  return isHost ? { start, end: at(tokens, last).end } : undefined
}

/** "ramu gmail com", "ramu99 (gmail wala)", "ramu99 on gmail": the sign was left out altogether. */
function readBareHost(tokens: Tokens, i: number): Span | undefined {
  const { last, dotted } = readDomain(tokens, i)
  const { start } = at(tokens, i)
  // "ramu ⓐ gmail"
  const name = means(at(tokens, i - 1), 'on') || at(tokens, i - 1).text === 'a' ? i - 2 : i - 1
  const before = at(tokens, name)
  const local = startOfLocal(tokens, before.end)
  const { end } = at(tokens, last)
  // "ramu99 🌀 outlook 🔘 com"
  const gap = dotted ? /^ ?[^\s.,;:!?।-]{0,3} ?[([{]?$/ : /^ ?[ ([{]$/
  const isName = gap.test(at(tokens, name + 1).gap) && (local < before.start || !isKnown(before))
  if (dotted) return { start: isName ? local : start, end }
  return isName && /[0-9].*[^0-9]|[^0-9].*[0-9]/.test(tokens.folded.text.slice(local, before.end))
    ? { start: local, end }
    : undefined
}

const PAYMENT = bitsOf('payment')
/** Handles of payment addresses that are in use; others count when a payment word stands near. */
const HANDLES = listOf('payment-handle')
/** Handles that are no other word. */
const PLAIN_HANDLES = listOf('plain-handle')

function paymentNear(tokens: Tokens, i: number): boolean {
  if (!hints(tokens, PAYMENT)) return false
  return meansNear(tokens, i - 9, i - 1, 'payment') || meansNear(tokens, i + 1, i + 2, 'payment')
}

/** "ramu at ybl": a payment handle that stands apart from the name. */
export function isPaymentHandle(tokens: Tokens, i: number): boolean {
  const { text } = at(tokens, i)
  return PLAIN_HANDLES.has(text) || (HANDLES.has(text) && paymentNear(tokens, i))
}
