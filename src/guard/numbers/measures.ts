import { LINE, SPACE } from '../text/character-fold.ts'
import { means, NUMBER, WORD } from '../text/tokens.ts'
import { CALL, STATE } from '../words/vocabulary.ts'
import { moneyAfter, moneyBefore } from './amounts.ts'
import { first, last, MEASURED, MONEY, mark, numericValue, type Protection, SHAPED, separator, size } from './marks.ts'

// Numerals that belong together by what stands between them: amounts, sizes, decimals, times, dates, registrations.

const PLUS = 43
const STAR = 42
const COMMA = 44
const HYPHEN = 45
const POINT = 46
const SLASH = 47
const COLON = 58
const SEMICOLON = 59
const X = 120
const TIMES = 0xd7

/** `7,50,000` and `7,500,000`: the grouping of amounts, too short for a telephone number or with a currency mark. */
export function markGrouped(protection: Protection, n: number): void {
  if (separator(protection, n) !== COMMA || separator(protection, n - 1) === COMMA) return
  let end = n
  let total = size(protection, n)
  while (end < n + 8 && separator(protection, end) === COMMA) total += size(protection, ++end)
  if (size(protection, n) > 3 || size(protection, end) !== 3) return
  for (let k = n + 1; k < end; k++) if (size(protection, k) !== 2 && size(protection, k) !== 3) return
  const money =
    moneyBefore(protection.tokens, first(protection, n)) || moneyAfter(protection.tokens, last(protection, end))
  if (total > 9 && !money) return
  for (let k = n; k <= end; k++) mark(protection, k, MEASURED | (money ? MONEY : 0))
}

/** Times, gears, decimals, coordinates, sizes and dates. */
export function markPair(protection: Protection, n: number, sign: number): void {
  if (sign === 0 || sign === X || sign === STAR || sign === TIMES) {
    if (isTimes(protection, n)) markTimes(protection, n, isStarred(protection, n) ? SHAPED : MEASURED)
    return
  }
  const before = separator(protection, n - 1)
  const after = separator(protection, n + 1)
  const left = size(protection, n)
  const right = size(protection, n + 1)
  if (sign === COLON) {
    if (before === COLON || left > 2 || right !== 2) return
    if (numericValue(protection.numerals, n) < 24 && numericValue(protection.numerals, n + 1) < 60)
      markBoth(protection, n, SHAPED)
  } else if (sign === PLUS) {
    if (left <= 2 && right <= 2 && before !== PLUS && after !== PLUS) markBoth(protection, n, SHAPED)
  } else if (sign === POINT && before !== POINT && after !== POINT) {
    const decimal = left <= 4 && right <= 2 && isEvidentDecimal(protection, n)
    // Degrees of latitude and longitude.
    const degrees = left <= 2 && right >= 4 && right <= 6
    if (decimal || degrees) markBoth(protection, n, SHAPED)
  }
  if ((sign === HYPHEN || sign === SLASH || sign === POINT) && after === sign) markDate(protection, n, sign)
}

function markBoth(protection: Protection, n: number, bits: number): void {
  mark(protection, n, bits)
  mark(protection, n + 1, bits)
}

/** A star also keeps digits apart. */
function isStarred(protection: Protection, n: number): boolean {
  const { tokens } = protection
  const stop = tokens.starts[first(protection, n + 1)] ?? 0
  for (let i = tokens.ends[last(protection, n)] ?? 0; i < stop; i++) if (tokens.folded.codes[i] === STAR) return true
  return false
}

function markTimes(protection: Protection, n: number, bits: number): void {
  if (isTimes(protection, n - 1) || size(protection, n) > 4 || size(protection, n + 1) > 4) return
  // "9 7 3 2 x 4 1 8 x 0 6 5"
  if (isApart(protection, n - 1) && isApart(protection, n + 1)) return
  const third = isTimes(protection, n + 1)
  if (third && (isTimes(protection, n + 2) || isTakenApart(protection, n))) return
  markBoth(protection, n, bits)
  if (third) mark(protection, n + 2, bits)
}

