import { LINE } from '../text/character-fold.ts'
import { endsClause } from '../text/clauses.ts'
import { means } from '../text/tokens.ts'
import { CALL, NUMBER_NAME, NUMBER_NOUN, ON } from '../words/vocabulary.ts'
import { isDenied } from './offers.ts'
import { isApart, type Scan } from './scan.ts'

// What stands around a number and says that it is there for calling.

/** So many tokens before a number a word for calling speaks of it, and so many surely. */
export const CONTEXT = 8
export const CLOSE = 3
/** Longer words are not cut short by a point: it ends a sentence. */
const LONGEST_CUT = 4

/** Whether a word for calling stands so many tokens before. */
export function isCalled(scan: Scan, n: number, within: number): boolean {
  const token = scan.numerals.firstTokens[n] ?? 0
  const before = scan.lastCalls[token] ?? -1
  return before >= 0 && token - before <= within
}

export function nearAfter(scan: Scan, end: number): boolean {
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

export function isNumberNamed(scan: Scan, n: number, end: number): boolean {
  const first = scan.numerals.firstTokens[n] ?? 0
  const last = scan.numerals.lastTokens[end] ?? 0
  for (let t = first - 6; t < last; t++) if (means(scan.tokens, t, NUMBER_NAME)) return true
  for (let t = last + 1; t <= last + 2 && !endsClause(scan.tokens, t - 1); t++)
    if (means(scan.tokens, t, NUMBER_NAME)) return true
  return false
}

/** No line and no sentence ends between the word for calling and the number. */
function isOneLine({ tokens, numerals, lastCalls }: Scan, n: number): boolean {
  const token = numerals.firstTokens[n] ?? 0
  for (let t = lastCalls[token] ?? 0; t < token; t++) {
    const { codes, classes } = tokens.folded
    const end = tokens.ends[t] ?? 0
    const long = end - (tokens.starts[t] ?? 0) > LONGEST_CUT
    for (let i = end; i < (tokens.starts[t + 1] ?? 0); i++)
      if (classes[i] === LINE || (long && codes[i] === 46)) return false
  }
  return true
}

/** "… par call karo": in the same clause. */
export function isCalledAfter({ tokens, numerals }: Scan, end: number): boolean {
  const last = numerals.lastTokens[end] ?? 0
  for (let t = last + 1; t <= last + CLOSE && t < tokens.count && !endsClause(tokens, t - 1); t++)
    if (means(tokens, t, CALL)) return !isDenied(tokens, t)
  return false
}

/** What stands right before it says so, whatever it looks like. */
export function isMeant(scan: Scan, n: number): boolean {
  return isNamed(scan, n) || (isCalled(scan, n, CLOSE) && isOneLine(scan, n))
}

/** Something around it says that it is a number to call. */
export function hasContext(scan: Scan, n: number, end: number): boolean {
  return isCalled(scan, n, CONTEXT) || nearAfter(scan, end) || isNamed(scan, n)
}
