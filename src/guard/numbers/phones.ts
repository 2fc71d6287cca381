import { labelsBefore } from '../labels/labels.ts'
import { means, type Tokens } from '../text/tokens.ts'
import { CALL, JOIN } from '../words/vocabulary.ts'
import { furtherNumbers } from './further.ts'
import { BROKEN, isFullStop, LETTERED, LISTED, leadOf } from './gaps.ts'
import { CODED, MONEY, MONEY_BEFORE, separator } from './marks.ts'
import { matchAt, nextBeginning } from './matching.ts'
import { isOfferedAfter } from './offers.ts'
import type { Numerals } from './reading.ts'
import { coreOf } from './rows.ts'
import { digitAt, gapOf, has, isApart, newScan, type Scan, size } from './scan.ts'

/** A find, in tokens, both ends included. */
export type TokenSpan = { first: number; last: number }

/** So many first digits in common make two numbers neighbours in a series. */
const ALIKE = 6

export function findPhones(tokens: Tokens, numerals: Numerals, settled: number): TokenSpan[] {
  if (numerals.count === 0) return []
  const scan = newScan(tokens, numerals)
  const found: TokenSpan[] = []
  const labelled: { span: TokenSpan; end: number }[] = []
  const offered: number[] = []
  let allowance = 0
  let triedAt = -1
  let triedEnd = -1
  /** Remembers the outcome: what stands after a number is mostly looked at next. */
  const tryAt = (n: number): boolean => {
    triedAt = n
    triedEnd = matchAt(scan, n)
    return triedEnd >= 0
  }
  for (let n = nextBeginning(scan, 0); n < numerals.count; n = nextBeginning(scan, n)) {
    const end = n === triedAt ? triedEnd : matchAt(scan, n)
    if (end < 0) {
      n++
      continue
    }
    const span = { first: numerals.firstTokens[n] ?? 0, last: numerals.lastTokens[end] ?? 0 }
    const follows = scan.covered === n - 1
    const bare = isBare(scan, n, end)
    // Right after another number there is no label.
    const follower = follows && span.first - scan.lastToken === 1
    const labels =
      follower || holdsWords(scan, n, end) ? 0 : labelsBefore(tokens, span.first, bare, isWritten(scan, n, end))
    const shared = labels === 0 && allowance > 0 && follows && bare && isListed(scan, n, allowance)
    allowance = labels > 0 ? labels : shared ? Math.max(1, allowance - 1) : 0
    scan.covered = end
    scan.lastToken = span.last
    if ((labels > 0 || shared || isMoney(scan, n, end)) && !isOfferedAfter(tokens, span.last)) {
      labelled.push({ span, end })
      n = end + 1
      continue
    }
    if ((tokens.starts[span.first] ?? 0) >= settled) offered.push(end)
    // A mere blank never leads on to the last digits of another number.
    const apart = separator(scan.protection, end) === 32
    const last = apart ? end : furtherNumbers(tokens, numerals, scan.protection, end, tryAt)
    span.last = numerals.lastTokens[last] ?? span.last
    found.push(span)
    n = last + 1
  }
  if (labelled.length > 0 && offered.length > 0) {
    const cores = new Set(offered.map((end) => coreOf(numerals, end)))
    for (const { span, end } of labelled) if (cores.has(coreOf(numerals, end))) found.push(span)
  }
  return found
}

/** Words stand between its digits, as in no number of a paper. */
function holdsWords(scan: Scan, n: number, end: number): boolean {
  for (let k = n; k < end; k++) if (gapOf(scan, k) > LETTERED) return true
  return false
}

function isWritten(scan: Scan, n: number, end: number): boolean {
  for (let k = n; k <= end; k++) if (scan.numerals.spoken[k] === 1) return false
  return true
}

/** Written in one piece and without a country code, as numbers of papers are. */
function isBare(scan: Scan, n: number, end: number): boolean {
  return (
    n === end &&
    scan.numerals.spoken[n] !== 1 &&
    digitAt(scan, n, 0) > 0 &&
    leadOf(scan.tokens, scan.numerals.firstTokens[n] ?? 0) === 0
  )
}

function isMoney(scan: Scan, n: number, end: number): boolean {
  if (!has(scan, n, MONEY) && !has(scan, end, MONEY)) return false
  if (n === end && has(scan, n, CODED) && !has(scan, n, MONEY_BEFORE)) return false
  const before = (scan.numerals.firstTokens[n] ?? 0) - 2
  return !means(scan.tokens, before, CALL)
}

/** One label may speak for several numbers, as long as nothing but the list goes on between them. */
function isListed(scan: Scan, n: number, allowance: number): boolean {
  const before = scan.numerals.lastTokens[n - 1] ?? 0
  const token = scan.numerals.firstTokens[n] ?? 0
  if (
    token - before === 2 &&
    means(scan.tokens, before + 1, JOIN) &&
    !isFullStop(scan.tokens, scan.tokens.ends[before] ?? 0)
  )
    return true
  const gap = gapOf(scan, n - 1)
  if (gap === BROKEN) return false
  const apart = gap > LISTED || isApart(scan, before)
  return (allowance > 1 && !apart) || isOneMore(scan, n)
}

/** "9001177345, 9001177346": the next of the same kind. */
function isOneMore(scan: Scan, n: number): boolean {
  if (size(scan, n) !== size(scan, n - 1)) return false
  for (let k = 0; k < ALIKE; k++) if (digitAt(scan, n, k) !== digitAt(scan, n - 1, k)) return false
  return true
}
