import { CLOSE, hasContext, isCalled, isCalledAfter, isMeant, isNumberNamed } from './context.ts'
import { isRemark } from './fillers.ts'
import { isHeldTogether, LETTERED, LISTED, LOOSE, STRAY, TIGHT, WORDED } from './gaps.ts'
import { endsCode, isCarriedThrough, isCutRow, isForeign, isWholeGroup, standsAlone } from './groups.ts'
import { ANY_MEASURE, CODED, MEASURED, MONEY, numericValue, PRICED, SHAPED, separator, YEAR } from './marks.ts'
import { isOfferedAfter } from './offers.ts'
import { isSeries } from './rows.ts'
import { digitAt, gapOf, has, type Scan, size } from './scan.ts'
import { isService } from './shapes.ts'

const MANY_SPOKEN = 8
const [BLANK, STAR, POINT] = [32, 42, 46]

/** What the numerals of a candidate are, counted; the last one only. */
const tally = { spoken: 0, years: 0, round: 0, coded: 0, ones: 0, pairs: 0, offered: false }

/** Counts what these numerals are; false where one of them is something else for sure. */
function count(scan: Scan, n: number, end: number, worst: number, fives: boolean, lead: number): boolean {
  let measures = ANY_MEASURE
  tally.spoken = tally.years = tally.round = tally.coded = tally.ones = tally.pairs = 0
  tally.offered = false
  for (let k = n; k <= end; k++) {
    const money = has(scan, k, MONEY)
    const offered = money && isOfferedAfter(scan.tokens, scan.numerals.lastTokens[end] ?? 0)
    if (money && !offered) return false
    tally.offered ||= offered
    // Asked for only where a sign shapes something, and once.
    if (measures === ANY_MEASURE && has(scan, k, SHAPED) && isFree(scan, n, end, worst)) measures = MEASURED
    if (has(scan, k, measures) && lead === 0 && !fives && !tally.offered && !(k === end && isEndFree(scan, n, end)))
      return false
    const length = size(scan, k)
    if (scan.numerals.spoken[k] === 1) tally.spoken++
    if (has(scan, k, YEAR)) tally.years++
    if (has(scan, k, CODED)) tally.coded++
    if (length === 1) tally.ones++
    if (length === 2) tally.pairs++
    if (length >= 3 && numericValue(scan.numerals, k) % 50 === 0) tally.round++
  }
  return true
}

/** Signs between its digits say nothing: it is there for calling, or cut into small pieces. */
function isFree(scan: Scan, n: number, end: number, worst: number): boolean {
  if (worst > LISTED) return false
  return isMeant(scan, n) || isCalledAfter(scan, end) || (worst <= LOOSE && isUniform(scan, n, end))
}

/** Single digits throughout, or pairs, that are no row of decimals; or stars throughout. */
function isUniform(scan: Scan, n: number, end: number): boolean {
  if (isStarred(scan, n, end)) return true
  const length = size(scan, n)
  let decimals = true
  for (let k = n; k <= end; k++) {
    if (size(scan, k) > 2 || size(scan, k) !== length) return false
    const sign = separator(scan.protection, k - 1)
    if (k > n && sign !== ((k - n) % 2 === 1 ? POINT : BLANK)) decimals = false
  }
  return !decimals
}

/** "9**630**418**27*5": nothing but stars stand between three or more. */
function isStarred({ tokens, numerals }: Scan, n: number, end: number): boolean {
  if (end - n < 2) return false
  for (let k = n; k < end; k++) {
    const stop = tokens.starts[numerals.firstTokens[k + 1] ?? 0] ?? 0
    for (let i = tokens.ends[numerals.lastTokens[k] ?? 0] ?? 0; i < stop; i++)
      if (tokens.folded.codes[i] !== STAR) return false
  }
  return true
}

/** "9-4-0-6 (jod lo) 218-753": nothing but remarks in brackets part what is neither round nor a year. */
function isRemarked(scan: Scan, n: number, end: number): boolean {
  if (tally.round > 0 || tally.years > 0) return false
  for (let k = n; k < end; k++) {
    if (gapOf(scan, k) !== WORDED) continue
    if (!isRemark(scan.tokens, scan.numerals.lastTokens[k] ?? 0, scan.numerals.firstTokens[k + 1] ?? 0)) return false
  }
  return true
}

/** What stands after the last of them is no unit of it. */
function isEndFree(scan: Scan, n: number, end: number): boolean {
  if (end - n + 1 >= MANY_SPOKEN || isHeldTogether(scan.tokens, scan.numerals, n, end)) return true
  return isMeant(scan, n)
}

