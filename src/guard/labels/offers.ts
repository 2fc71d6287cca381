import { at, endsClause, hints, means, type Token, type Tokens } from '../text/tokens.ts'
import { ANY_LABEL, bitsOf, wordSet } from '../words/lexicon.ts'

// Whether the words around a number that has a label offer it for calling all the same.

/** Fewer digits are no number to call, unless they come right away. */
const FEWEST_DIGITS = 5
const REACH = 12
/** So far before a word for calling stands what points at the number. */
const NEAR = 4
const AHEAD = 6
const OFFERS = bitsOf('call', 'this', 'payment', 'strip')
const OWN = wordSet('my mera mere meri our hamara मेरा मेरे हमारा என் எனது enathu en ennoda mine')

const isOwn = ({ text }: Token): boolean => OWN.has(text)

/** "call me on engine no …" */
export function isOfferedBefore(tokens: Tokens, label: number): boolean {
  for (let t = label - 1; t >= label - 3 && t >= 0; t--)
    if (means(at(tokens, t), 'call')) return t < label - 1 && means(at(tokens, label - 1), 'on', 'this')
  return false
}

/**
 * Whether the words after a number offer that very number: "… par call karo", "… is my whatsapp", "call on this number",
 * "… (not the engine's, mine)", "… take the letters out".
 */
export function isOfferedAfter(tokens: Tokens, last: number): boolean {
  if (!hints(tokens, OFFERS)) return false
  let [pointed, denied] = [-REACH, -REACH]
  for (let t = last + 1; t < last + REACH && t < tokens.count; t++) {
    const token = at(tokens, t)
    if (means(token, 'strip') || (isOwn(token) && t - denied <= NEAR)) return true
    if (means(token, 'denial')) denied = t
    if (means(token, 'this', 'on') || isOwn(token)) pointed = t
    if (!means(token, 'call') || isDenied(tokens, t)) continue
    if (isNumberSoon(tokens, t + 1)) return false
    const right = t === last + 1 && !endsClause(tokens, last)
    if (right || t - pointed <= NEAR || t - denied <= NEAR || pointsAhead(tokens, t)) return true
  }
  return false
}

/** A number to call, or one that was removed, follows soon; that of a model is none. */
function isNumberSoon(tokens: Tokens, from: number): boolean {
  for (let t = from; t < from + 7 && t < tokens.count; t++) {
    const { kind, text } = at(tokens, t)
    if (kind === 'mark' || (kind === 'number' && (text.length >= FEWEST_DIGITS || t < from + 2))) return true
  }
  return false
}

/** "call na karein", "do not call", "mobile holder": nothing is offered. */
function isDenied(tokens: Tokens, call: number): boolean {
  if (means(at(tokens, call + 1), 'denial', 'thing') || means(at(tokens, call + 2), 'denial')) return true
  return means(at(tokens, call - 1), 'forbidding') || at(tokens, call - 2).text === 'not'
}

/** "call on this number", "call me on the chassis number". */
function pointsAhead(tokens: Tokens, call: number): boolean {
  for (let t = call + 1; t <= call + AHEAD && t < tokens.count; t++) {
    const next = at(tokens, t + 1)
    if (means(at(tokens, t), 'this') && (t + 1 >= tokens.count || means(next, 'number-noun', 'on'))) return true
    if (means(at(tokens, t), ...ANY_LABEL) && means(next, 'number-noun')) return true
  }
  return false
}
