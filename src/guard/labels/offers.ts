import { textOf } from '../addresses/domains.ts'
import { loneLetter } from '../digits/lookalikes.ts'
import { endsClause, endsSentence, isOneClause, isOneSentence } from '../text/clauses.ts'
import { foldWord } from '../text/fold.ts'
import { hasTrait, means, NUMBER, type Tokens, WORD } from '../text/tokens.ts'
import { DENIAL, FORBIDDING, THING } from '../words/traits.ts'
import {
  ANY_LABEL,
  CALL,
  COPULA,
  JOIN,
  NUMBER_NAME,
  NUMBER_NOUN,
  ON,
  PAYMENT,
  THIS,
  VISIT,
} from '../words/vocabulary.ts'

// Whether the words around a number that has a label offer it for calling all the same.

/** Fewer digits are no number to call, unless they come right away. */
const FEWEST_DIGITS = 5

/** "call me on engine no …" */
export function isOfferedBefore(tokens: Tokens, label: number): boolean {
  for (let t = label - 1; t >= label - 3 && t >= 0; t--) {
    if (means(tokens, t, CALL)) return t < label - 1 && means(tokens, label - 1, ON | THIS)
  }
  return false
}

/** A number to call, or one that was removed, follows soon; that of a model is none. */
function isNumberSoon(tokens: Tokens, from: number): boolean {
  for (let t = from; t < from + 7 && t < tokens.count; t++) {
    if (tokens.kinds[t] === WORD) continue
    const length = (tokens.ends[t] ?? 0) - (tokens.starts[t] ?? 0)
    if (tokens.kinds[t] !== NUMBER || length >= FEWEST_DIGITS || t < from + 2) return true
  }
  return false
}

/** Whether the words after a number offer that very number: "… par call karo", "… is my whatsapp". */
export function isOfferedAfter(tokens: Tokens, last: number): boolean {
  if ((tokens.seen & (CALL | THIS | PAYMENT)) === 0) return false
  if (!endsClause(tokens, last)) {
    if (isPaidTo(tokens, last)) return true
    if (means(tokens, last + 1, ON)) {
      for (let t = last + 2; t <= last + 4 && !endsClause(tokens, t - 1); t++)
        if (means(tokens, t, CALL) && !isNumberSoon(tokens, t + 1)) return true
    }
    if (
      means(tokens, last + 1, CALL) &&
      !isMatched(tokens, last + 1) &&
      !isNumberSoon(tokens, last + 2) &&
      !isForSomething(tokens, last + 2)
    )
      return true
  }
  for (let t = last + 1; t <= last + 3 && !endsSentence(tokens, t - 1); t++) {
    if (
      means(tokens, t, THIS) &&
      OWN.has(textOf(tokens, t)) &&
      means(tokens, t + 1, NUMBER_NAME) &&
      !isNumberSoon(tokens, t + 2)
    )
      return true
  }
  if (isNamedMine(tokens, last + 1)) return true
  for (let t = last + 1; t < Math.min(last + 12, tokens.count); t++) {
    if (!means(tokens, t, CALL) || isDenied(tokens, t)) continue
    if (OWN.has(textOf(tokens, t - 1))) {
      // "… is my whatsapp", "…, that is my phone number"; but "my phone is broken" says nothing of it.
      if (means(tokens, t + 1, NUMBER_NOUN) || (t <= last + 6 && isOneClause(tokens, last, t))) return true
      continue
    }
    if (isNumberSoon(tokens, t + 1)) continue
    if (pointsBack(tokens, t - 1, last)) return true
    if (pointsAhead(tokens, t)) return true
  }
  return false
}

/** "don't": what stands after the apostrophe. */
const SMALL_T = 116

function isNot(tokens: Tokens, token: number): boolean {
  return hasTrait(tokens, token, FORBIDDING) && textOf(tokens, token) === 'not'
}

