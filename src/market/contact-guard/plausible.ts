import { LINE, SPACE } from './character-fold.ts'
import { isRepeated } from './fillers.ts'
import {
  BROKEN,
  isCarriedOn,
  isHeldTogether,
  LETTERED,
  LISTED,
  LOOSE,
  STRAY,
  soleSeparator,
  TIGHT,
  WORDED,
} from './gaps.ts'
import { CODED, MEASURED, MONEY, numericValue, PRICED, YEAR } from './marks.ts'
import { endsClause, isDenied, isOfferedAfter } from './offers.ts'
import { isSeries } from './rows.ts'
import { digitAt, gapOf, has, isApart, isCalled, isService, type Scan, size } from './scan.ts'
import { means, WORD } from './tokens.ts'
import { CALL, NUMBER_NAME, NUMBER_NOUN, ON } from './vocabulary.ts'

// Whether numerals that follow each other have the shape of a telephone number, and are likely to be meant as one.

const CONTEXT = 8
const CLOSE = 3
const MANY_CARRIED = 4
const MANY_SPOKEN = 8

export function isShape(scan: Scan, n: number, end: number, total: number, lead: number): boolean {
  const a = digitAt(scan, n, 0)
  const b = digitAt(scan, n, 1)
  const mobile = digitAt(scan, n, total - 10) >= 6
  if (total === 10) return mobile || isService(scan, n) || isLandlineWithoutCode(scan, n, end, lead)
  if (lead === 1) return a !== 0 && (mobile || total >= 11)
  if (total === 11) return (a === 0 && b > 0) || isService(scan, n)
  if (total === 12 && isService(scan, n)) return size(scan, n) === 4 && end === n + 2 && size(scan, end) === 4
  if (total === 12)
    return a === 9 && b === 1 && (mobile || (n < end && (isCalled(scan, n, CONTEXT) || nearAfter(scan, end))))
  const c = digitAt(scan, n, 2)
  if (total === 13) return mobile && ((a === 9 && b === 1 && c === 0) || (a === 0 && b === 9 && c === 1))
  return a === 0 && b === 0 && c === 9 && digitAt(scan, n, 3) === 1 && mobile
}

/** Ten digits that no mobile begins with: an area code and a number, when something says it is for calling. */
function isLandlineWithoutCode(scan: Scan, n: number, end: number, lead: number): boolean {
  if (lead === 1) return false
  if (digitAt(scan, n, 0) === 0) return size(scan, n) >= 3 && size(scan, n) <= 5 && n < end && digitAt(scan, n, 1) > 0
  return digitAt(scan, n, 0) > 0 && isCalled(scan, n, CLOSE)
}

function nearAfter(scan: Scan, end: number): boolean {
  const token = scan.numerals.lastTokens[end] ?? 0
  if (isApart(scan, token)) return false
  for (let t = token + 1; t <= token + 4 && t < scan.tokens.count; t++) {
    if (means(scan.tokens, t, CALL) && !isDenied(scan.tokens, t)) return true
    if (isApart(scan, t)) return false
  }
  return means(scan.tokens, token + 1, ON)
}

/** "number 98, 90, …", "no9306482-175": a word for number right before. */
function isNamed(scan: Scan, n: number): boolean {
  const token = (scan.numerals.firstTokens[n] ?? 0) - 1
  return (
    means(scan.tokens, token, NUMBER_NAME) ||
    (means(scan.tokens, token, NUMBER_NOUN) && scan.tokens.ends[token] === scan.tokens.starts[token + 1])
  )
}

function isNumberNamed(scan: Scan, n: number, end: number): boolean {
  const first = scan.numerals.firstTokens[n] ?? 0
  const last = scan.numerals.lastTokens[end] ?? 0
  for (let t = first - 6; t < last; t++) if (means(scan.tokens, t, NUMBER_NAME)) return true
  for (let t = last + 1; t <= last + 2 && !endsClause(scan.tokens, t - 1); t++)
    if (means(scan.tokens, t, NUMBER_NAME)) return true
  return false
}

/** Something around it says that it is a number to call. */
function hasContext(scan: Scan, n: number, end: number): boolean {
  return isCalled(scan, n, CONTEXT) || nearAfter(scan, end) || isNamed(scan, n)
}