/** A decimal stands alone: pairs of digits on either side of points may also be a number taken apart. */
function isEvidentDecimal(protection: Protection, n: number): boolean {
  if (
    size(protection, n) === 1 &&
    size(protection, n + 1) === 1 &&
    ((isApart(protection, n - 1) && isApart(protection, n - 2)) ||
      (isApart(protection, n + 1) && isApart(protection, n + 2)))
  )
    return false
  if (size(protection, n) !== 2 || size(protection, n + 1) !== 2) return true
  return size(protection, n + 2) !== 2 && size(protection, n - 1) !== 2
}

/** Two digits with a blank between them. */
function isApart(protection: Protection, n: number): boolean {
  return size(protection, n) === 1 && size(protection, n + 1) === 1 && separator(protection, n) === 32
}

/** `9885x2158x07`: ten digits, and not both of the first are round measures. */
function isTakenApart(protection: Protection, n: number): boolean {
  if (means(protection.tokens, first(protection, n) - 1, CALL)) return true
  if (size(protection, n) + size(protection, n + 1) + size(protection, n + 2) !== 10) return false
  return numericValue(protection.numerals, n) % 10 !== 0 || numericValue(protection.numerals, n + 1) % 10 !== 0
}

function isTimes(protection: Protection, n: number): boolean {
  const { codes, classes } = protection.tokens.folded
  if (n < 0 || n + 1 >= protection.numerals.count) return false
  const from = protection.tokens.ends[last(protection, n)] ?? 0
  const to = protection.tokens.starts[first(protection, n + 1)] ?? 0
  if (to - from > 5) return false
  let found = 0
  for (let i = from; i < to; i++) {
    if (codes[i] === X || codes[i] === TIMES || codes[i] === STAR) found++
    else if (classes[i] !== SPACE) return false
  }
  return found === 1
}

function markDate(protection: Protection, n: number, sign: number): void {
  if (separator(protection, n - 1) === sign || separator(protection, n + 2) === sign) return
  const a = numericValue(protection.numerals, n)
  const b = numericValue(protection.numerals, n + 1)
  const c = numericValue(protection.numerals, n + 2)
  const x = size(protection, n)
  const y = size(protection, n + 1)
  const z = size(protection, n + 2)
  const dayFirst = x <= 2 && y <= 2 && (z === 4 || z === 2) && a <= 31 && b <= 31 && (a <= 12 || b <= 12)
  const yearFirst = x === 4 && y <= 2 && z <= 2 && b <= 12 && c <= 31
  if (dayFirst || yearFirst) for (let k = n; k <= n + 2; k++) mark(protection, k, SHAPED)
}

/** `MH 12 AB 1234`, `22 BH 1234 AA`. */
export function markRegistration(protection: Protection, n: number): void {
  const { tokens, numerals } = protection
  const { kinds, starts, ends } = tokens
  if (size(protection, n) > 2 || numerals.spoken[n] === 1 || n + 1 >= numerals.count) return
  const state = first(protection, n) - 1
  const letters = last(protection, n) + 1
  const number = letters + 1
  if (!means(tokens, state, STATE) || first(protection, n + 1) !== number || size(protection, n + 1) > 4) return
  if (kinds[letters] !== WORD || (ends[letters] ?? 0) - (starts[letters] ?? 0) > 3 || kinds[number] !== NUMBER) return
  // A plate stands in one line without commas, and nothing is glued to it.
  const from = ends[state] ?? 0
  const to = starts[number] ?? 0
  if (to - from > 10 || starts[number + 1] === ends[number]) return
  const { classes, codes } = tokens.folded
  for (let i = from; i < to; i++) if (classes[i] === LINE || codes[i] === COMMA || codes[i] === SEMICOLON) return
  markBoth(protection, n, MEASURED)
}
