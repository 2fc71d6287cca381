import { DIGIT, LETTER, MARK } from './character-fold.ts'
import type { Folded } from './fold.ts'
import { digitsOf, lookUp, meaningOf } from './lexicon.ts'

export const WORD = 1
export const NUMBER = 2
export const REMOVED_MARK = 3

/** Runs of letters, runs of digits and removal marks; what lies between them is read from the folded text. */
export type Tokens = {
  folded: Folded
  count: number
  kinds: Uint8Array
  starts: Int32Array
  ends: Int32Array
  entries: Int32Array
  /** Token index of every `@`: the token that follows it. */
  ats: number[]
  atPositions: number[]
}

const SHORTEST_STEM = 3

/** Hindi and Tamil words carry endings (`மொபைலில்`): the longest known beginning speaks for the word, unless it is a number. */
function lookUpStem(codes: Uint16Array, start: number, end: number): number {
  for (let stop = Math.min(end - 1, start + 20); stop >= start + SHORTEST_STEM; stop--) {
    const entry = lookUp(codes, start, stop)
    if (entry > 0) return digitsOf(entry) === '' && meaningOf(entry) !== 0 ? entry : 0
  }
  return 0
}

export function tokenise(folded: Folded): Tokens {
  const { codes, classes, length } = folded
  const kinds = new Uint8Array(length + 1)
  const starts = new Int32Array(length + 1)
  const ends = new Int32Array(length + 1)
  const entries = new Int32Array(length + 1)
  const ats: number[] = []
  const atPositions: number[] = []
  let count = 0
  for (let i = 0; i < length; ) {
    const kind = classes[i] ?? 0
    if (kind !== LETTER && kind !== DIGIT && kind !== MARK) {
      if (codes[i] === 64) {
        ats.push(count)
        atPositions.push(i)
      }
      i++
      continue
    }
    const start = i
    i++
    if (kind !== MARK) while (i < length && classes[i] === kind) i++
    kinds[count] = kind === LETTER ? WORD : kind === DIGIT ? NUMBER : REMOVED_MARK
    starts[count] = start
    ends[count] = i
    if (kind === LETTER) {
      let entry = lookUp(codes, start, i)
      if (entry === 0 && (codes[start] ?? 0) >= 0x900 && i - start > SHORTEST_STEM) entry = lookUpStem(codes, start, i)
      entries[count] = entry
    }
    count++
  }
  return { folded, count, kinds, starts, ends, entries, ats, atPositions }
}

export function meaningAt(tokens: Tokens, token: number): number {
  return token >= 0 && token < tokens.count ? meaningOf(tokens.entries[token] ?? 0) : 0
}

export function means(tokens: Tokens, token: number, meaning: number): boolean {
  return (meaningAt(tokens, token) & meaning) !== 0
}
