import type { Span } from '../text/spans.ts'
import { after, at, hints, isKnown, means, SIGNS, type Tokens } from '../text/tokens.ts'
import { bitsOf } from '../words/lexicon.ts'
import { ALPHANUMERIC, isBracketed, readDomain } from './domains.ts'
import { isHandleInUse, isPaymentHandle, paymentNear } from './payments.ts'
import { isWebAddress } from './web.ts'

const LONGEST_LOCAL = 64
const ADDRESSED = bitsOf('at', 'mail-host')
const LOCAL = /[\p{L}\p{M}0-9][\p{L}\p{M}0-9._+-]*$/u
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
      (token.gap.endsWith('@') ? readAtSign(tokens, i) : undefined) ??
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

/** "ramu 99@…": a number is told apart from the name that it belongs to. */
function withName(tokens: Tokens, start: number, last: number): number {
  const [number, name] = [at(tokens, last), at(tokens, last - 1)]
  const apart = number.start === start && number.kind === 'number' && number.gap === ' '
  return apart && name.kind === 'word' && !isKnown(name) ? startOfLocal(tokens, name.end) : start
}

/** `ramu@firm.in`, `ramu@ybl`. */
function readAtSign(tokens: Tokens, i: number): Span | undefined {
  const token = at(tokens, i)
  // A sign on either side of a word makes no address.
  if (after(tokens, i).startsWith('@')) return undefined
  const start = startOfLocal(tokens, token.start - 1)
  const domain = readDomain(tokens, i)
  if (start === token.start - 1 || domain === undefined) return undefined
  if (domain.mail || domain.dotted) return { start: withName(tokens, start, i - 1), end: at(tokens, domain.last).end }
  if (token.kind !== 'word') return undefined
  const tail =
    /^[\p{L}\p{M}0-9]*/u.exec(tokens.folded.text.slice(token.end, token.end + LONGEST_LOCAL))?.[0].length ?? 0
  if (isHandleInUse(token.text) && tail === 0) return { start, end: token.end }
  if (means(token, 'unit') || !(paymentNear(tokens, i) || isMailNamed(tokens, i))) return undefined
  return { start, end: token.end + tail }
}

/** "ramu at gmail.com", "ramu एट जीमेल", "ramu at oksbi". */
function readAtWord(tokens: Tokens, i: number): Span | undefined {
  const apart = at(tokens, i + 1).text === 'g' && at(tokens, i + 2).text === 'mail'
  const next = apart ? i + 2 : i + 1
  if (i === 0 || !isBracketed(tokens, i - 1) || !isBracketed(tokens, i)) return undefined
  const domain = readDomain(tokens, next)
  if (domain === undefined) return undefined
  const mail = apart || (domain.mail && (domain.dotted || !COMMON_AFTER_HOST.test(at(tokens, domain.last + 1).text)))
  const local = at(tokens, i - 1)
  const name = tokens.folded.text.slice(at(tokens, next).start, at(tokens, domain.last).start - 1)
  const named = domain.dotted && domain.known && !isKnown(local) && isWebAddress(tokens, domain.last, name)
  if (!mail && !named && !isPaymentHandle(tokens, i - 1, next)) return undefined
  const { end } = at(tokens, domain.last)
  if (means(local, 'not-local')) return { start: at(tokens, next).start, end }
  return { start: withName(tokens, startOfLocal(tokens, local.end), i - 1), end }
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
