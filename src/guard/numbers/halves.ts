import { isUpperCase } from '../text/capitals.ts'
import { LINE, SPACE } from '../text/character-fold.ts'
import { hasTrait, means, NUMBER, type Tokens, WORD } from '../text/tokens.ts'
import { digitsOf } from '../words/lexicon.ts'
import { DIGIT_NOUN, ENDING, ORDER } from '../words/traits.ts'
import { CALL, CURRENCY, LABEL, NUMBER_NAME, NUMBER_NOUN, SOFT_LABEL, THIS, UNIT } from '../words/vocabulary.ts'
import { isFullStop, soleSeparator } from './gaps.ts'
import { ANY_MEASURE, CODED, MONEY, numericValue, PRICED } from './marks.ts'
import type { Numerals } from './reading.ts'

// "73731-VELU-44552", "73731 jai kisan 44553 is my number": two halves of five digits with words between them.

const WIDEST = 40
const MOST_WORDS = 5
const HALF = 5
const AROUND = 6
const FIVE = 53

function isHalf(numerals: Numerals, marks: Uint8Array, n: number, counted: boolean): boolean {
  if (numerals.digitLengths[n] !== HALF || numerals.spoken[n] === 1) return false
  return ((marks[n] ?? 0) & (counted ? MONEY : ANY_MEASURE | MONEY | PRICED | CODED)) === 0
}

/** The other half: the next numeral, or the one after it where a single digit counts the halves ("line 2"). */
function otherHalf(numerals: Numerals, n: number): number {
  const next = numerals.digitLengths[n + 1] === 1 ? n + 2 : n + 1
  if (next >= numerals.count || numerals.digitLengths[next] !== HALF) return -1
  return (numerals.firstTokens[next] ?? 0) - (numerals.lastTokens[n] ?? 0) > 1 ? next : -1
}

/** A quick look before anything else is asked. */
export function mayBeHalves(numerals: Numerals, n: number): boolean {
  if (numerals.digitLengths[n] !== HALF || n + 1 >= numerals.count || otherHalf(numerals, n) < 0) return false
  return (numerals.digits[numerals.digitStarts[n] ?? 0] ?? 0) >= 54
}

/** The numeral that is the second half of a number begun by this one, or -1. */
export function secondHalf(tokens: Tokens, numerals: Numerals, marks: Uint8Array, n: number): number {
  const second = otherHalf(numerals, n)
  if (second < 0) return -1
  const first = numerals.firstTokens[n] ?? 0
  const counted = isCounted(tokens, first, numerals.firstTokens[second] ?? 0)
  if (!isHalf(numerals, marks, n, counted) || !isHalf(numerals, marks, second, counted)) return -1
  if (numericValue(numerals, n) % 100 === 0 && numericValue(numerals, second) % 100 === 0) return -1
  const left = numerals.lastTokens[n] ?? 0
  const right = numerals.firstTokens[second] ?? 0
  const start = tokens.ends[left] ?? 0
  const end = tokens.starts[right] ?? 0
  const words = right - left - 1
  if (words < 1 || words > MOST_WORDS || end - start > WIDEST) return -1
  for (let t = left + 1; t < right; t++) {
    if (t === numerals.firstTokens[n + 1] && second === n + 2) continue
    if (counted && tokens.kinds[t] === NUMBER && (tokens.ends[t] ?? 0) - (tokens.starts[t] ?? 0) === 1) continue
    if (hasTrait(tokens, t, DIGIT_NOUN) || isOrdinal(tokens, t)) continue
    if (tokens.kinds[t] !== WORD || means(tokens, t, UNIT | CURRENCY | LABEL | SOFT_LABEL)) return -1
  }
  if (isTight(tokens, start, end)) return words === 1 && tokens.entries[left + 1] === 0 ? second : -1
  // "plot no 98220, whatsapp 67677-18080": the second is a half of something else.
  if (numerals.digitLengths[second + 1] === HALF && soleSeparator(tokens, numerals, second) !== 0) return -1
  if (counted || isShouted(tokens, left + 1, right)) return second
  return isAnnounced(tokens, first, numerals.lastTokens[second] ?? 0) ? second : -1
}

/** "94256 NAMASTE 38071": one unknown word in capitals. */
function isShouted(tokens: Tokens, token: number, right: number): boolean {
  const length = (tokens.ends[token] ?? 0) - (tokens.starts[token] ?? 0)
  return right === token + 1 && length > 2 && tokens.entries[token] === 0 && isUpperCase(tokens, token)
}

/** "1st", "2nd" */
function isOrdinal({ kinds, starts, ends }: Tokens, token: number): boolean {
  return (
    kinds[token - 1] === NUMBER && ends[token - 1] === starts[token] && (ends[token] ?? 0) - (starts[token] ?? 0) === 2
  )
}

function isTight(tokens: Tokens, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const kind = tokens.folded.classes[i]
    if (kind === SPACE || kind === LINE) return false
  }
  return true
}

/** "first half 70873 second half …", "pehle 5 digit 81465, baad ke 5 …" */
function isCounted(tokens: Tokens, first: number, right: number): boolean {
  if (isFiveInOrder(tokens, first) || isFiveInOrder(tokens, right)) return true
  const noun = (tokens.traits & DIGIT_NOUN) !== 0
  // "starting 88916 ending 09739"
  const ends = hasTrait(tokens, first - 1, ORDER) && hasTrait(tokens, right - 1, ENDING)
  for (let t = first - 3; t < right && noun; t++) if (hasTrait(tokens, t, DIGIT_NOUN)) return true
  return ends
}

/** "pehle paanch 94668", "kadaisi 5 28417" */
function isFiveInOrder(tokens: Tokens, half: number): boolean {
  if (!hasTrait(tokens, half - 2, ORDER)) return false
  const start = tokens.starts[half - 1] ?? 0
  if (tokens.kinds[half - 1] === NUMBER)
    return tokens.ends[half - 1] === start + 1 && tokens.folded.codes[start] === FIVE
  return digitsOf(tokens.entries[half - 1] ?? 0) === '5'
}

/** A word for calling, or "my number", stands close by. */
function isAnnounced(tokens: Tokens, first: number, last: number): boolean {
  for (let t = first + 1; t < last; t++) if (means(tokens, t, CALL)) return !isFullStop(tokens, tokens.ends[first] ?? 0)
  for (let t = Math.max(0, first - AROUND); t < first; t++) {
    if (means(tokens, t, CALL) || (means(tokens, t, THIS) && means(tokens, t + 1, NUMBER_NOUN))) return true
  }
  for (let t = last + 1; t <= last + AROUND && t < tokens.count; t++) {
    if (means(tokens, t, CALL)) return true
    if (means(tokens, t, THIS) && means(tokens, t + 1, NUMBER_NAME)) return true
  }
  return false
}
