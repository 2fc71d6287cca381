import { LINE, SPACE } from '../text/character-fold.ts'
import { means, WORD } from '../text/tokens.ts'
import { CALL, NUMBER_NOUN, PLACE_CODE, STATE, UNIT } from '../words/vocabulary.ts'
import { isPriceWord, isUnitOf, moneyAfter, moneyBefore } from './amounts.ts'
import {
  CODED,
  first,
  last,
  MEASURED,
  MONEY,
  MONEY_BEFORE,
  mark,
  numericValue,
  PRICED,
  type Protection,
  separator,
  size,
  YEAR,
} from './marks.ts'
import { markGrouped, markPair, markRegistration } from './measures.ts'

const BLANK = 32
const PERCENT = 37
const OPENING = 40
const CLOSING = 41
const WIDEST_BRACKET = 48
const STAR = 42
const COMMA = 44
const SLASH = 47
const TIMES = 0xd7
const RUPEE = 0x20b9
/** The longest group that is marked from its first numeral on. */
const LONGEST_GROUP = 9

/** Marks what these numerals evidently are, unless they were marked before. */
export function protect(protection: Protection, from: number, to: number): void {
  const stop = Math.min(to, protection.numerals.count - 1)
  for (let n = Math.max(protection.reached, from - LONGEST_GROUP, 0); n <= stop; n++) markOne(protection, n)
  protection.reached = Math.max(protection.reached, stop + 1)
}

function markOne(protection: Protection, n: number): void {
  const { tokens, mayHoldMoney } = protection
  const { codes } = tokens.folded
  const sign = separator(protection, n)
  // In the midst of a row with one and the same separator a numeral is nothing by itself.
  if (sign !== 0 && size(protection, n) !== 4 && !isOdd(sign) && isInRow(protection, n, sign)) return
  if (size(protection, n) === 4 && isYear(numericValue(protection.numerals, n))) mark(protection, n, YEAR)
  const end = tokens.ends[last(protection, n)] ?? 0
  if (mayHoldMoney && moneyBefore(tokens, first(protection, n))) mark(protection, n, MONEY | MEASURED | MONEY_BEFORE)
  if ((mayHoldMoney || codes[end] === SLASH || codes[end + 1] === SLASH) && moneyAfter(tokens, last(protection, n)))
    mark(protection, n, MONEY | MEASURED)
  if (codes[end] === PERCENT || isBullet(protection, n, end)) mark(protection, n, MEASURED)
  const next = last(protection, n) + 1
  if (next < tokens.count && means(tokens, next, UNIT) && isUnitOf(tokens, end, next)) mark(protection, n, MEASURED)
  const before = first(protection, n) - 1
  if (before >= 0 && tokens.kinds[before] === WORD) {
    const glued = tokens.ends[before] === tokens.starts[first(protection, n)] && last(protection, n - 1) !== before
    if (glued && !means(tokens, before, NUMBER_NOUN | CALL)) mark(protection, n, CODED)
    const label = means(tokens, before, NUMBER_NOUN) ? before - 1 : before
    if (size(protection, n) === 6 && (means(tokens, before, PLACE_CODE) || means(tokens, label, PLACE_CODE)))
      mark(protection, n, MEASURED)
    if (isPriceWord(tokens, before) || isPriceWord(tokens, label)) mark(protection, n, PRICED)
  }
  if (
    next < tokens.count &&
    tokens.kinds[next] === WORD &&
    tokens.starts[next] === end &&
    !beginsNumeral(protection, n + 1, next)
  ) {
    mark(protection, n, CODED)
  }
  if (sign === COMMA) markGrouped(protection, n)
  if (sign !== BLANK) markPair(protection, n, sign)
  if (before >= 0 && means(tokens, before, STATE)) markRegistration(protection, n)
}

function isOdd(sign: number): boolean {
  return sign === STAR || sign === TIMES || sign === PERCENT || sign === RUPEE
}

function isInRow(protection: Protection, n: number, sign: number): boolean {
  if (
    n === 0 ||
    first(protection, n) - last(protection, n - 1) !== 1 ||
    first(protection, n + 1) - last(protection, n) !== 1
  )
    return false
  return separator(protection, n - 1) === sign
}

/** "3) … 4) …": the number of an item. */
function isBullet(protection: Protection, n: number, end: number): boolean {
  const { codes, classes } = protection.tokens.folded
  if (codes[end] !== CLOSING || classes[end + 1] !== SPACE || size(protection, n) > 2) return false
  const start = protection.tokens.starts[first(protection, n)] ?? 0
  if (start > 0 && classes[start - 1] !== SPACE && classes[start - 1] !== LINE) return false
  // No bracket was opened that it could close.
  for (let i = end - 1; i >= 0 && i > end - WIDEST_BRACKET; i--) {
    if (codes[i] === CLOSING) return true
    if (codes[i] === OPENING) return false
  }
  return true
}

function isYear(value: number): boolean {
  return value >= 1950 && value <= 2039
}

function beginsNumeral(protection: Protection, n: number, token: number): boolean {
  return n < protection.numerals.count && first(protection, n) === token
}
