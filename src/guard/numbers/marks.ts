import { byteScratch, shortScratch } from '../text/scratch.ts'
import type { Tokens } from '../text/tokens.ts'
import { MONEY_WORD } from '../words/vocabulary.ts'
import type { Numerals } from './reading.ts'

// What a numeral may evidently be, when it is not part of a telephone number.

/** Part of a measure, a date, a size, a registration: it joins no group of numerals. */
export const MEASURED = 1
/** An amount of money by its mark: not even ten digits in a row are a telephone number. */
export const MONEY = 2
export const YEAR = 4
/** After a word for a price, without a currency mark. */
export const PRICED = 8
/** Letters stand against the digits: a model or a code. */
export const CODED = 16
/** The currency mark stands before the digits or apart from them: not merely glued on behind. */
export const MONEY_BEFORE = 32
/** A decimal, a time, a date or a size by the sign beside it alone: a sign that also keeps digits apart. */
export const SHAPED = 64
/** Whatever it measures, it is no part of the number beside it. */
export const ANY_MEASURE = MEASURED | SHAPED

/** What numerals evidently are, as far as it was asked for: most of them are never part of anything. */
export type Protection = {
  tokens: Tokens
  numerals: Numerals
  marks: Uint8Array
  /** The one character between a numeral and the next, 0 when there is none or more than one. */
  separators: Uint16Array
  mayHoldMoney: boolean
  /** The first numeral that was not looked at yet. */
  reached: number
}

export function newProtection(tokens: Tokens, numerals: Numerals): Protection {
  const { count, firstTokens, lastTokens } = numerals
  const { starts, ends } = tokens
  const { codes } = tokens.folded
  const separators = shortScratch(1, count + 1)
  for (let n = 0; n < count; n++) {
    const end = ends[lastTokens[n] ?? 0] ?? 0
    separators[n] = n + 1 < count && starts[firstTokens[n + 1] ?? 0] === end + 1 ? (codes[end] ?? 0) : 0
  }
  return {
    tokens,
    numerals,
    marks: byteScratch(4, count + 16).fill(0, 0, count + 16),
    separators,
    mayHoldMoney: tokens.hasRupeeSign || (tokens.seen & MONEY_WORD) !== 0,
    reached: 0,
  }
}

export function numericValue(numerals: Numerals, numeral: number): number {
  const start = numerals.digitStarts[numeral] ?? 0
  const end = start + Math.min(numerals.digitLengths[numeral] ?? 0, 15)
  let value = 0
  for (let i = start; i < end; i++) value = value * 10 + (numerals.digits[i] ?? 48) - 48
  return value
}

export function size({ numerals }: Protection, n: number): number {
  return n >= 0 && n < numerals.count ? (numerals.digitLengths[n] ?? 0) : 0
}

export function first({ numerals }: Protection, n: number): number {
  return numerals.firstTokens[n] ?? 0
}

export function last({ numerals }: Protection, n: number): number {
  return n < 0 ? -1 : (numerals.lastTokens[n] ?? 0)
}

export function separator({ separators, numerals }: Protection, n: number): number {
  return n >= 0 && n < numerals.count ? (separators[n] ?? 0) : 0
}

export function mark({ marks }: Protection, n: number, bits: number): void {
  marks[n] = (marks[n] ?? 0) | bits
}