export function isPlausible(scan: Scan, n: number, end: number, total: number, worst: number, lead: number): boolean {
  const count = end - n + 1
  if (count === 1) return total !== 10 || digitAt(scan, n, 0) >= 5 || isCalled(scan, n, CLOSE) || lead === 1
  let spoken = 0
  let years = 0
  let round = 0
  let coded = 0
  let ones = 0
  let offered = false
  let pairs = 0
  for (let k = n; k <= end; k++) {
    const fives = count === 2 && total === 10 && size(scan, n) === 5 && worst === TIGHT
    const isOffered = has(scan, k, MONEY) && isOfferedAfter(scan.tokens, scan.numerals.lastTokens[end] ?? 0)
    if (has(scan, k, MONEY) && !isOffered) return false
    offered ||= isOffered
    if (
      has(scan, k, MEASURED) &&
      lead === 0 &&
      !fives &&
      !offered &&
      !(
        k === end &&
        (count >= MANY_SPOKEN ||
          (digitAt(scan, n, 0) === 0 && isCalled(scan, n, CLOSE)) ||
          isHeldTogether(scan.tokens, scan.numerals, n, end))
      )
    )
      return false
    if (scan.numerals.spoken[k] === 1) spoken++
    if (has(scan, k, YEAR)) years++
    if (has(scan, k, CODED)) coded++
    if (size(scan, k) === 1) ones++
    if (size(scan, k) === 2) pairs++
    if (size(scan, k) >= 3 && numericValue(scan.numerals, k) % 50 === 0) round++
  }
  // "717 2019, mera number eight eight two nine …": what cuts a row of words short has not begun with it.
  const { spoken: words } = scan.numerals
  if (words[n] === 0 && words[end] === 1 && words[end + 1] === 1 && gapOf(scan, end) <= LOOSE) return false
  // "…AAEKJZB01234, mera number 90-23-05": the end of a code begins nothing that goes on apart from it.
  if (has(scan, n, CODED) && endsCode(scan, n) && (worst === LOOSE || worst === LISTED || worst === WORDED))
    return false
  const fives = count === 2 && total === 10 && size(scan, n) === 5
  if (
    round === count &&
    !(total === 11 && isService(scan, n)) &&
    (has(scan, n, PRICED) || !(isCalled(scan, n, CLOSE) || nearAfter(scan, end)))
  )
    return false
  if (spoken >= MANY_SPOKEN && spoken === count && !has(scan, n, PRICED)) return true
  if (worst === STRAY)
    return total === 10 && years === 0 && coded === 0 && round === 0 && !has(scan, n, PRICED) && size(scan, n) < 6
  if (worst === WORDED)
    return (
      (hasContext(scan, n, end) || isNumberNamed(scan, n, end) || isCarriedThrough(scan, n, end, fives)) &&
      !has(scan, n, PRICED)
    )
  if (worst === LETTERED)
    return (total === 10 || total === 12) && isWholeGroup(scan, n, end) && (years === 0 || hasContext(scan, n, end))
  if (lead === 1) return true
  if (fives) return worst !== LISTED || !has(scan, n, PRICED)
  if (spoken >= 3) return true
  if (ones === count) return worst <= LISTED && !isCutRow(scan, n, end)
  if (pairs === count)
    return isSeries(scan.numerals, n, end) ? isCalled(scan, n, CLOSE) : hasContext(scan, n, end) || worst <= LOOSE
  if (total >= 12)
    return (
      hasContext(scan, n, end) || (size(scan, n) === 2 && total === 12 && round === 0) || isWholeGroup(scan, n, end)
    )
  if (digitAt(scan, n, 0) === 0) {
    if (total === 11 && digitAt(scan, n, 1) >= 6 && isWholeGroup(scan, n, end) && worst <= LOOSE) return true
    return size(scan, n) <= 5 && (size(scan, n) >= 2 || total === 11) && (worst <= LOOSE || hasContext(scan, n, end))
  }
  if (isService(scan, n))
    return total === 11 || hasContext(scan, n, end) || soleSeparator(scan.tokens, scan.numerals, n) === 45
  if (hasContext(scan, n, end) && worst <= LOOSE && !has(scan, n, PRICED)) return true
  if (worst === LISTED && total === 10 && !has(scan, n, PRICED) && hasContext(scan, n, end)) return true
  if (years > 0 || coded > 0 || worst > LOOSE || (has(scan, n, PRICED) && !offered)) return false
  let hundreds = 0
  for (let k = n; k <= end; k++) if (size(scan, k) >= 4 && numericValue(scan.numerals, k) % 100 === 0) hundreds++
  if (hundreds > (count === 2 ? 0 : 1)) return false
  return isWholeGroup(scan, n, end)
}

