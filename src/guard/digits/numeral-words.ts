import { hasTrait, means, NUMBER } from '../text/tokens.ts'
import { digitsOf, HOMOPHONE_KIND, kindOf, mayBeginNumber, TENS_KIND } from '../words/lexicon.ts'
import { DIGIT_NOUN, ENDING, ORDER, REPEAT } from '../words/traits.ts'
import { CALL, HUNDRED_WORD, NUMBER_NOUN, THEN, THRICE_WORD, TWICE_WORD } from '../words/vocabulary.ts'
import { glued, isLetterGroup, loneLetter } from './lookalikes.ts'
import {
  addSpoken,
  addWritten,
  begin,
  finish,
  followsDigit,
  followsNumeral,
  isNear,
  isNumeric,
  isSpokenNumber,
  push,
  type Reading,
} from './reading.ts'
import { gluedDigits, misspelledDigit, soundedDigits } from './spelled-digits.ts'

// Digits in words, as they are said: one by one, by tens, doubled, misspelled, or left to be guessed among others.

const SMALL_O = 111
const SMALL_L = 108
const SMALL_I = 105
const LONG_CHAIN = 4

export function readWord(reading: Reading, token: number): void {
  const entry = reading.tokens.entries[token] ?? 0
  if (means(reading.tokens, token, TWICE_WORD | THRICE_WORD)) {
    reading.times = means(reading.tokens, token, TWICE_WORD) ? 2 : 3
    reading.timesToken = token
    if (!isNumeric(reading, token + 1) && loneLetter(reading.tokens, token + 1) !== SMALL_O) reading.times = 1
    return
  }
  if (hasTrait(reading.tokens, token, REPEAT) && reading.times > 1 && reading.timesToken === token - 1) return
  if (hasTrait(reading.tokens, token + 1, REPEAT) && digitsOf(entry) === '2' && isNumeric(reading, token + 2)) {
    reading.times = 2
    reading.timesToken = token
    return
  }
  if (means(reading.tokens, token, HUNDRED_WORD)) {
    readHundred(reading, token)
    return
  }
  const value = digitsOf(entry)
  if (value === '') {
    reading.times = 1
    readUnknown(reading, token, entry)
    return
  }
  if (
    kindOf(entry) === HOMOPHONE_KIND &&
    reading.times === 1 &&
    !isLoneZero(reading, token) &&
    !isCarriedDigit(reading, token)
  ) {
    if (!followsNumeral(reading, token) || !isHomophoneDigit(reading, token)) return
  }
  // "the one ending 4321" speaks of a number.
  if (value === '1' && hasTrait(reading.tokens, token + 1, ENDING)) return
  if (countsDigits(reading, token, value.length)) {
    reading.times = 1
    return
  }
  if (completes(reading, token, value)) return
  begin(reading, token, true)
  const repeat = reading.times
  for (let k = 0; k < value.length; k++) {
    reading.times = repeat
    push(reading, value.charCodeAt(k))
  }
  finish(reading, token)
}

/** A common word between number words, or between single digits, is a digit. */
function isHomophoneDigit(reading: Reading, token: number): boolean {
  const next = token + 1
  const single = reading.digitLengths[reading.count - 1] === 1 && isNear(reading, token - 1)
  if (
    reading.spoken[reading.count - 1] === 1 &&
    (isSpokenNumber(reading, next) || means(reading.tokens, next, TWICE_WORD | THRICE_WORD))
  )
    return true
  if (reading.spoken[reading.count - 1] === 1 && isNear(reading, token - 1) && isShortNumber(reading, next)) return true
  if (reading.spoken[reading.count - 1] === 1 && isInBrackets(reading, token)) return true
  const last = reading.count - 1
  const pair = reading.digitLengths[last] === 2 && isNear(reading, token - 1)
  const mixed = single || (pair && (reading.spoken[last - 1] === 1 || reading.spoken[last - 2] === 1))
  if (
    mixed &&
    reading.tokens.kinds[next] === NUMBER &&
    (reading.tokens.ends[next] ?? 0) - (reading.tokens.starts[next] ?? 0) === 1
  )
    return true
  if (
    (reading.digitLengths[reading.count - 1] ?? 0) <= 2 &&
    isNear(reading, token - 1) &&
    isSpokenNumber(reading, next)
  )
    return true
  return endsSpokenChain(reading, token)
}

