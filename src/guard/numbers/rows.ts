import { LETTER } from '../text/character-fold.ts'
import type { Tokens } from '../text/tokens.ts'
import { numericValue } from './marks.ts'
import type { Numerals } from './reading.ts'

const TEN = 10
const NINE = 57
const ONE = 49
const AT = 64
const RUPEE = 0x20b9

/** Ten single digits with one and the same sign between them, `9 8 7 6 …`: nothing else about them needs to be asked. */
export function isRowOfDigits(tokens: Tokens, numerals: Numerals, n: number): boolean {
  const { digitLengths, digitStarts, digits, firstTokens, lastTokens } = numerals
  const { codes, classes } = tokens.folded
  if (digitLengths[n] !== 1 || n + TEN > numerals.count) return false
  const start = digitStarts[n] ?? 0
  // After 91 the number may be longer.
  if (digits[start] === NINE && digits[start + 1] === ONE) return false
  const at = tokens.ends[lastTokens[n] ?? 0] ?? 0
  const separator = codes[at] ?? 0
  if (classes[at] === LETTER || separator === AT || separator === RUPEE) return false
  for (let k = n; k < n + TEN - 1; k++) {
    const left = lastTokens[k] ?? 0
    const right = firstTokens[k + 1] ?? 0
    const end = tokens.ends[left] ?? 0
    if (digitLengths[k + 1] !== 1 || right - left !== 1 || tokens.starts[right] !== end + 1) return false
    if (codes[end] !== separator) return false
  }
  return true
}

/** "65 70 75 80 85", "98 99 00 01 02": sizes or years in their order. */
export function isSeries(numerals: Numerals, n: number, end: number): boolean {
  const step = difference(numerals, n)
  if (step < 1 || step > 10) return false
  for (let k = n + 1; k < end; k++) if (difference(numerals, k) !== step) return false
  return true
}

function difference(numerals: Numerals, n: number): number {
  return (numericValue(numerals, n + 1) - numericValue(numerals, n) + 100) % 100
}

/** The last ten digits, by which two ways of writing a number are known to be the same. */
export function coreOf({ digits, digitStarts, digitLengths }: Numerals, end: number): number {
  const stop = (digitStarts[end] ?? 0) + (digitLengths[end] ?? 0)
  let core = 0
  for (let i = stop - TEN; i < stop; i++) core = core * 10 + (digits[i] ?? 48) - 48
  return core
}

/** Two mobile numbers without anything between them. */
export function isTwoGlued({ digits, digitStarts, digitLengths }: Numerals, n: number): boolean {
  const start = digitStarts[n] ?? 0
  const at = (index: number): number => (digits[start + index] ?? 48) - 48
  if (digitLengths[n] === 20) return at(0) >= 6 && at(10) >= 6
  return digitLengths[n] === 24 && at(0) === 9 && at(1) === 1 && at(12) === 9 && at(13) === 1
}
