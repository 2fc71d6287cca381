import { textOf } from '../addresses/domains.ts'
import { LINE, SPACE } from '../text/character-fold.ts'
import { foldWord } from '../text/fold.ts'
import { hasTrait, means, NUMBER, type Tokens, WORD } from '../text/tokens.ts'
import { digitsOf, HOMOPHONE_KIND, kindOf } from '../words/lexicon.ts'
import { DIGIT_NOUN, ORDER } from '../words/traits.ts'
import { CALL, CURRENCY, NUMBER_NAME, SEPARATOR_WORD, THEN, THIS, UNIT } from '../words/vocabulary.ts'
import { isHeldWord, isRemark, isRepeated, isStray } from './fillers.ts'
import type { Numerals } from './reading.ts'

// What stands between two numerals decides whether they can be parts of one number.

export const GLUED = 0
/** One separator, or a few blanks. */
export const TIGHT = 1
/** Several separators, emoji, line breaks. */
export const LOOSE = 2
/** A comma and a blank: how lists are written. */
export const LISTED = 3
/** A letter or three, without blanks. */
export const LETTERED = 4
/** Words that carry a reader on: "then", "फिर". */
export const WORDED = 5
/** A word or two that say nothing. */
export const STRAY = 6
export const BROKEN = 7

const WIDEST = 40
const WIDEST_PLAIN = 24
const WIDEST_LETTERED = 4
const LONGEST_PART = 9

export function gapAfter(tokens: Tokens, numerals: Numerals, numeral: number): number {
  if (numeral < 0 || numeral + 1 >= numerals.count) return BROKEN
  const left = numerals.lastTokens[numeral] ?? 0
  const right = numerals.firstTokens[numeral + 1] ?? 0
  const start = tokens.ends[left] ?? 0
  const end = tokens.starts[right] ?? 0
  if (end === start) return GLUED
  if (end - start > WIDEST || leadOf(tokens, right) === 1) return BROKEN
  if (right - left > 1) {
    // With words between them, a whole number goes on in nothing, nor anything in it.
    if (
      (numerals.digitLengths[numeral] ?? 0) > LONGEST_PART ||
      (numerals.digitLengths[numeral + 1] ?? 0) > LONGEST_PART
    )
      return BROKEN
    if (isFullStop(tokens, start)) return BROKEN
    const areaCode = numerals.digits[numerals.digitStarts[numeral] ?? 0] === 48
    // Nothing goes on after a word for calling, a unit or a price that stands apart.
    const apart =
      tokens.folded.classes[start] === SPACE && (tokens.ends[left + 1] ?? 0) - (tokens.starts[left + 1] ?? 0) > 1
    if (apart && !areaCode && means(tokens, left + 1, CALL | UNIT | CURRENCY)) return BROKEN
    const gap = gapWithWords(tokens, left, right, areaCode)
    if (gap === WORDED && !areaCode && (numerals.digitLengths[numeral] ?? 0) > 3 && beginsAnew(tokens, left, right))
      return BROKEN
    if (gap !== BROKEN) return gap
    if (isRepeated(tokens, numerals, numeral)) return LOOSE
    if (isRemark(tokens, left, right)) return WORDED
    return isStray(tokens, left, right) ? STRAY : BROKEN
  }
  if (end - start > WIDEST_PLAIN) return BROKEN
  // "…, 72000। नौ पांच …": the words after a full stop are another sentence's.
  if (numerals.spoken[numeral] !== numerals.spoken[numeral + 1] && isFullStop(tokens, start)) return BROKEN
  const gap = plainGap(tokens, start, end)
  // "855 2017, nine four …": nor do words go on after a comma what was written in digits.
  const turns = numerals.spoken[numeral] === 0 && numerals.spoken[numeral + 1] === 1
  return gap === LISTED && turns && (numerals.digitLengths[numeral] ?? 0) > 2 ? BROKEN : gap
}

/** "Sirsa 125055, mera number 61405 …": what is named a number begins here. */
function beginsAnew(tokens: Tokens, left: number, right: number): boolean {
  for (let t = left + 1; t < right; t++)
    if (means(tokens, t, NUMBER_NAME | THIS) && !hasTrait(tokens, t, DIGIT_NOUN | ORDER)) return true
  return false
}

export function isFullStop({ folded: { codes, classes } }: Tokens, at: number): boolean {
  return (codes[at] === 46 || codes[at] === 0x964) && (classes[at + 1] === SPACE || classes[at + 1] === LINE)
}