/** Whether numerals that have the shape of a telephone number are likely to be meant as one. */
export function isPlausible(scan: Scan, n: number, end: number, total: number, worst: number, lead: number): boolean {
  const groups = end - n + 1
  if (groups === 1) return total !== 10 || digitAt(scan, n, 0) >= 5 || isCalled(scan, n, CLOSE) || lead === 1
  const fives = groups === 2 && total === 10 && size(scan, n) === 5
  if (!count(scan, n, end, worst, fives && worst === TIGHT, lead)) return false
  // "Salem 636001. 8055 model": a place has six digits, and a new sentence or line begins after it.
  if (total === 10 && size(scan, n) === 6 && gapOf(scan, n) === LOOSE && !standsAlone(scan, n, end)) {
    if (!isMeant(scan, n) && !isCalledAfter(scan, end)) return false
  }
  // A landline without its zero hangs together: "Telephone Exchange, Sirsa 125055. 2016 model" has none.
  const initial = digitAt(scan, n, 0)
  if (total === 10 && initial > 0 && initial < 6 && !isService(scan, n) && (worst > LOOSE || tally.years > 0))
    return false
  // "717 2019, mera number eight eight two nine …": what cuts a row of words short has not begun with it.
  const { spoken: words } = scan.numerals
  if (words[n] === 0 && words[end] === 1 && words[end + 1] === 1 && gapOf(scan, end) <= LOOSE) return false
  // "…AAEKJZB01234, mera number 90-23-05": the end of a code begins nothing that goes on apart from it.
  if (has(scan, n, CODED) && endsCode(scan, n) && (worst === LOOSE || worst === LISTED || worst === WORDED))
    return false
  if (
    tally.round === groups &&
    !(total === 11 && isService(scan, n)) &&
    (has(scan, n, PRICED) || !(isCalled(scan, n, CLOSE) || isCalledAfter(scan, end)))
  )
    return false
  if (tally.spoken >= MANY_SPOKEN && tally.spoken === groups && !has(scan, n, PRICED)) return true
  if (worst === STRAY)
    return (
      total === 10 &&
      tally.years === 0 &&
      tally.coded === 0 &&
      tally.round === 0 &&
      !has(scan, n, PRICED) &&
      size(scan, n) < 6
    )
  if (worst === WORDED)
    return (
      (hasContext(scan, n, end) ||
        isNumberNamed(scan, n, end) ||
        isCarriedThrough(scan, n, end, fives) ||
        isRemarked(scan, n, end)) &&
      !has(scan, n, PRICED)
    )
  if (worst === LETTERED)
    return (
      (total === 10 || total === 12) && isWholeGroup(scan, n, end) && (tally.years === 0 || hasContext(scan, n, end))
    )
  if (lead === 1) return true
  // "95000, 97804 61325": the second goes with the third.
  if (fives && worst === LISTED && size(scan, end + 1) === 5 && gapOf(scan, end) <= TIGHT) return false
  if (fives) return worst !== LISTED || !has(scan, n, PRICED)
  if (tally.spoken >= 3) return true
  if (tally.ones === groups) return worst <= LISTED && !isCutRow(scan, n, end)
  if (tally.pairs === groups)
    return isSeries(scan.numerals, n, end)
      ? isCalled(scan, n, CLOSE)
      : hasContext(scan, n, end) || worst <= LOOSE || tally.spoken > 0
  if (total >= 12)
    return (
      hasContext(scan, n, end) ||
      (size(scan, n) === 2 && total === 12 && tally.round === 0) ||
      isWholeGroup(scan, n, end)
    )
  if (digitAt(scan, n, 0) === 0) {
    if (total === 11 && digitAt(scan, n, 1) >= 6 && isWholeGroup(scan, n, end) && worst <= LOOSE) return true
    return size(scan, n) <= 5 && (size(scan, n) >= 2 || total === 11) && (worst <= LOOSE || hasContext(scan, n, end))
  }
  if (isService(scan, n)) return total === 11 || hasContext(scan, n, end) || separator(scan.protection, n) === 45
  if (hasContext(scan, n, end) && worst <= LOOSE && !has(scan, n, PRICED)) return true
  if (
    worst === LISTED &&
    total === 10 &&
    !has(scan, n, PRICED) &&
    (hasContext(scan, n, end) || isForeign(scan, n, end))
  )
    return true
  if (tally.years > 0 || tally.coded > 0 || worst > LOOSE || (has(scan, n, PRICED) && !tally.offered)) return false
  let hundreds = 0
  for (let k = n; k <= end; k++) if (size(scan, k) >= 4 && numericValue(scan.numerals, k) % 100 === 0) hundreds++
  if (hundreds > (groups === 2 ? 0 : 1)) return false
  return isWholeGroup(scan, n, end)
}
