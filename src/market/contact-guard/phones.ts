import { LINE } from './character-fold.ts'
import { furtherNumbers } from './further.ts'
import {
  BROKEN,
  GLUED,
  gapAfter,
  isCarriedOn,
  isHeldTogether,
  LETTERED,
  LISTED,
  LOOSE,
  leadOf,
  soleSeparator,
  TIGHT,
  WORDED,
} from './gaps.ts'
import { mayBeHalves, secondHalf } from './halves.ts'
import { labelsBefore } from './labels.ts'
import { callsBefore, endsClause, isOfferedAfter } from './offers.ts'
import { CODED, MEASURED, MONEY, MONEY_BEFORE, numericValue, PRICED, protect, YEAR } from './protection.ts'
import type { Numerals } from './reading.ts'
import { coreOf, isRowOfDigits, isSeries, isTwoGlued } from './rows.ts'
import { byteScratch } from './scratch.ts'
import { means, type Tokens } from './tokens.ts'
import { CALL, JOIN, NUMBER_NAME, NUMBER_NOUN, ON } from './vocabulary.ts'

/** A find, in tokens, both ends included. */
export type TokenSpan = { first: number; last: number }

const MOST_DIGITS = 14
const UNKNOWN = 255
const CONTEXT = 8
const CLOSE = 3
const MANY_CARRIED = 4
const MANY_SPOKEN = 8
/** So many first digits in common make two numbers neighbours in a series. */
const ALIKE = 6