function endsCode({ tokens, numerals }: Scan, n: number): boolean {
  const first = numerals.firstTokens[n] ?? 0
  return first > 0 && tokens.ends[first - 1] === tokens.starts[first]
}

/** "98765 then 43210", "eight then six then two …": only what goes on in the next is told so. */
function isCarriedThrough(scan: Scan, n: number, end: number, fives: boolean): boolean {
  if (fives) return isCarriedOn(scan.tokens, scan.numerals, n)
  let carried = 0
  for (let k = n; k < end; k++) {
    if (size(scan, k) > 2) return false
    if (isCarriedOn(scan.tokens, scan.numerals, k) || isRepeated(scan.tokens, scan.numerals, k)) carried++
  }
  return carried >= MANY_CARRIED && !isSeries(scan.numerals, n, end)
}

function isWholeGroup(scan: Scan, n: number, end: number): boolean {
  const before =
    scan.covered === n - 1 || isOtherwiseWritten(scan, n) || isModelBefore(scan, n, end) ? BROKEN : gapOf(scan, n - 1)
  const after = gapOf(scan, end)
  // Letters that keep digits apart go on to the end.
  if (before === LETTERED || after === LETTERED) return false
  if (before > TIGHT && after > TIGHT) return true
  // Held together by something else than blanks, it is told apart by blanks.
  if (hasBlank(scan, n - 1, n) && (after > TIGHT || hasBlank(scan, end, end + 1) || has(scan, end + 1, MEASURED))) {
    let blanks = false
    for (let k = n; k < end && !blanks; k++) blanks = hasBlank(scan, k, k + 1)
    if (!blanks) return true
  }
  return (
    (before > TIGHT || has(scan, n - 1, MEASURED | YEAR | PRICED)) && (after > TIGHT || has(scan, end + 1, MEASURED))
  )
}

/** "Powertrac 434 ७८९४ ५३० २६१", "number ek 8160 257 943": what stands before is of another hand. */
function isOtherwiseWritten({ tokens, numerals }: Scan, n: number): boolean {
  if (n === 0 || (numerals.digitLengths[n] ?? 0) < 3) return false
  if (numerals.spoken[n - 1] !== numerals.spoken[n]) return true
  const { text, starts } = tokens.folded
  const plain = (numeral: number): boolean =>
    text.charCodeAt(starts[tokens.starts[numerals.firstTokens[numeral] ?? 0] ?? 0] ?? 0) < 128
  return plain(n - 1) !== plain(n)
}

/** "Powertrac 434 7894 530 261": a model before a number in its usual groups. */
function isModelBefore(scan: Scan, n: number, end: number): boolean {
  if (end !== n + 2 || size(scan, n - 1) > 3 || size(scan, n - 1) < 2) return false
  const usual = (size(scan, n) === 4 && size(scan, n + 1) === 3) || (size(scan, n) === 3 && size(scan, end) === 4)
  const model = scan.numerals.firstTokens[n - 1] ?? 0
  const { kinds, entries } = scan.tokens
  return usual && model > 0 && kinds[model - 1] === WORD && entries[model - 1] === 0 && gapOf(scan, n - 2) === BROKEN
}

/** "9 to 9, 9 0 9 9 / 4 1 7 / 2 8 3": a row that goes on past the tenth digit began after the comma. */
function isCutRow(scan: Scan, n: number, end: number): boolean {
  let more = 0
  while (more < 10 && gapOf(scan, end + more) <= LOOSE && size(scan, end + more + 1) === 1) more++
  for (let k = n; k < n + more; k++) if (gapOf(scan, k) === LISTED) return true
  return false
}

function hasBlank(scan: Scan, left: number, right: number): boolean {
  if (left < 0 || right >= scan.numerals.count) return true
  const { classes } = scan.tokens.folded
  const stop = scan.tokens.starts[scan.numerals.firstTokens[right] ?? 0] ?? 0
  for (let i = scan.tokens.ends[scan.numerals.lastTokens[left] ?? 0] ?? 0; i < stop; i++)
    if (classes[i] === SPACE || classes[i] === LINE) return true
  return false
}
