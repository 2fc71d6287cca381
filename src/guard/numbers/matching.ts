import { CLOSE, isCalled, isMeant } from './context.ts'
import { BROKEN, GLUED, LISTED, leadOf, STRAY } from './gaps.ts'
import { mayBeHalves, secondHalf } from './halves.ts'
import { ANY_MEASURE, MEASURED, MONEY, SHAPED } from './marks.ts'
import { isPlausible } from './plausible.ts'
import { protect } from './protection.ts'
import { isRowOfDigits, isTwoGlued } from './rows.ts'
import { digitAt, gapOf, has, type Scan, size } from './scan.ts'
import { isService, isShape } from './shapes.ts'

const TEN = 10
const HALF = 5
const MOST_DIGITS = 14
const [ZERO, ONE, SIX, EIGHT] = [48, 49, 54, 56]
const [PLUS, BLANK, OPENING] = [43, 32, 40]

/** Whether ten digits follow each other at all. */
function mayMatch(scan: Scan, n: number): boolean {
  let total = size(scan, n)
  for (let end = n; total < 10 && gapOf(scan, end) !== BROKEN; ) total += size(scan, ++end)
  return total >= 10
}

/** The next numeral, from this one on, at which a telephone number may begin at all. */
export function nextBeginning(scan: Scan, from: number): number {
  const { firstTokens, digitStarts, digits, count } = scan.numerals
  const { codes } = scan.tokens.folded
  const { starts } = scan.tokens
  for (let n = from; n < count; n++) {
    const at = digitStarts[n] ?? 0
    const initial = digits[at] ?? 0
    if (initial >= SIX || initial === ZERO || (initial === ONE && digits[at + 1] === EIGHT)) return n
    const token = firstTokens[n] ?? 0
    const before = codes[(starts[token] ?? 0) - 1]
    // Any other digit begins one only after a plus or a word for calling.
    if (before === PLUS || before === BLANK || before === OPENING || isCalled(scan, n, CLOSE)) return n
  }
  return count
}

/** The last numeral of the telephone number that begins at this one, or -1. */
export function matchAt(scan: Scan, n: number): number {
  if (size(scan, n) > MOST_DIGITS) return isTwoGlued(scan.numerals, n) ? n : -1
  if (mayBeHalves(scan.numerals, n)) {
    protect(scan.protection, n, n + 3)
    const second = secondHalf(scan.tokens, scan.numerals, scan.protection.marks, n)
    if (second > 0) return second
  }
  const initial = digitAt(scan, n, 0)
  const lead = leadOf(scan.tokens, scan.numerals.firstTokens[n] ?? 0)
  if (
    initial < 6 &&
    initial !== 0 &&
    lead === 0 &&
    !(initial === 1 && digitAt(scan, n, 1) === 8) &&
    !isCalled(scan, n, CLOSE)
  )
    return -1
  if (initial >= 6 && isRowOfDigits(scan.tokens, scan.numerals, n)) {
    // What stands before it can only matter to the first of them.
    if (n > 0 && scan.lastToken === (scan.numerals.firstTokens[n] ?? 0) - 1) return n + 9
    protect(scan.protection, n, n)
    if (scan.protection.marks[n] === 0) return n + 9
  }
  if (lead === 0 && size(scan, n) < HALF) {
    protect(scan.protection, n, n)
    if (isMeasure(scan, n)) return -1
    if (has(scan, n, SHAPED) && size(scan, n) > 2 && !isMeant(scan, n)) return -1
  }
  if (!mayMatch(scan, n)) return -1
  if (size(scan, n) >= TEN) protect(scan.protection, n, n + 1)
  else protect(scan.protection, n - 1, n + MOST_DIGITS + 1)
  const called = isCalled(scan, n, CLOSE)
  let total = 0
  let worst = GLUED
  let best = -1
  for (let end = n; end < scan.numerals.count; end++) {
    if (end > n) {
      worst = Math.max(worst, gapOf(scan, end - 1))
      // Nothing goes on past a measure.
      if (worst === BROKEN || (worst === STRAY && !called) || (lead === 0 && end > n + 1 && isMeasure(scan, end - 1)))
        break
    }
    total += size(scan, end)
    if (total > MOST_DIGITS) break
    if (total < 10) continue
    // "635109 1800 960 7974", "624001 0253 464 3050": what begins such a number ends no other.
    if (end > n && beginsOther(scan, end)) continue
    if (!isShape(scan, n, end, total, lead) || !isPlausible(scan, n, end, total, worst, lead)) continue
    const closes = isOpen(scan, end)
    // Of two readings the one that uses up the group wins; otherwise the shortest.
    if (best < 0 || closes) best = end
    if (closes) break
  }
  return best
}

/** 1800, 1860 or an area code, with the rest of its number. */
function beginsOther(scan: Scan, n: number): boolean {
  const length = size(scan, n)
  const service = length === 4 && isService(scan, n)
  const area = length > 2 && length < 6 && digitAt(scan, n, 0) === 0 && digitAt(scan, n, 1) > 0
  if (!service && !area) return false
  let total = 0
  for (let k = n, last = matchAt(scan, n); k <= last; k++) total += size(scan, k)
  return service ? total > 0 : total === 11
}

function isMeasure(scan: Scan, n: number): boolean {
  return has(scan, n, MEASURED) && !has(scan, n, MONEY)
}

function isOpen(scan: Scan, end: number): boolean {
  const gap = gapOf(scan, end)
  return gap === BROKEN || gap >= LISTED || has(scan, end + 1, ANY_MEASURE)
}
