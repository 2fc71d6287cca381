import { LETTER, LINE, SPACE } from '../text/character-fold.ts'
import { WORD } from '../text/tokens.ts'
import { isRepeated } from './fillers.ts'
import { BROKEN, isCarriedOn, LETTERED, LISTED, LOOSE, TIGHT } from './gaps.ts'
import { ANY_MEASURE, PRICED, YEAR } from './marks.ts'
import { isSeries } from './rows.ts'
import { gapOf, has, type Scan, size } from './scan.ts'

// How numerals that may make one number hang together, and how they stand apart from what is around them.

const MANY_CARRIED = 4

export function endsCode({ tokens, numerals }: Scan, n: number): boolean {
  const first = numerals.firstTokens[n] ?? 0
  return first > 0 && tokens.ends[first - 1] === tokens.starts[first]
}

/** "98765 then 43210", "eight then six then two …": only what goes on in the next is told so. */
export function isCarriedThrough(scan: Scan, n: number, end: number, fives: boolean): boolean {
  if (fives || (end === n + 1 && size(scan, n) > 2)) return isCarriedOn(scan.tokens, scan.numerals, n)
  let carried = 0
  while (n + carried < end && isCarriedOn(scan.tokens, scan.numerals, n + carried)) carried++
  if (carried > 1 && n + carried === end) return true
  carried = 0
  for (let k = n; k < end; k++) {
    if (size(scan, k) > 2) return false
    if (isCarriedOn(scan.tokens, scan.numerals, k) || isRepeated(scan.tokens, scan.numerals, k)) carried++
  }
  return carried >= MANY_CARRIED && !isSeries(scan.numerals, n, end)
}

export function isWholeGroup(scan: Scan, n: number, end: number): boolean {
  const before =
    scan.covered === n - 1 || isOtherwiseWritten(scan, n) || isModelBefore(scan, n, end) ? BROKEN : gapOf(scan, n - 1)
  const after = gapOf(scan, end)
  // Letters that keep digits apart go on to the end.
  if ((before === LETTERED && isLetterAt(scan, n, -1)) || (after === LETTERED && isLetterAt(scan, end, 1))) return false
  if (before > TIGHT && after > TIGHT) return true
  // Held together by something else than blanks, it is told apart by blanks.
  if (hasBlank(scan, n - 1, n) && (after > TIGHT || hasBlank(scan, end, end + 1) || has(scan, end + 1, ANY_MEASURE))) {
    let blanks = false
    for (let k = n; k < end && !blanks; k++) blanks = hasBlank(scan, k, k + 1)
    if (!blanks) return true
  }
  return (
    (before > TIGHT || has(scan, n - 1, ANY_MEASURE | YEAR | PRICED)) &&
    (after > TIGHT || has(scan, end + 1, ANY_MEASURE))
  )
}

/** Nothing else stands in the lines of these numerals. */
export function standsAlone({ tokens, numerals }: Scan, n: number, end: number): boolean {
  const { classes, length } = tokens.folded
  let from = (tokens.starts[numerals.firstTokens[n] ?? 0] ?? 0) - 1
  let to = tokens.ends[numerals.lastTokens[end] ?? 0] ?? 0
  while (classes[from] === SPACE) from--
  while (classes[to] === SPACE) to++
  return (from < 0 || classes[from] === LINE) && (to >= length || classes[to] === LINE)
}

/** A letter stands against the first digit, or against the last. */
function isLetterAt({ tokens, numerals }: Scan, n: number, side: number): boolean {
  const at =
    side < 0 ? (tokens.starts[numerals.firstTokens[n] ?? 0] ?? 0) - 1 : (tokens.ends[numerals.lastTokens[n] ?? 0] ?? 0)
  return tokens.folded.classes[at] === LETTER
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

/** "९८२७, ४०६, १५३": models and prices are seldom listed in such digits. */
export function isForeign({ tokens, numerals }: Scan, n: number, end: number): boolean {
  const { text, starts } = tokens.folded
  for (let k = n; k <= end; k++) {
    if (numerals.spoken[k] === 1 || (numerals.digitLengths[k] ?? 0) < 3) return false
    if (text.charCodeAt(starts[tokens.starts[numerals.firstTokens[k] ?? 0] ?? 0] ?? 0) < 128) return false
  }
  return true
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
export function isCutRow(scan: Scan, n: number, end: number): boolean {
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
