import { bitsOf } from '../lexicon/lexicon.ts'
import { replaceSpans, type Span, sourceStart } from '../text/fold.ts'
import { hints, isInLexicon, means, readTokens, type TextTokens, textAfter, tokenAt } from '../text/tokens.ts'
import { isPaymentHandle } from './mail.ts'
import { isShortHost } from './web.ts'

// "firm dot com slash used", "ramu (at) firm [.] in", "ramu @ firm . com": the text is read again with the signs of an
// address in their places, so that addresses are found by their shape.

type Link = { next: number; sign: string; how: 'tight' | 'said' | 'bracketed' | 'apart' }

/** `place` maps a span to the original text. */
type SignReader = { tokens: TextTokens; place: (span: Span) => Span }

const SPOKEN = bitsOf('joint', 'at')
const LOOSE = /[ ([{<*"'][.@]|[.@][ )\]}>*"']/
const WRITTEN = /^(?<lead>[ ()[\]{}<>*"'!#$^|~_-]{0,3})(?<sign>[.@/_])(?<trail>[ ()[\]{}<>*"'!#$^|~_-]{0,3})$/
const OPENS = /[([{<*_-]$/
const CLOSES = /^[)\]}>*_-]/
const SIGNS = { dot: '.', slash: '/', 'low-line': '_', hyphen: '-' } as const
/** How many tokens after its name a network still makes a spoken sign one of a handle. */
const NEAR = 9
const LONG_NAME = 8
const MAX_LABELS = 6

export function withSigns(tokens: TextTokens): SignReader {
  const { folded } = tokens
  const links = hints(tokens, SPOKEN) || LOOSE.test(folded.text) ? linksOf(tokens) : []
  if (links.length === 0) return { tokens, place: (span) => span }
  const { text, places } = replaceSpans(
    folded.text,
    links.map(([i, { next, sign }]) => ({ start: tokenAt(tokens, i).end, end: tokenAt(tokens, next).start, sign })),
  )
  const starts = places.map((place) => sourceStart(folded, place))
  return {
    tokens: readTokens({ source: folded.source, text, starts }),
    place: ({ start, end }) => ({ start: places[start] ?? 0, end: (places[end - 1] ?? 0) + 1 }),
  }
}

function linksOf(tokens: TextTokens): [number, Link][] {
  const links: [number, Link][] = []
  let named = -NEAR
  for (let i = 0; i < tokens.count; i++) {
    if (means(tokenAt(tokens, i), 'social', 'mail-host')) named = i
    const loose: [number, Link][] = []
    let last = i
    for (let link = linkAfter(tokens, last); link !== undefined; link = linkAfter(tokens, last)) {
      if (link.how !== 'tight') loose.push([last, link])
      last = link.next
    }
    const isNamed = i - named < NEAR && loose.some(([, { how }]) => how === 'said')
    if (isNamed || loose.some(([i, link]) => isSure(tokens, i, link))) links.push(...loose)
    i = last
  }
  return links
}

function isSure(tokens: TextTokens, i: number, { next, sign, how }: Link): boolean {
  if (how === 'bracketed') return true
  if (sign === '@') return isMailbox(tokens, next) || isDomain(tokens, next)
  return sign === '.' && (isShortHost(tokens, i, next) ? how === 'said' : isEnding(tokens, i, next, how === 'said'))
}

/** "firm dot com", "firm . com"; "a red dot in the corner" ends in a word. */
function isEnding(tokens: TextTokens, i: number, next: number, isSpoken: boolean): boolean {
  const { text } = tokenAt(tokens, next)
  if (!means(tokenAt(tokens, next), 'tld-word'))
    return isSpoken && text.length > 3 && means(tokenAt(tokens, next), 'tld')
  if (text !== 'in' && text !== 'co') return true
  let first = i
  while (/^-?$/.test(tokenAt(tokens, first).before) && first > 0) first--
  const isName = !isInLexicon(tokenAt(tokens, i)) && tokenAt(tokens, i).end - tokenAt(tokens, first).start >= LONG_NAME
  return isSpoken && (isName || linkAfter(tokens, next)?.sign === '.')
}

function linkAfter(tokens: TextTokens, i: number): Link | undefined {
  const token = tokenAt(tokens, i + 1)
  if (token.kind === 'none') return undefined
  if (/^[._/@-]?$/.test(token.before) && !means(token, 'joint', 'at'))
    return { next: i + 1, sign: token.before, how: 'tight' }
  const spoken = readSpokenSign(tokens, i + 1)
  // "… in one season. Dot com boom": a sentence ended before it.
  if (spoken !== undefined && /^[.!?] /.test(token.before)) return undefined
  const next = spoken?.next ?? i + 1
  const between =
    spoken === undefined ? token.before : token.before.replace('.', ' ') + spoken.sign + tokenAt(tokens, next).before
  const { lead = '', sign = '', trail = '' } = WRITTEN.exec(between)?.groups ?? {}
  if (sign === '') return undefined
  if (OPENS.test(lead) && CLOSES.test(trail)) return { next, sign, how: 'bracketed' }
  if (spoken !== undefined) return { next, sign, how: 'said' }
  // After a sentence ("good tractor. price …") only an ending of a domain goes on.
  const goesOn = sign === '@' || (sign === '.' && (lead !== '' || means(token, 'tld-word')))
  return goesOn ? { next, sign, how: 'apart' } : undefined
}

/** "dot", "slash", "underscore", "at the rate of", "[at]" at this token. */
function readSpokenSign(tokens: TextTokens, i: number): { sign: string; next: number } | undefined {
  const token = tokenAt(tokens, i)
  if (!means(token, 'joint', 'at')) return undefined
  const sign = Object.entries(SIGNS).find(([tag]) => means(token, tag as keyof typeof SIGNS))?.[1]
  if (sign !== undefined) return { sign, next: i + 1 }
  const rate = means(tokenAt(tokens, i + 1), 'article') ? i + 2 : i + 1
  if (means(tokenAt(tokens, rate), 'rate'))
    return { sign: '@', next: tokenAt(tokens, rate + 1).text === 'of' ? rate + 2 : rate + 1 }
  const isBracketed = OPENS.test(token.before) && CLOSES.test(textAfter(tokens, i))
  return isBracketed || isPlainAt(tokens, i) ? { sign: '@', next: i + 1 } : undefined
}

/** "ramu at gmail", "ramu at oksbi", "ramu at firm.in"; "see it at firm.in" names no mailbox. */
function isPlainAt(tokens: TextTokens, i: number): boolean {
  const isHost = !isInLexicon(tokenAt(tokens, i - 1)) && tokenAt(tokens, i + 1).text.length > 3
  return isMailbox(tokens, i + 1) || (isHost && isDomain(tokens, i + 1))
}

function isMailbox(tokens: TextTokens, host: number): boolean {
  return means(tokenAt(tokens, host), 'mail-host') || isPaymentHandle(tokens, host)
}

/** "firm . in", "firm [dot] co dot in" at this token. */
function isDomain(tokens: TextTokens, first: number): boolean {
  let last = first
  for (let labels = 0; labels < MAX_LABELS; labels++) {
    const isDot = /^[ ([{<*"']{0,2}\.[ )\]}>*"']{0,2}$/.test(tokenAt(tokens, ++last).before)
    if (means(tokenAt(tokens, last), 'dot')) return means(tokenAt(tokens, last + 1), 'tld', 'tld-word')
    if (!isDot && !/^-?$/.test(tokenAt(tokens, last).before)) return false
    if (isDot && means(tokenAt(tokens, last), 'tld', 'tld-word')) return true
  }
  return false
}