export function findPhones(tokens: Tokens, numerals: Numerals, settled: number): TokenSpan[] {
  const protection = protect(tokens, numerals)
  const { marks, reach } = protection
  const gaps = byteScratch(5, numerals.count + 1).fill(UNKNOWN, 0, numerals.count + 1)
  const found: TokenSpan[] = []
  const labelled: { span: TokenSpan; end: number }[] = []
  const offered: number[] = []
  const lastCalls = callsBefore(tokens)
  let covered = -2
  let lastToken = -2
  let allowance = 0
  let triedAt = -1
  let triedEnd = -1

  for (let n = 0; n < numerals.count; ) {
    const end = n === triedAt ? triedEnd : matchAt(n)
    if (end < 0) {
      n++
      continue
    }
    const span = { first: numerals.firstTokens[n] ?? 0, last: numerals.lastTokens[end] ?? 0 }
    // Right after another number there is no label.
    const after = covered === n - 1 && span.first - lastToken === 1
    const labels = after ? 0 : labelsBefore(tokens, span.first, isBare(n, end))
    const shared = labels === 0 && allowance > 0 && covered === n - 1 && isBare(n, end) && isListed(n)
    allowance = labels > 0 ? labels : shared ? Math.max(1, allowance - 1) : 0
    covered = end
    lastToken = span.last
    if ((labels > 0 || shared || isMoney(n, end)) && !isOfferedAfter(tokens, span.last)) {
      labelled.push({ span, end })
      n = end + 1
      continue
    }
    if ((tokens.starts[span.first] ?? 0) >= settled) offered.push(end)
    // A mere blank never leads on to the last digits of another number.
    const apart = soleSeparator(tokens, numerals, end) === 32
    const last = apart ? end : furtherNumbers(tokens, numerals, protection, end, tryAt)
    span.last = numerals.lastTokens[last] ?? span.last
    found.push(span)
    n = last + 1
  }
  if (labelled.length > 0 && offered.length > 0) {
    const cores = new Set(offered.map((end) => coreOf(numerals, end)))
    for (const { span, end } of labelled) if (cores.has(coreOf(numerals, end))) found.push(span)
  }
  return found

  /** Remembers the outcome: what stands after a number is mostly looked at next. */
  function tryAt(n: number): boolean {
    triedAt = n
    triedEnd = matchAt(n)
    return triedEnd >= 0
  }
  function gapOf(n: number): number {
    if (n < 0 || n >= numerals.count) return BROKEN
    const known = gaps[n] ?? UNKNOWN
    if (known !== UNKNOWN) return known
    const gap = gapAfter(tokens, numerals, n)
    gaps[n] = gap
    return gap
  }
  /** Whether ten digits follow each other at all. */
  function mayMatch(n: number): boolean {
    let total = size(n)
    for (let end = n; total < 10 && gapOf(end) !== BROKEN; ) total += size(++end)
    return total >= 10
  }
  function size(n: number): number {
    return n >= 0 && n < numerals.count ? (numerals.digitLengths[n] ?? 0) : 0
  }
  function has(n: number, bits: number): boolean {
    return ((marks[n] ?? 0) & bits) !== 0
  }
  /** Written in one piece and without a country code, as numbers of papers are. */
  function isBare(n: number, end: number): boolean {
    return (
      n === end && numerals.spoken[n] !== 1 && digitAt(n, 0) > 0 && leadOf(tokens, numerals.firstTokens[n] ?? 0) === 0
    )
  }
  function isMoney(n: number, end: number): boolean {
    if (!has(n, MONEY) && !has(end, MONEY)) return false
    if (n === end && has(n, CODED) && !has(n, MONEY_BEFORE)) return false
    const before = (numerals.firstTokens[n] ?? 0) - 2
    return !means(tokens, before, CALL)
  }
  /** One label may speak for several numbers, as long as nothing but the list goes on between them. */
  function isListed(n: number): boolean {
    const gap = gapOf(n - 1)
    if (gap === BROKEN) return false
    const apart = gap > LISTED || isApart(numerals.lastTokens[n - 1] ?? 0)
    return (allowance > 1 && !apart) || isOneMore(n)
  }
  /** Whether a line or a column ends right after this token. */
  function isApart(token: number): boolean {
    const { classes, codes } = tokens.folded
    const stop = tokens.starts[token + 1] ?? 0
    for (let i = tokens.ends[token] ?? 0; i < stop; i++) if (classes[i] === LINE || codes[i] === 124) return true
    return false
  }
  /** "serial no. 9001177345 and 9001177346": the next of the same kind. */
  function isOneMore(n: number): boolean {
    const before = numerals.lastTokens[n - 1] ?? 0
    const token = numerals.firstTokens[n] ?? 0
    if (token - before === 2 && means(tokens, before + 1, JOIN)) return true
    if (size(n) !== size(n - 1)) return false
    for (let k = 0; k < ALIKE; k++) if (digitAt(n, k) !== digitAt(n - 1, k)) return false
    return true
  }
  /** The last numeral of the telephone number that begins at this one, or -1. */
  function matchAt(n: number): number {
    if (size(n) > MOST_DIGITS) return isTwoGlued(numerals, n) ? n : -1
    if (mayBeHalves(numerals, n)) {
      reach(n, n + 3)
      const second = secondHalf(tokens, numerals, marks, n)
      if (second > 0) return second
    }
    const initial = digitAt(n, 0)
    const lead = leadOf(tokens, numerals.firstTokens[n] ?? 0)
    if (initial < 6 && initial !== 0 && lead === 0 && !(initial === 1 && digitAt(n, 1) === 8) && !isCalled(n, CLOSE))
      return -1
    if (initial >= 6 && isRowOfDigits(tokens, numerals, n)) {
      // What stands before it can only matter to the first of them.
      if (n > 0 && lastToken === (numerals.firstTokens[n] ?? 0) - 1) return n + 9
      reach(n, n)
      if (marks[n] === 0) return n + 9
    }
    if (!mayMatch(n)) return -1
    reach(n - 1, n + MOST_DIGITS + 1)
    let total = 0
    let worst = GLUED
    let best = -1
    for (let end = n; end < numerals.count; end++) {
      if (end > n) {
        worst = Math.max(worst, gapOf(end - 1))
        if (worst === BROKEN) break
      }
      total += size(end)
      if (total > MOST_DIGITS) break
      if (total < 10) continue
      if (!isShape(n, end, total, lead) || !isPlausible(n, end, total, worst, lead)) continue
      const closes = isOpen(end)
      // Of two readings the one that uses up the group wins; otherwise the shortest.
      if (best < 0 || closes) best = end
      if (closes) break
    }
    return best
  }
  function isOpen(end: number): boolean {
    const gap = gapOf(end)
    return gap === BROKEN || gap >= LISTED || has(end + 1, MEASURED)
  }

  /** Digits of neighbouring numerals lie side by side. */
  function digitAt(n: number, index: number): number {
    return (numerals.digits[(numerals.digitStarts[n] ?? 0) + index] ?? 48) - 48
  }

  function isShape(n: number, end: number, total: number, lead: number): boolean {
    const a = digitAt(n, 0)
    const b = digitAt(n, 1)
    const mobile = digitAt(n, total - 10) >= 6
    if (total === 10) return mobile || isService(n) || isLandlineWithoutCode(n, end, lead)
    if (lead === 1) return a !== 0 && (mobile || total >= 11)
    if (total === 11) return (a === 0 && b > 0) || isService(n)
    if (total === 12 && isService(n)) return size(n) === 4 && end === n + 2 && size(end) === 4
    if (total === 12) return a === 9 && b === 1 && (mobile || (n < end && (isCalled(n, CONTEXT) || nearAfter(end))))
    const c = digitAt(n, 2)
    if (total === 13) return mobile && ((a === 9 && b === 1 && c === 0) || (a === 0 && b === 9 && c === 1))
    return a === 0 && b === 0 && c === 9 && digitAt(n, 3) === 1 && mobile
  }
  function isService(n: number): boolean {
    return (
      digitAt(n, 0) === 1 && digitAt(n, 1) === 8 && digitAt(n, 3) === 0 && (digitAt(n, 2) === 0 || digitAt(n, 2) === 6)
    )
  }
  /** Ten digits that no mobile begins with: an area code and a number, when something says it is for calling. */
  function isLandlineWithoutCode(n: number, end: number, lead: number): boolean {
    if (lead === 1) return false
    if (digitAt(n, 0) === 0) return size(n) >= 3 && size(n) <= 5 && n < end && digitAt(n, 1) > 0
    return digitAt(n, 0) > 0 && isCalled(n, CLOSE)
  }

  /** Whether a word for calling stands so many tokens before. */
  function isCalled(n: number, within: number): boolean {
    const token = numerals.firstTokens[n] ?? 0
    const before = lastCalls[token] ?? -1
    return before >= 0 && token - before <= within
  }
  function nearAfter(end: number): boolean {
    const token = numerals.lastTokens[end] ?? 0
    if (isApart(token)) return false
    for (let t = token + 1; t <= token + 4 && t < tokens.count; t++) {
      if (means(tokens, t, CALL)) return true
      if (isApart(t)) return false
    }
    return means(tokens, token + 1, ON)
  }
  /** "number 98, 90, …", "no9306482-175": a word for number right before. */
  function isNamed(n: number): boolean {
    const token = (numerals.firstTokens[n] ?? 0) - 1
    return (
      means(tokens, token, NUMBER_NAME) ||
      (means(tokens, token, NUMBER_NOUN) && tokens.ends[token] === tokens.starts[token + 1])
    )
  }
  function isNumberNamed(n: number, end: number): boolean {
    const first = numerals.firstTokens[n] ?? 0
    const last = numerals.lastTokens[end] ?? 0
    for (let t = first - 6; t < first; t++) if (means(tokens, t, NUMBER_NAME)) return true
    for (let t = last + 1; t <= last + 2 && !endsClause(tokens, t - 1); t++)
      if (means(tokens, t, NUMBER_NAME)) return true
    return false
  }
  function isPlausible(n: number, end: number, total: number, worst: number, lead: number): boolean {
    const count = end - n + 1
    if (count === 1) return total !== 10 || digitAt(n, 0) >= 5 || isCalled(n, CLOSE) || lead === 1
    let spoken = 0
    let years = 0
    let round = 0
    let coded = 0
    let ones = 0
    let pairs = 0
    for (let k = n; k <= end; k++) {
      const fives = count === 2 && total === 10 && size(n) === 5 && worst === TIGHT
      const offered = has(k, MONEY) && isOfferedAfter(tokens, numerals.lastTokens[end] ?? 0)
      if (has(k, MONEY) && !offered) return false
      if (
        has(k, MEASURED) &&
        lead === 0 &&
        !fives &&
        !offered &&
        !(
          k === end &&
          (count >= MANY_SPOKEN ||
            (digitAt(n, 0) === 0 && isCalled(n, CLOSE)) ||
            isHeldTogether(tokens, numerals, n, end))
        )
      )
        return false
      if (numerals.spoken[k] === 1) spoken++
      if (has(k, YEAR)) years++
      if (has(k, CODED)) coded++
      if (size(k) === 1) ones++
      if (size(k) === 2) pairs++
      if (size(k) >= 3 && numericValue(numerals, k) % 50 === 0) round++
    }
    if (size(end) === 4 && isService(end) && matchAt(end) >= 0) return false
    const fives = count === 2 && total === 10 && size(n) === 5
    const context = isCalled(n, CONTEXT) || nearAfter(end) || isNamed(n)
    if (
      round === count &&
      !(total === 11 && isService(n)) &&
      (has(n, PRICED) || !(isCalled(n, CLOSE) || nearAfter(end)))
    )
      return false
    if (spoken >= MANY_SPOKEN && spoken === count && !has(n, PRICED)) return true
    if (worst === WORDED)
      return (context || isNumberNamed(n, end) || isCarriedThrough(n, end, fives)) && !has(n, PRICED)
    if (worst === LETTERED) return total === 10 && isWholeGroup(n, end) && (years === 0 || context)
    if (lead === 1) return true
    if (fives) return worst !== LISTED || !has(n, PRICED)
    if (spoken >= 3) return true
    if (ones === count) return worst <= LISTED
    if (pairs === count) return isSeries(numerals, n, end) ? isCalled(n, CLOSE) : context || worst <= LOOSE
    if (total >= 12) return context || (size(n) === 2 && total === 12 && round === 0) || isWholeGroup(n, end)
    if (digitAt(n, 0) === 0) {
      if (total === 11 && digitAt(n, 1) >= 6 && isWholeGroup(n, end) && worst <= LOOSE) return true
      return size(n) <= 5 && (size(n) >= 2 || total === 11) && (worst <= LOOSE || context)
    }
    if (isService(n)) return total === 11 || context || soleSeparator(tokens, numerals, n) === 45
    if (context && worst <= LOOSE) return true
    if (worst === LISTED && total === 10 && !has(n, PRICED) && context) return true
    if (years > 0 || coded > 0 || worst > LOOSE || has(n, PRICED)) return false
    let hundreds = 0
    for (let k = n; k <= end; k++) if (size(k) >= 4 && numericValue(numerals, k) % 100 === 0) hundreds++
    if (hundreds > (count === 2 ? 0 : 1)) return false
    return isWholeGroup(n, end)
  }
  /** "98765 then 43210", "eight then six then two …": only what goes on in the next is told so. */
  function isCarriedThrough(n: number, end: number, fives: boolean): boolean {
    if (fives) return isCarriedOn(tokens, numerals, n)
    let carried = 0
    for (let k = n; k < end; k++) {
      if (size(k) > 2) return false
      if (isCarriedOn(tokens, numerals, k)) carried++
    }
    return carried >= MANY_CARRIED
  }
  function isWholeGroup(n: number, end: number): boolean {
    const before = covered === n - 1 ? BROKEN : gapOf(n - 1)
    const after = gapOf(end)
    if (before > TIGHT && after > TIGHT) return true
    // Held together by something else than blanks, it is told apart by blanks.
    if (hasBlank(n - 1, n) && (after > TIGHT || hasBlank(end, end + 1) || has(end + 1, MEASURED))) {
      let blanks = false
      for (let k = n; k < end && !blanks; k++) blanks = hasBlank(k, k + 1)
      if (!blanks) return true
    }
    return (before > TIGHT || has(n - 1, MEASURED | YEAR | PRICED)) && (after > TIGHT || has(end + 1, MEASURED))
  }
  function hasBlank(left: number, right: number): boolean {
    if (left < 0 || right >= numerals.count) return true
    const { classes } = tokens.folded
    const stop = tokens.starts[numerals.firstTokens[right] ?? 0] ?? 0
    for (let i = tokens.ends[numerals.lastTokens[left] ?? 0] ?? 0; i < stop; i++)
      if (classes[i] === 3 || classes[i] === 4) return true
    return false
  }
}
