import { NUMBER, type Tokens } from '../text/tokens.ts'
import { digitsOf } from '../words/lexicon.ts'
import { DIGIT_NOUN, ORDER } from '../words/traits.ts'
import { asDigit } from './lookalikes.ts'

/** Numerals in reading order: one for each run of digits, number word or disguised digit of the text. */
export type Numerals = {
  count: number
  firstTokens: Int32Array
  lastTokens: Int32Array
  digitStarts: Int32Array
  digitLengths: Int32Array
  /** 1 where the numeral is made of words. */
  spoken: Uint8Array
  /** The digits of all numerals, one after the other, as character codes. */
  digits: Uint8Array
}

/** Numerals while they are read. */
export type Reading = Numerals & {
  tokens: Tokens
  /** How many digits there are so far. */
  used: number
  /** How often the next digit stands there, and the word that said so. */
  times: number
  timesToken: number
  /** The text holds words that make numbers count digits. */
  mayCount: boolean
}

export function newReading(tokens: Tokens): Reading {
  const room = tokens.count + 1
  return {
    tokens,
    count: 0,
    used: 0,
    times: 1,
    timesToken: -1,
    mayCount: (tokens.traits & (DIGIT_NOUN | ORDER)) !== 0,
    firstTokens: new Int32Array(room),
    lastTokens: new Int32Array(room),
    digitStarts: new Int32Array(room),
    digitLengths: new Int32Array(room),
    spoken: new Uint8Array(room),
    // No word stands for more digits than it has letters; doubling needs a word of its own.
    digits: new Uint8Array(tokens.folded.length * 2 + 64),
  }
}

export function begin(reading: Reading, token: number, isSpoken: boolean): void {
  reading.firstTokens[reading.count] = reading.times > 1 ? reading.timesToken : token
  reading.digitStarts[reading.count] = reading.used
  reading.spoken[reading.count] = isSpoken || reading.times > 1 ? 1 : 0
}

/** Adds a digit, as often as the word before it said. */
export function push(reading: Reading, code: number): void {
  reading.digits[reading.used++] = code
  for (; reading.times > 1; reading.times--) reading.digits[reading.used++] = code
}

export function finish(reading: Reading, token: number): void {
  reading.lastTokens[reading.count] = token
  reading.digitLengths[reading.count] = reading.used - (reading.digitStarts[reading.count] ?? 0)
  reading.count++
}

export function addWritten(reading: Reading, first: number, last: number): void {
  begin(reading, first, false)
  const end = reading.tokens.ends[last] ?? 0
  for (let i = reading.tokens.starts[first] ?? 0; i < end; i++)
    push(reading, asDigit(reading.tokens.folded.codes[i] ?? 0))
  finish(reading, last)
}

export function addSpoken(reading: Reading, token: number, last: number, value: string): void {
  begin(reading, token, true)
  for (let k = 0; k < value.length; k++) push(reading, value.charCodeAt(k))
  finish(reading, last)
}

export function isSpokenNumber(reading: Reading, token: number): boolean {
  return token >= 0 && token < reading.tokens.count && digitsOf(reading.tokens.entries[token] ?? 0) !== ''
}

export function isNumeric(reading: Reading, token: number): boolean {
  return isSpokenNumber(reading, token) || (token < reading.tokens.count && reading.tokens.kinds[token] === NUMBER)
}

export function isNear(reading: Reading, left: number): boolean {
  return (reading.tokens.starts[left + 1] ?? 0) - (reading.tokens.ends[left] ?? 0) <= 3
}

export function followsNumeral(reading: Reading, token: number): boolean {
  return reading.count > 0 && reading.lastTokens[reading.count - 1] === token - 1
}

export function followsDigit(reading: Reading, token: number): boolean {
  return (
    followsNumeral(reading, token) &&
    isNear(reading, token - 1) &&
    (reading.spoken[reading.count - 1] === 1 || reading.digitLengths[reading.count - 1] === 1)
  )
}
