import { bitsOf } from '../lexicon/lexicon.ts'
import type { Span } from '../text/fold.ts'
import { sourceStart } from '../text/fold.ts'
import { after, at, hints, isKnown, means, readTokens, type Tokens } from '../text/tokens.ts'
import { isPaymentHandle } from './mail.ts'
import { isShortHost } from './web.ts'

// "firm dot com slash used", "ramu (at) firm [.] in", "ramu @ firm . com": the signs of an address are said, stand in
// brackets or apart. The text is read once more with the signs in their places; addresses are then found by their shape.

/** What leads from a token to the next one of an address: its sign, and how it is written. */
type Link = { next: number; sign: string; how: 'tight' | 'said' | 'bracketed' | 'apart' }

/** The tokens with the signs in their places, and where a span of them stands in the text that was given. */
type Reading = { tokens: Tokens; place: (span: Span) => Span }

const SAID = bitsOf('joint', 'at')
const LOOSE = /[ ([{<*"'][.@]|[.@][ )\]}>*"']/
const WRITTEN = /^(?<lead>[ ()[\]{}<>*"'!#$^|~_-]{0,3})(?<sign>[.@/_])(?<trail>[ ()[\]{}<>*"'!#$^|~_-]{0,3})$/
const DOT = /^[ ([{<*"']{0,2}\.[ )\]}>*"']{0,2}$/
const OPENS = /[([{<*_-]$/
const CLOSES = /^[)\]}>*_-]/
const SIGNS = { dot: '.', slash: '/', 'low-line': '_', hyphen: '-' } as const
/** So many tokens after its name a network is still spoken of. */
const NEAR = 9
const LONG_NAME = 8
const MAX_LABELS = 6

export function withSigns(tokens: Tokens): Reading {
  const { folded } = tokens
  const links = hints(tokens, SAID) || LOOSE.test(folded.text) ? linksOf(tokens) : []
  if (links.length === 0) return { tokens, place: (span) => span }
  let text = ''
  const places: number[] = []
  let from = 0
  const addUpTo = (end: number): void => {
    text += folded.text.slice(from, end)
    for (; from < end; from++) places.push(from)
  }
  for (const [i, { next, sign }] of links) {
    addUpTo(at(tokens, i).end)
    text += sign
    places.push(from)
    from = at(tokens, next).start
  }
  addUpTo(folded.text.length)
  const starts = places.map((place) => sourceStart(folded, place))
  return {
    tokens: readTokens({ source: folded.source, text, starts }),
    place: ({ start, end }) => ({ start: places[start] ?? 0, end: (places[end - 1] ?? 0) + 1 }),
  }
}

/** The links of all addresses whose signs are not in their places, in order. */
function linksOf(tokens: Tokens): [number, Link][] {
  const found: [number, Link][] = []
  let named = -NEAR
  for (let i = 0; i < tokens.count; i++) {
    if (means(at(tokens, i), 'social', 'mail-host')) named = i
    const loose: [number, Link][] = []
    let last = i
    for (let link = linkAfter(tokens, last); link !== undefined; link = linkAfter(tokens, last)) {
      if (link.how !== 'tight') loose.push([last, link])
      last = link.next
    }
    const isSaid = loose.some(([, { sign, how }]) => how === 'said' && (i - named < NEAR || sign === '.'))
    const isNamed = isSaid && (i - named < NEAR || loose.some(([, { sign }]) => sign === '@'))
    if (isNamed || loose.some(([i, link]) => isSure(tokens, i, link))) found.push(...loose)
    i = last
  }
  return found
}

/** Whether a link is one of an address whatever stands around it. */
function isSure(tokens: Tokens, i: number, { next, sign, how }: Link): boolean {
  if (how === 'bracketed' || sign === '_') return true
  if (sign === '@') return isMailbox(tokens, next) || isDomain(tokens, next)
  return sign === '.' && (isShortHost(tokens, i, next) ? how === 'said' : isEnding(tokens, i, next, how === 'said'))
}

/** "firm dot com", "firm . com"; "a red dot in the corner" ends in a word. */
function isEnding(tokens: Tokens, i: number, next: number, isSaid: boolean): boolean {
  const { text } = at(tokens, next)
  if (!means(at(tokens, next), 'tld-word')) return isSaid && text.length > 3 && means(at(tokens, next), 'tld')
  if (text !== 'in' && text !== 'co') return true
  let first = i
  while (/^-?$/.test(at(tokens, first).gap) && first > 0) first--
  const isName = !isKnown(at(tokens, i)) && at(tokens, i).end - at(tokens, first).start >= LONG_NAME
  return isSaid && (isName || next + 1 >= tokens.count || linkAfter(tokens, next)?.sign === '.')
}

function linkAfter(tokens: Tokens, i: number): Link | undefined {
  const token = at(tokens, i + 1)
  if (token.kind === 'none' || token.kind === 'mark' || at(tokens, i).kind === 'mark') return undefined
  if (/^[._/@-]?$/.test(token.gap) && !means(token, 'joint', 'at'))
    return { next: i + 1, sign: token.gap, how: 'tight' }
  const said = saidSign(tokens, i + 1)
  const next = said?.next ?? i + 1
  // "… in one season. Dot com boom": a sentence ended before it.
  if (next >= tokens.count || (said !== undefined && /^[.!?] /.test(token.gap))) return undefined
  const between = said === undefined ? token.gap : token.gap.replace('.', ' ') + said.sign + at(tokens, next).gap
  const { lead = '', sign = '', trail = '' } = WRITTEN.exec(between)?.groups ?? {}
  if (sign === '') return undefined
  if (OPENS.test(lead) && CLOSES.test(trail)) return { next, sign, how: 'bracketed' }
  if (said !== undefined) return { next, sign, how: 'said' }
  // "good tractor. price …": after a sentence only an ending of a domain goes on.
  const goesOn = sign === '@' || (sign === '.' && (lead !== '' || means(token, 'tld-word')))
  return goesOn ? { next, sign, how: 'apart' } : undefined
}

/** "dot", "slash", "underscore", "at the rate of", "[at]" at this token. */
function saidSign(tokens: Tokens, i: number): { sign: string; next: number } | undefined {
  const token = at(tokens, i)
  if (!means(token, 'joint', 'at')) return undefined
  const sign = Object.entries(SIGNS).find(([tag]) => means(token, tag as keyof typeof SIGNS))?.[1]
  if (sign !== undefined) return { sign, next: i + 1 }
  const rate = means(at(tokens, i + 1), 'article') ? i + 2 : i + 1
  if (means(at(tokens, rate), 'rate'))
    return { sign: '@', next: at(tokens, rate + 1).text === 'of' ? rate + 2 : rate + 1 }
  const isBracketed = OPENS.test(token.gap) && CLOSES.test(after(tokens, i))
  const isSaid = isBracketed || means(token, 'rate') || isPlainAt(tokens, i)
  return isSaid ? { sign: '@', next: i + 1 } : undefined
}

/** "ramu at gmail", "ramu at oksbi", "ramu at firm.in"; "see it at firm.in" names no mailbox. */
function isPlainAt(tokens: Tokens, i: number): boolean {
  return (
    isMailbox(tokens, i + 1) ||
    (!isKnown(at(tokens, i - 1)) && at(tokens, i + 1).text.length > 3 && isDomain(tokens, i + 1))
  )
}

function isMailbox(tokens: Tokens, host: number): boolean {
  return means(at(tokens, host), 'mail-host') || isPaymentHandle(tokens, host)
}

/** "firm . in", "firm [dot] co dot in" at this token. */
function isDomain(tokens: Tokens, first: number): boolean {
  let last = first
  for (let labels = 0; labels < MAX_LABELS; labels++) {
    const isDot = DOT.test(at(tokens, ++last).gap)
    if (means(at(tokens, last), 'dot')) return means(at(tokens, last + 1), 'tld', 'tld-word')
    if (!isDot && !/^-?$/.test(at(tokens, last).gap)) return false
    if (isDot && means(at(tokens, last), 'tld', 'tld-word')) return true
  }
  return false
}