function plainGap(tokens: Tokens, start: number, end: number): number {
  const { codes, classes } = tokens.folded
  let blanks = 0
  let others = 0
  let comma = false
  let line = false
  for (let i = start; i < end; i++) {
    if (classes[i] === SPACE) blanks++
    else if (classes[i] === LINE) line = true
    else {
      others++
      if (codes[i] === 44 || codes[i] === 59) comma = true
      // A rupee sign or an @ before digits opens an amount.
      if (codes[i] === 0x20b9 || (codes[i] === 64 && codes[i + 1] !== 64 && codes[i - 1] !== 64)) return BROKEN
    }
  }
  if (comma && others === 1 && blanks + (line ? 1 : 0) > 0) return LISTED
  if (line) return LOOSE
  return others + (blanks > 0 ? 1 : 0) <= 1 ? TIGHT : LOOSE
}

function gapWithWords(tokens: Tokens, left: number, right: number, areaCode: boolean): number {
  const { classes } = tokens.folded
  const start = tokens.ends[left] ?? 0
  const end = tokens.starts[right] ?? 0
  let separators = true
  let words = true
  for (let token = left + 1; token < right; token++) {
    if (tokens.kinds[token] !== WORD) {
      // What counts digits was not read as a numeral; anything else between two numerals ends the first.
      if (tokens.kinds[token] !== NUMBER || !isCount(tokens, token)) return BROKEN
      separators = false
      continue
    }
    if (isCount(tokens, token)) {
      separators = false
      continue
    }
    if (!means(tokens, token, SEPARATOR_WORD)) separators = false
    if (!means(tokens, token, THEN | SEPARATOR_WORD | (areaCode ? CALL : 0))) words = false
  }
  if (separators) return LOOSE
  let blank = false
  for (let i = start; i < end; i++) if (classes[i] === SPACE || classes[i] === LINE) blank = true
  if (!blank && (end - start <= WIDEST_LETTERED || isHeldWord(tokens, left, right))) return LETTERED
  return words ? WORDED : BROKEN
}

function isCount(tokens: Tokens, token: number): boolean {
  if (tokens.kinds[token] === NUMBER) return true
  const entry = tokens.entries[token] ?? 0
  return digitsOf(entry) !== '' && kindOf(entry) !== HOMOPHONE_KIND
}

/** The one character between two numerals, 0 when there is none or more than one. */
export function soleSeparator(tokens: Tokens, numerals: Numerals, numeral: number): number {
  if (numeral < 0 || numeral + 1 >= numerals.count) return 0
  const start = tokens.ends[numerals.lastTokens[numeral] ?? 0] ?? 0
  const end = tokens.starts[numerals.firstTokens[numeral + 1] ?? 0] ?? 0
  return end - start === 1 ? (tokens.folded.codes[start] ?? 0) : 0
}

const CARRYING = new Set(
  'then phir fir followed baad fir फिर बाद பிறகு அப்புறம் அடுத்து appuram apparam appram aprom piragu pachi pudhe nantar aage pinnadi पुढे नंतर પછી'
    .split(' ')
    .map(foldWord),
)

/** "98765 followed by 43210": a word between the two says that one goes on in the other. */
export function isCarriedOn(tokens: Tokens, numerals: Numerals, numeral: number): boolean {
  const right = numerals.firstTokens[numeral + 1] ?? 0
  for (let t = (numerals.lastTokens[numeral] ?? 0) + 1; t < right; t++) if (CARRYING.has(textOf(tokens, t))) return true
  return false
}

/** 1 where a plus stands right before the digits of this token. */
export function leadOf(tokens: Tokens, token: number): number {
  const at = (tokens.starts[token] ?? 0) - 1
  const { codes, classes } = tokens.folded
  let i = at
  while (i >= 0 && i > at - 3 && (codes[i] === 40 || codes[i] === 32)) i--
  if (codes[i] !== 43) return 0
  // "94,172 + 25,608" is a sum.
  let before = i - 1
  if (codes[i + 1] === 32 && codes[before] === 32) before--
  return before >= 0 && classes[before] === 2 ? 0 : 1
}

/** `8754*012*970 star`: what holds the digits together is stronger than the blank before the next word. */
export function isHeldTogether(tokens: Tokens, numerals: Numerals, first: number, last: number): boolean {
  const separator = soleSeparator(tokens, numerals, first)
  if (separator < 33 || last - first < 2) return false
  for (let n = first + 1; n < last; n++) if (soleSeparator(tokens, numerals, n) !== separator) return false
  return tokens.folded.classes[tokens.ends[numerals.lastTokens[last] ?? 0] ?? 0] === SPACE
}