function isShortNumber({ tokens: { kinds, starts, ends } }: Reading, token: number): boolean {
  return kinds[token] === NUMBER && (ends[token] ?? 0) - (starts[token] ?? 0) <= 3
}

/** "(nau)(char)(do)" */
function isInBrackets({ tokens: { starts, ends, folded } }: Reading, token: number): boolean {
  return folded.codes[(starts[token] ?? 0) - 1] === 40 && folded.codes[ends[token] ?? 0] === 41
}

/** After several number words even a common word is one: "… char ek char do", "paanch 05 paanch 42 do". */
function endsSpokenChain(reading: Reading, token: number): boolean {
  if (reading.count < LONG_CHAIN || !isNear(reading, token - 1)) return false
  let words = 0
  for (let k = reading.count - LONG_CHAIN; k < reading.count; k++) {
    if (reading.spoken[k] === 1) words++
    else if ((reading.digitLengths[k] ?? 0) > 2) return false
    if (k > reading.count - LONG_CHAIN && (reading.firstTokens[k] ?? 0) - (reading.lastTokens[k - 1] ?? 0) > 1)
      return false
  }
  return words > 1 || (words > 0 && isSpokenNumber(reading, token + 1))
}

/** "ek phir do phir paanch" */
function isCarriedDigit(reading: Reading, token: number): boolean {
  if (reading.count === 0 || reading.lastTokens[reading.count - 1] !== token - 2) return false
  return (
    means(reading.tokens, token - 1, THEN) && means(reading.tokens, token + 1, THEN) && isNumeric(reading, token + 2)
  )
}

/** "first five 98765", "98765 (5 digit) 43210": a number that says how many digits there are. */
export function countsDigits(reading: Reading, token: number, length: number): boolean {
  if (!reading.mayCount || length > 2 || reading.times > 1) return false
  if (hasTrait(reading.tokens, token + 1, DIGIT_NOUN)) return true
  if (!hasTrait(reading.tokens, token - 1, ORDER)) return false
  const next = token + 1
  return (
    reading.tokens.kinds[next] === NUMBER && (reading.tokens.ends[next] ?? 0) - (reading.tokens.starts[next] ?? 0) >= 3
  )
}

function readUnknown(reading: Reading, token: number, entry: number): void {
  const start = reading.tokens.starts[token] ?? 0
  const end = reading.tokens.ends[token] ?? 0
  if (isLoneOne(reading, token) || (followsNumeral(reading, token) && isLetterGroup(reading.tokens, token))) {
    addWritten(reading, token, token)
    return
  }
  if (entry !== 0) return
  let value = gluedDigits(reading.tokens.folded.codes, start, end)
  // Next to another number a word may be one in an unusual spelling.
  if (value === '' && (followsDigit(reading, token) || isSpokenNumber(reading, token + 1)))
    value = soundedDigits(reading.tokens.folded.codes, start, end)
  if (value === '' && isAmongDigits(reading, token)) {
    value = misspelledDigit(reading.tokens.folded.codes, start, end)
  }
  if (value === '' && end - start > 1) value = missingDigits(reading, token)
  if (value !== '') addSpoken(reading, token, token, value)
}

/** Beside single digits, or right before words for them. */
function isAmongDigits(reading: Reading, token: number): boolean {
  if (followsDigit(reading, token)) return true
  const next = isBeside(reading, token) && isSpokenNumber(reading, token + 1)
  const second = isBeside(reading, token + 1) && isSpokenNumber(reading, token + 2)
  // "2016 eitht seven nin zero …": after other digits it must be plain that another number begins.
  if (followsNumeral(reading, token)) return next && (second || isSpokenNumber(reading, token + 3))
  return isAnnounced(reading, token) || next || (second && isBeside(reading, token))
}

/** A blank or a sign stands between this token and the next, no end of a sentence. */
function isBeside({ tokens }: Reading, token: number): boolean {
  return (tokens.starts[token + 1] ?? 0) - (tokens.ends[token] ?? 0) === 1
}

/** "contact nin eigt …", "mo. no. naine …": what follows may well be a number. */
function isAnnounced(reading: Reading, token: number): boolean {
  return means(reading.tokens, token - 1, CALL | NUMBER_NOUN)
}

