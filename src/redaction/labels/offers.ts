import { ANY_LABEL, bitsOf, listOf, wordSet } from '../lexicon/lexicon.ts'
import { endsClause, hints, means, meansNear, type TextTokens, textAfter, tokenAt } from '../text/tokens.ts'
import { isEnd } from './pieces.ts'

const REACH = 12
const NEAR = 4
const AHEAD = 6
const FEW = 2
const DENIALS = listOf('denial')
/** Words next to "rings" that make it a verb: "the one that rings", but not "piston rings". */
const RINGS = wordSet('that which it serial and when in if loudly day night all any')
const CALL = bitsOf('call')
const OFFERS = bitsOf('call', 'strip', 'number-name')

/** "call me on engine no …" */
export function isOfferedBefore(tokens: TextTokens, token: number): boolean {
  if (!hints(tokens, CALL)) return false
  for (let [i, others] = [token - 1, 0]; others <= FEW && i > token - REACH; i--) {
    const word = tokenAt(tokens, i)
    if (isEnd(textAfter(tokens, i), word)) return false
    if (means(word, 'on', 'this') && meansNear(tokens, i - 2, i - 1, 'call')) return true
    if (!means(word, 'number-noun', 'filler', ...ANY_LABEL)) others++
  }
  return false
}

/** "… par call karo", "call on this number"; after a number in groups any word for calling. */
export function isOfferedAfter(tokens: TextTokens, { first, last }: { first: number; last: number }): boolean {
  if (!hints(tokens, OFFERS) && !tokens.folded.text.includes('rings')) return false
  let [pointed, points] = [-REACH, 0]
  for (let t = last + 1; t < last + REACH && t < tokens.count; t++) {
    const token = tokenAt(tokens, t)
    const isRing = token.text === 'rings' && [t - 1, t + 1].some((i) => RINGS.has(tokenAt(tokens, i).text))
    if (means(token, 'strip') || isRing) return true
    // Two words that point at it offer it: "yahi mera number".
    if (means(token, 'this')) points++
    if (means(token, 'number-name') && points > 1) return true
    if (means(token, 'this', 'on')) pointed = t
    if (!means(token, 'call') || DENIALS.has(tokenAt(tokens, t - 1).text)) continue
    const right = t === last + 1 && !endsClause(tokens, last)
    if (right || first < last || t - pointed <= NEAR || pointsAhead(tokens, t)) return true
  }
  return false
}

function pointsAhead(tokens: TextTokens, call: number): boolean {
  for (let t = call + 1; t <= call + AHEAD; t++) {
    const next = tokenAt(tokens, t + 1)
    const isWhole = t === call + 1 || next.kind === 'none' || means(next, 'number-noun', 'on')
    if (means(tokenAt(tokens, t), 'this') && isWhole) return true
    if (means(tokenAt(tokens, t), ...ANY_LABEL) && means(next, 'number-noun')) return true
  }
  return false
}
