import type { Span } from '../text/spans.ts'
import { at, hints, isKnown, means, SIGNS, type Tokens } from '../text/tokens.ts'
import { bitsOf } from '../words/lexicon.ts'
import { readDomain } from './domains.ts'
import { HANDLES, paymentNear } from './payments.ts'

const LONGEST_LOCAL = 64
const HOST = bitsOf('mail-host')
const LOCAL = /[\p{L}\p{M}0-9._+-]/u
/** "ramuATgmailDOTcom" */
const GLUED = /at(?:gmail|yahoo|hotmail|rediffmail|outlook)(?:dot)?com/g

export function findMail(tokens: Tokens, spans: Span[]): void {
  for (const { 0: host, index } of tokens.folded.text.matchAll(GLUED))
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
  const named = [2, 3, 4, 5, 6].some((step) => means(at(tokens, i - step), 'mail-noun')) || paymentNear(tokens, i)
  const isHost = mail || dotted || HANDLES.has(token.text) || (named && !means(token, 'unit'))
  return isHost ? { start, end: at(tokens, last).end } : undefined
}

/** "ramu gmail com", "email ramu99 gmail": the sign was left out altogether. */
function readBareHost(tokens: Tokens, i: number): Span | undefined {
  const { last, dotted } = readDomain(tokens, i)
  const { start, gap } = at(tokens, i)
  const before = at(tokens, i - 1)
  const local = startOfLocal(tokens, before.end)
  const { end } = at(tokens, last)
  const isName = gap === ' ' && (local < before.start || !isKnown(before))
  if (dotted) return { start: isName ? local : start, end }
  return isName && /[0-9].*[^0-9]|[^0-9].*[0-9]/.test(tokens.folded.text.slice(local, before.end))
    ? { start: local, end }
    : undefined
}
