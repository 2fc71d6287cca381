import { at, endsClause, hints, means, type Tokens } from '../text/tokens.ts'
import { ANY_LABEL, bitsOf } from '../words/lexicon.ts'

// Whether the words around a number that has a label offer it for calling all the same.

/** Fewer digits are no number to call, unless they come right away. */
const FEWEST_DIGITS = 5
const REACH = 12
/** So far before a word for calling stands what points at the number. */
const NEAR = 4
const AHEAD = 6
const OFFERS = bitsOf('call', 'strip')

/** "call me on engine no …" */
export function isOfferedBefore(tokens: Tokens, label: number): boolean {
  return [2, 3].some((step) => means(at(tokens, label - step), 'call')) && means(at(tokens, label - 1), 'on', 'this')
}

/** Whether the words after a number offer that very number: "… par call karo", "call on this number", "… take the letters out". */
export function isOfferedAfter(tokens: Tokens, last: number): boolean {
  if (!hints(tokens, OFFERS)) return false
  let pointed = -REACH
  for (let t = last + 1; t < last + REACH && t < tokens.count; t++) {
    const token = at(tokens, t)
    if (means(token, 'strip')) return true
    if (means(token, 'this', 'on')) pointed = t
    if (!means(token, 'call')) continue
    if (isNumberSoon(tokens, t + 1)) return false
    const right = t === last + 1 && !endsClause(tokens, last)
    if (right || t - pointed <= NEAR || pointsAhead(tokens, t)) return true
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

/** "dial it", "call on this number", "call me on the chassis number". */
function pointsAhead(tokens: Tokens, call: number): boolean {
  for (let t = call + 1; t <= call + AHEAD && t < tokens.count; t++) {
    const next = at(tokens, t + 1)
    const isWhole = t === call + 1 || next.kind === 'none' || means(next, 'number-noun', 'on')
    if (means(at(tokens, t), 'this') && isWhole) return true
    if (means(at(tokens, t), ...ANY_LABEL) && means(next, 'number-noun')) return true
  }
  return false
}