/** An unknown word in the midst of many digits in words is one of them, and so is the tenth with nine others. */
function missingDigits(reading: Reading, token: number): string {
  if (!followsNumeral(reading, token)) return spokenAfter(reading, token) === 9 ? '9' : ''
  if (reading.spoken[reading.count - 1] !== 1 || !isNear(reading, token - 1)) return ''
  let total = 0
  for (let k = reading.count - 1; k >= 0 && k > reading.count - 10 && reading.spoken[k] === 1; k--) {
    if (k < reading.count - 1 && (reading.firstTokens[k + 1] ?? 0) - (reading.lastTokens[k] ?? 0) > 1) break
    total += reading.digitLengths[k] ?? 0
  }
  const value = reading.digitLengths[reading.count - 1] === 2 ? '00' : '0'
  const inside = total >= LONG_CHAIN && isSpokenNumber(reading, token + 1) && isNear(reading, token)
  return inside || total + value.length === 10 ? value : ''
}

/** How many digits follow in words of one digit each, ten at most. */
function spokenAfter(reading: Reading, token: number): number {
  let next = token + 1
  while (next <= token + 10 && digitsOf(reading.tokens.entries[next] ?? 0).length === 1 && isNear(reading, next - 1))
    next++
  return next - token - 1
}

function readHundred(reading: Reading, token: number): void {
  if (!followsNumeral(reading, token) || (reading.digitLengths[reading.count - 1] ?? 0) > 2) return
  if (!isSpokenNumber(reading, token - 1) && !isSpokenNumber(reading, token + 1)) return
  reading.digits[reading.used++] = 48
  reading.digits[reading.used++] = 48
  reading.digitLengths[reading.count - 1] = (reading.digitLengths[reading.count - 1] ?? 0) + 2
  reading.lastTokens[reading.count - 1] = token
}

/** "ninety" and "nine hundred" leave room for what follows them. */
function completes(reading: Reading, token: number, value: string): boolean {
  if (reading.times > 1 || value === '0' || !followsNumeral(reading, token)) return false
  const afterTens =
    value.length === 1 && kindOf(reading.tokens.entries[token - 1] ?? 0) === TENS_KIND && isNear(reading, token - 1)
  if (!afterTens && !means(reading.tokens, token - 1, HUNDRED_WORD)) return false
  for (let k = 0; k < value.length; k++) reading.digits[reading.used - value.length + k] = value.charCodeAt(k)
  reading.lastTokens[reading.count - 1] = token
  return true
}

/** An `o` that stands alone among numbers. */
function isLoneZero(reading: Reading, token: number): boolean {
  if (loneLetter(reading.tokens, token) !== SMALL_O || !followsNumeral(reading, token) || !isNear(reading, token - 1))
    return false
  return (
    isNumeric(reading, token + 1) ||
    reading.spoken[reading.count - 1] === 1 ||
    reading.digitLengths[reading.count - 1] === 1
  )
}

/** An `l` or `I` that stands alone among single digits. */
function isLoneOne(reading: Reading, token: number): boolean {
  const letter = loneLetter(reading.tokens, token)
  if (
    (letter !== SMALL_L && letter !== SMALL_I) ||
    !followsNumeral(reading, token) ||
    reading.digitLengths[reading.count - 1] !== 1
  )
    return false
  if (
    glued(reading.tokens, token - 1) ||
    glued(reading.tokens, token) ||
    !isNear(reading, token - 1) ||
    !isNear(reading, token)
  )
    return false
  return (
    isNumeric(reading, token + 1) &&
    (reading.tokens.ends[token + 1] ?? 0) - (reading.tokens.starts[token + 1] ?? 0) === 1
  )
}

/** A word without a meaning may still be a number: by its first letters, or next to another. */
export function mayBeNumber(reading: Reading, token: number): boolean {
  const start = reading.tokens.starts[token] ?? 0
  if ((reading.tokens.ends[token] ?? 0) - start === 1)
    return reading.tokens.folded.codes[start] === SMALL_L || reading.tokens.folded.codes[start] === SMALL_I
  if (followsNumeral(reading, token) || isAnnounced(reading, token)) return true
  return (
    isSpokenNumber(reading, token + 2) ||
    mayBeginNumber(reading.tokens.folded.codes[start] ?? 0, reading.tokens.folded.codes[start + 1] ?? 0) ||
    isSpokenNumber(reading, token + 1)
  )
}