/** "call na karein", "do not call", "mobile holder": nothing is offered. */
export function isDenied(tokens: Tokens, call: number): boolean {
  if (hasTrait(tokens, call + 1, DENIAL | THING) || hasTrait(tokens, call + 2, DENIAL)) return true
  return hasTrait(tokens, call - 1, FORBIDDING) || loneLetter(tokens, call - 1) === SMALL_T || isNot(tokens, call - 2)
}

/** "ye number hai mera" */
function isNamedMine(tokens: Tokens, token: number): boolean {
  if (!means(tokens, token, THIS) || !means(tokens, token + 1, NUMBER_NAME)) return false
  for (let t = token + 2; t <= token + 4; t++) if (OWN.has(textOf(tokens, t))) return isOneSentence(tokens, token, t)
  return false
}

/** "… is my number" */
const OWN = new Set('my mera mere meri our hamara मेरा मेरे हमारा என் எனது enathu en ennoda'.split(' ').map(foldWord))

/** "call on this number", "call me on the chassis number". */
function pointsAhead(tokens: Tokens, call: number): boolean {
  let on = false
  for (let t = call + 1; t <= call + 5 && t < tokens.count; t++) {
    const named =
      means(tokens, t + 1, NUMBER_NOUN | ON) || (means(tokens, t + 1, ANY_LABEL) && means(tokens, t + 2, NUMBER_NOUN))
    // "this is the best model" points at nothing.
    if (means(tokens, t, THIS) && (t + 1 >= tokens.count || (named && !means(tokens, t + 1, COPULA)))) return true
    if (on && means(tokens, t, ANY_LABEL) && means(tokens, t + 1, NUMBER_NOUN)) return true
    if (means(tokens, t, ON)) on = true
  }
  return false
}

const HERE = new Set('yahi yehi यही'.split(' ').map(foldWord))
const MESSAGES = new Set('message msg text मैसेज'.split(' ').map(foldWord))

/** "same number par call": back over the words between to one that points at what was said. */
function pointsBack(tokens: Tokens, from: number, last: number): boolean {
  for (let t = from; t > last && t > from - 5; t--) {
    if (endsClause(tokens, t) || means(tokens, t, VISIT)) return false
    if (t === from - 1 && isPronoun(tokens, t)) return true
    if (means(tokens, t, THIS)) {
      const word = textOf(tokens, t)
      // "yahi par message karo": right here, on the site.
      if (HERE.has(word) && MESSAGES.has(textOf(tokens, from + 1))) return false
      return !OWN.has(word) || isOneSentence(tokens, last, t)
    }
    if (t < from - 1 || means(tokens, t, NUMBER_NOUN | ON | ANY_LABEL)) {
      if (!means(tokens, t, NUMBER_NOUN | ON | ANY_LABEL)) return false
    }
  }
  return false
}

/** "is par call karo": short for this number. */
function isPronoun(tokens: Tokens, token: number): boolean {
  const word = textOf(tokens, token)
  return (word === 'is' || word === 'us') && means(tokens, token + 1, ON)
}

/** "… is also gpay" */
function isPaidTo(tokens: Tokens, last: number): boolean {
  let t = last + 1
  while (t < last + 3 && means(tokens, t, COPULA | JOIN)) t++
  return means(tokens, t, PAYMENT) && isOneSentence(tokens, last, t)
}

/** "mila liya": it was compared, not dialled. */
function isMatched(tokens: Tokens, token: number): boolean {
  return textOf(tokens, token) === 'mila'
}

const PURPOSE = new Set(['for', 'ke', 'के'])

function isForSomething(tokens: Tokens, token: number): boolean {
  const start = tokens.starts[token] ?? 0
  const end = tokens.ends[token] ?? 0
  return (
    token < tokens.count &&
    end - start <= 3 &&
    PURPOSE.has(String.fromCharCode(...tokens.folded.codes.subarray(start, end)))
  )
}
