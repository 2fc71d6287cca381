import { LINE } from '../text/character-fold.ts'
import { byteScratch } from '../text/scratch.ts'
import type { Tokens } from '../text/tokens.ts'
import { BROKEN, gapAfter } from './gaps.ts'
import { newProtection, type Protection } from './marks.ts'
import { callsBefore } from './offers.ts'
import type { Numerals } from './reading.ts'

const UNKNOWN = 255
const PIPE = 124

/** The numerals of a text on the way from its first to its last, and what was found out about them so far. */
export type Scan = {
  tokens: Tokens
  numerals: Numerals
  protection: Protection
  gaps: Uint8Array
  lastCalls: Int32Array
  /** The last numeral that is part of a number found, and its last token. */
  covered: number
  lastToken: number
}

export function newScan(tokens: Tokens, numerals: Numerals): Scan {
  return {
    tokens,
    numerals,
    protection: newProtection(tokens, numerals),
    gaps: byteScratch(5, numerals.count + 1).fill(UNKNOWN, 0, numerals.count + 1),
    lastCalls: callsBefore(tokens),
    covered: -2,
    lastToken: -2,
  }
}

export function gapOf(scan: Scan, n: number): number {
  if (n < 0 || n >= scan.numerals.count) return BROKEN
  const known = scan.gaps[n] ?? UNKNOWN
  if (known !== UNKNOWN) return known
  const gap = gapAfter(scan.tokens, scan.numerals, n)
  scan.gaps[n] = gap
  return gap
}

export function size(scan: Scan, n: number): number {
  return n >= 0 && n < scan.numerals.count ? (scan.numerals.digitLengths[n] ?? 0) : 0
}

export function has(scan: Scan, n: number, bits: number): boolean {
  return ((scan.protection.marks[n] ?? 0) & bits) !== 0
}

/** Digits of neighbouring numerals lie side by side. */
export function digitAt(scan: Scan, n: number, index: number): number {
  return (scan.numerals.digits[(scan.numerals.digitStarts[n] ?? 0) + index] ?? 48) - 48
}

/** Whether a line or a column ends right after this token. */
export function isApart(scan: Scan, token: number): boolean {
  const { classes, codes } = scan.tokens.folded
  const stop = scan.tokens.starts[token + 1] ?? 0
  for (let i = scan.tokens.ends[token] ?? 0; i < stop; i++) if (classes[i] === LINE || codes[i] === PIPE) return true
  return false
}
