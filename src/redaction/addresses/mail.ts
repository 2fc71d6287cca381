import { bitsOf, listOf } from '../lexicon/lexicon.ts'
import type { Span } from '../text/fold.ts'
import { hints, meansNear, SIGNS, type TextTokens, tokenAt } from '../text/tokens.ts'
import { readDomain } from './web.ts'

/** RFC 5321, 4.5.3.1.1. */
const MAX_LOCAL = 64
const LOCAL = /[\p{L}\p{M}0-9._+-]/u
const GLUED = /(?<=[a-z0-9])at(?:gmail|yahoo|hotmail|rediffmail|outlook)dotcom/gu
const PAYMENT = bitsOf('payment')
/** Handles of payment addresses; those that are also words count only near a word for paying. */
const HANDLES = listOf('payment-handle')
const PLAIN_HANDLES = listOf('plain-handle')

export function findMail(tokens: TextTokens, spans: Span[]): void {
  if (tokens.folded.text.includes('dotcom'))
    for (const { 0: host, index } of tokens.folded.text.matchAll(GLUED))
      spans.push({ start: startOfLocal(tokens, index), end: index + host.length })
  if ((tokens.signs & SIGNS.AT) === 0) return
  for (let i = 0; i < tokens.count; i++) {
    const span = tokenAt(tokens, i).before.endsWith('@') ? readAtSign(tokens, i) : undefined
    if (span !== undefined) spans.push(span)
  }
}

function startOfLocal({ folded: { text } }: TextTokens, end: number): number {
  let start = end
  while (start > Math.max(0, end - MAX_LOCAL) && LOCAL.test(text.charAt(start - 1))) start--
  while (start < end && /[._+-]/.test(text.charAt(start))) start++
  return start
}

/** `ramu@firm.in`, `ramu@ybl`; after a word for mail or paying any host: "email ramu@firm". */
function readAtSign(tokens: TextTokens, i: number): Span | undefined {
  const token = tokenAt(tokens, i)
  const start = startOfLocal(tokens, token.start - 1)
  if (start === token.start - 1) return undefined
  const { last, dotted, mail } = readDomain(tokens, i)
  const isHost = mail || dotted || HANDLES.has(token.text)
  const isNamed = isHost || meansNear(tokens, i - 6, i - 2, 'mail-noun') || isPaymentNear(tokens, i)
  return isNamed ? { start, end: tokenAt(tokens, last).end } : undefined
}

function isPaymentNear(tokens: TextTokens, i: number): boolean {
  return hints(tokens, PAYMENT) && meansNear(tokens, i - 9, i + 2, 'payment')
}

/** "ramu at ybl": a payment handle that stands apart from the name. */
export function isPaymentHandle(tokens: TextTokens, i: number): boolean {
  const { text } = tokenAt(tokens, i)
  return PLAIN_HANDLES.has(text) || (HANDLES.has(text) && isPaymentNear(tokens, i))
}
