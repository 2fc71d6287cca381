import {
  after,
  at,
  endsClause,
  hints,
  isOneClause,
  isOneSentence,
  means,
  type Token,
  type Tokens,
} from '../text/tokens.ts'
import { ANY_LABEL, bitsOf, wordSet } from '../words/lexicon.ts'

// Whether the words around a number that has a label offer it for calling all the same.

/** Fewer digits are no number to call, unless they come right away. */
const FEWEST_DIGITS = 5
const OFFERS = bitsOf('call', 'this', 'payment')
const OWN = wordSet('my mera mere meri our hamara मेरा मेरे हमारा என் எனது enathu en ennoda')
const HERE = wordSet('yahi yehi यही')
const MESSAGES = wordSet('message msg text मैसेज')
const PURPOSE = wordSet('for ke के')

/** "call me on engine no …" */
export function isOfferedBefore(tokens: Tokens, label: number): boolean {
  for (let t = label - 1; t >= label - 3 && t >= 0; t--)
    if (means(at(tokens, t), 'call')) return t < label - 1 && means(at(tokens, label - 1), 'on', 'this')
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

/** Whether the words after a number offer that very number: "… par call karo", "… is my whatsapp". */
export function isOfferedAfter(tokens: Tokens, last: number): boolean {
  if (!hints(tokens, OFFERS)) return false
  const next = at(tokens, last + 1)
  if (!endsClause(tokens, last)) {
    for (let t = last + 2; means(next, 'on') && t <= last + 4 && !endsClause(tokens, t - 1); t++)
      if (means(at(tokens, t), 'call') && !isNumberSoon(tokens, t + 1)) return true
    // "mila liya": it was compared, not dialled.
    const called = means(next, 'call') && next.text !== 'mila'
    if (called && !isNumberSoon(tokens, last + 2) && !PURPOSE.has(at(tokens, last + 2).text)) return true
  }
  return isPointedAt(tokens, last)
}

/** "call na karein", "do not call", "mobile holder": nothing is offered. */
export function isDenied(tokens: Tokens, call: number): boolean {
  const before = at(tokens, call - 1)
  if (means(at(tokens, call + 1), 'denial', 'thing') || means(at(tokens, call + 2), 'denial')) return true
  return means(before, 'forbidding') || before.text === 't' || at(tokens, call - 2).text === 'not'
}

const isOwn = ({ text }: Token): boolean => OWN.has(text)

/** A word for calling soon after the number points back at it, or ahead at "this number". */
function isPointedAt(tokens: Tokens, last: number): boolean {
  for (let t = last + 1; t < last + 12 && t < tokens.count; t++) {
    if (!means(at(tokens, t), 'call') || isDenied(tokens, t)) continue
    if (isOwn(at(tokens, t - 1))) {
      // "… is my whatsapp", "…, that is my phone number"; but "my phone is broken" says nothing of it.
      const noun = means(at(tokens, t + 1), 'number-noun')
      if (noun || (t <= last + 6 && isOneClause(tokens, last, t))) return true
    } else if (!isNumberSoon(tokens, t + 1) && (pointsBack(tokens, t - 1, last) || pointsAhead(tokens, t))) return true
  }
  return false
}

/** "call on this number", "call me on the chassis number"; "this is the best model" points at nothing. */
function pointsAhead(tokens: Tokens, call: number): boolean {
  let on = false
  for (let t = call + 1; t <= call + 5 && t < tokens.count; t++) {
    const [token, next, second] = [at(tokens, t), at(tokens, t + 1), at(tokens, t + 2)]
    const labelled = means(next, ...ANY_LABEL) && means(second, 'number-noun')
    const named = (means(next, 'number-noun', 'on') || labelled) && !means(next, 'copula')
    if (means(token, 'this') && (t + 1 >= tokens.count || named)) return true
    if (on && means(token, ...ANY_LABEL) && means(next, 'number-noun')) return true
    if (means(token, 'on')) on = true
  }
  return false
}

/** "same number par call", "is par call karo": back over the words between to one that points at what was said. */
function pointsBack(tokens: Tokens, from: number, last: number): boolean {
  for (let t = from; t > last && t > from - 5; t--) {
    const token = at(tokens, t)
    if (/[\n.,;|।]/.test(after(tokens, t)) || means(token, 'visit')) return false
    if (t === from - 1 && /^[iu]s$/.test(token.text) && means(at(tokens, from), 'on')) return true
    if (means(token, 'this')) {
      // "yahi par message karo": right here, on the site.
      if (HERE.has(token.text) && MESSAGES.has(at(tokens, from + 1).text)) return false
      return !isOwn(token) || isOneSentence(tokens, last, t)
    }
    if (t < from - 1 && !means(token, 'number-noun', 'on', ...ANY_LABEL)) return false
  }
  return false
}
