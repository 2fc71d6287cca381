import { bitsOf, listOf } from '../lexicon/lexicon.ts'
import type { Span } from '../text/fold.ts'
import { hints, means, meansNear, SIGNS, type TextTokens, tokenAt } from '../text/tokens.ts'
import { readDomain } from './web.ts'

const LONGEST_LOCAL = 64
const LOCAL = /[\p{L}\p{M}0-9._+-]/u

/** "ramuATgmailDOTcom" */
const GLUED = /(?<=[a-z0-9])at(?:gmail|yahoo|hotmail|rediffmail|outlook)dotcom/gu

export function findMail(tokens: TextTokens, spans: Span[]): void {
  for (const { 0: host, index } of tokens.folded.text.includes('dotcom') ? tokens.folded.text.matchAll(GLUED) : [])
    spans.push({ start: startOfLocal(tokens, index), end: index + host.length })
  if ((tokens.signs & SIGNS.AT) === 0) return
  for (let i = 0; i < tokens.count; i++) {
    const span = tokenAt(tokens, i).before.endsWith('@') ? readAtSign(tokens, i) : undefined
    if (span !== undefined) spans.push(span)
  }
}

/** The start of the part before the `@` that ends here (end excluded), at most 64 characters back. */
function startOfLocal({ folded: { text } }: TextTokens, end: number): number {
  let start = end
  while (start > Math.max(0, end - LONGEST_LOCAL) && LOCAL.test(text.charAt(start - 1))) start--
  while (start < end && /[._+-]/.test(text.charAt(start))) start++
  return start
}

/** `ramu@firm.in`, `ramu@ybl`; where an address was announced, any word after the sign is one: "email ramu@firm". */
function readAtSign(tokens: TextTokens, i: number): Span | undefined {
  const token = tokenAt(tokens, i)
  const start = startOfLocal(tokens, token.start - 1)
  const { last, dotted, mail } = readDomain(tokens, i)
  if (start === token.start - 1) return undefined
  const named = meansNear(tokens, i - 6, i - 2, 'mail-noun') || paymentNear(tokens, i)
  const isHost = mail || dotted || HANDLES.has(token.text) || (named && !means(token, 'unit'))
  return isHost ? { start, end: tokenAt(tokens, last).end } : undefined
}

const PAYMENT = bitsOf('payment')
/** Handles of payment addresses that are in use; others count when a payment word stands near. */
const HANDLES = listOf('payment-handle')
/** Handles that are no other word. */
const PLAIN_HANDLES = listOf('plain-handle')

function paymentNear(tokens: TextTokens, i: number): boolean {
  if (!hints(tokens, PAYMENT)) return false
  return meansNear(tokens, i - 9, i - 1, 'payment') || meansNear(tokens, i + 1, i + 2, 'payment')
}

/** "ramu at ybl": a payment handle that stands apart from the name. */
export function isPaymentHandle(tokens: TextTokens, i: number): boolean {
  const { text } = tokenAt(tokens, i)
  return PLAIN_HANDLES.has(text) || (HANDLES.has(text) && paymentNear(tokens, i))
}
