import type { Numerals } from '../digits/reading.ts'
import type { Tokens } from '../text/tokens.ts'
import { CALL } from '../words/vocabulary.ts'
import { type Gap, readGap } from './gaps.ts'

// A window is a row of numerals whose digits together have the shape of a telephone number.

export const MOBILE = 1
/** With 0, 91, 0091 or a plus before it. */
export const PREFIXED = 2
export const LANDLINE = 3
export const BARE_LANDLINE = 4
export const SERVICE = 5
export const FOREIGN = 6
/** Two numbers without anything between them. */
export const TWO = 7

export type Window = { first: number; last: number; kind: number; digits: number; plus: boolean }

/** The numerals of a text and what stands between them; what is asked for is kept. */
export type Scene = { tokens: Tokens; numerals: Numerals; gaps: (Gap | undefined)[] }

const MOST_DIGITS = 15
const FEWEST_DIGITS = 9

export function newScene(tokens: Tokens, numerals: Numerals): Scene {
  const gaps: (Gap | undefined)[] = []
  for (let n = 0; n + 1 < numerals.count; n++) gaps.push(readGap(tokens, numerals, n))
  gaps.push(undefined)
  return { tokens, numerals, gaps }
}

export function sizeOf({ numerals }: Scene, n: number): number {
  return n >= 0 && n < numerals.count ? (numerals.digitLengths[n] ?? 0) : 0
}

/** Digits of neighbouring numerals lie side by side. */
export function digitAt({ numerals: { digits, digitStarts } }: Scene, n: number, index: number): number {
  return (digits[(digitStarts[n] ?? 0) + index] ?? 48) - 48
}

/** Whether a plus stands right before this token; "94,172 + 25,608" is a sum. */
export function hasPlus({ starts, folded: { codes, classes } }: Tokens, token: number): boolean {
  const at = (starts[token] ?? 0) - 1
  let i = at
  while (i >= 0 && i > at - 3 && (codes[i] === 40 || codes[i] === 32)) i--
  if (codes[i] !== 43) return false
  const before = codes[i + 1] === 32 && codes[i - 1] === 32 ? i - 2 : i - 1
  return before < 0 || classes[before] !== 2
}

/** All windows that begin with this numeral, at most a few. */
export function windowsAt(scene: Scene, n: number): Window[] {
  const windows: Window[] = []
  const { tokens, numerals } = scene
  const size = sizeOf(scene, n)
  if (size > MOST_DIGITS) {
    if (isTwo(scene, n, size)) windows.push({ first: n, last: n, kind: TWO, digits: size, plus: false })
    return windows
  }
  const plus = hasPlus(tokens, numerals.firstTokens[n] ?? 0)
  const initial = digitAt(scene, n, 0)
  const called = (tokens.seen & CALL) !== 0
  if (initial > 1 && initial < 6 && !plus && !called) return windows
  let digits = 0
  for (let last = n; last < numerals.count; last++) {
    digits += sizeOf(scene, last)
    if (digits > MOST_DIGITS) break
    if (digits >= FEWEST_DIGITS) {
      const kind = kindOf(scene, n, digits, plus, called, last === n)
      if (kind !== 0) windows.push({ first: n, last, kind, digits, plus })
    }
    if (scene.gaps[last] === undefined) break
    // A plus begins another number.
    if (hasPlus(tokens, numerals.firstTokens[last + 1] ?? 0)) break
  }
  const last = n + 2
  if (isCounted(scene, n)) windows.push({ first: n, last, kind: MOBILE, digits: 10, plus: false })
  return windows
}

/** "first five 98765 last five 43210", "line 1 98765 line 2 43210": what stands between two halves only counts. */
function isCounted(scene: Scene, n: number): boolean {
  const count = sizeOf(scene, n + 1)
  if (count !== 1 || sizeOf(scene, n) + sizeOf(scene, n + 2) !== 10 || digitAt(scene, n, 0) < 6) return false
  return (
    sizeOf(scene, n) > 2 &&
    (scene.gaps[n]?.words ?? 0) + (scene.gaps[n + 1]?.words ?? 0) > 0 &&
    scene.gaps[n + 1] !== undefined
  )
}

function kindOf(scene: Scene, n: number, digits: number, plus: boolean, called: boolean, alone: boolean): number {
  const a = digitAt(scene, n, 0)
  const b = digitAt(scene, n, 1)
  const c = digitAt(scene, n, 2)
  const d = digitAt(scene, n, 3)
  const mobile = digits >= 10 && digitAt(scene, n, digits - 10) >= 6
  const india = a === 9 && b === 1
  if (plus && !(india && digits >= 11))
    return a > 0 && !(digits === 10 && alone && a >= 6) ? FOREIGN : a > 0 ? MOBILE : 0
  if (digits === 10 && a >= 6) return MOBILE
  if (a === 1 && b === 8 && (c === 0 || c === 6) && d === 0) return digits >= 10 && digits <= 12 ? SERVICE : 0
  if (digits === 12 && india) return mobile ? PREFIXED : LANDLINE
  if (digits === 13 && mobile && ((india && c === 0) || (a === 0 && b === 9 && c === 1))) return PREFIXED
  if (a === 0) {
    if (b === 0 && c > 0 && digits >= 11) return digits === 14 && c === 9 && d === 1 ? PREFIXED : FOREIGN
    if (digits === 11 && b >= 6) return PREFIXED
    if ((digits === 10 || digits === 11) && b > 0) return LANDLINE
    return 0
  }
  return digits === 10 && a < 6 && called ? BARE_LANDLINE : 0
}

function isTwo(scene: Scene, n: number, size: number): boolean {
  if (size === 20) return digitAt(scene, n, 0) >= 6 && digitAt(scene, n, 10) >= 6
  const indian = (at: number) => digitAt(scene, n, at) === 9 && digitAt(scene, n, at + 1) === 1
  return size === 24 && indian(0) && indian(12)
}
