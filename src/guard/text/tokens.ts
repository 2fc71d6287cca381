import { BASIS, digitsOf, LONGEST, lookUp, lookUpHashed, meaningOf, PRIME, traitsOf } from '../words/lexicon.ts'
import { AT, MAIL_HOST, SOCIAL, TLD, TLD_WORD } from '../words/vocabulary.ts'
import { DIGIT, LETTER, MARK, SPACE } from './character-fold.ts'
import type { Folded } from './fold.ts'

export const WORD = 1
export const NUMBER = 2
const REMOVED_MARK = 3

/** Runs of letters, runs of digits and removal marks; what lies between them is read from the folded text. */
export type Tokens = {
  folded: Folded
  count: number
  kinds: Uint8Array
  starts: Int32Array
  ends: Int32Array
  entries: Int32Array
  /** What each token means, as bits of the vocabulary. */
  meanings: Int32Array
  /** Every meaning that occurs in the text at all: what does not occur need not be looked for. */
  seen: number
  traits: number
  hasRupeeSign: boolean
  /** Where a contact was removed before. */
  marks: Int32Array
  markCount: number
  /** Words at which an address of some kind may be found, by what they mean or what stands after them. */
  hints: Int32Array
  hintCount: number
  /** Two letters stand alone side by side. */
  hasSpelledLetters: boolean
  /** Letters and digits by turns without end were made one word somewhere. */
  noisy: boolean
  /** Token index of every `@`: the token that follows it. */
  ats: Int32Array
  atPositions: Int32Array
  atCount: number
}

const COLON = 58
const SLASH = 47
const SMALL_C = 99
const SMALL_M = 109
const SMALL_O = 111
const SMALL_W = 119
const ADDRESSING = TLD | TLD_WORD | AT | MAIL_HOST | SOCIAL
const SHORTEST_STEM = 3
const LONGEST_CHAIN = 40
const WHOLE_NUMBER = 8
/** Empty tokens past the last one, for those who look ahead. */
const SLACK = 8

/** Hindi and Tamil words carry endings (`மொபைலில்`): the longest known beginning speaks for the word, unless it is a number. */
function lookUpStem(codes: Uint16Array, start: number, end: number): number {
  for (let stop = Math.min(end - 1, start + 20); stop >= start + SHORTEST_STEM; stop--) {
    const entry = lookUp(codes, start, stop)
    if (entry > 0) return digitsOf(entry) === '' && meaningOf(entry) !== 0 ? entry : 0
  }
  return 0
}

type Lists = Pick<Tokens, 'kinds' | 'starts' | 'ends' | 'entries' | 'meanings'>

/** Letters and digits by turns without end are noise, one word; only a whole number in them could be read. */
function addNoise(
  { kinds, starts, ends, entries, meanings }: Lists,
  count: number,
  start: number,
  end: number,
): number {
  const joins = count > 0 && kinds[count - 1] === WORD && ends[count - 1] === start
  const token = joins ? count - 1 : count
  if (!joins) starts[token] = start
  kinds[token] = WORD
  ends[token] = end
  entries[token] = meanings[token] = 0
  return token + 1
}

/** Reads a chain again, now that it is known to be long; gives the count of tokens. */
function dropNoise(lists: Lists, from: number, stop: number): number {
  const { kinds, starts, ends, entries, meanings } = lists
  let count = from
  for (let t = from; t < stop; t++) {
    const start = starts[t] ?? 0
    const end = ends[t] ?? 0
    if (kinds[t] === WORD || (kinds[t] === NUMBER && end - start < WHOLE_NUMBER)) {
      count = addNoise(lists, count, start, end)
      continue
    }
    kinds[count] = kinds[t] ?? 0
    starts[count] = start
    ends[count] = end
    entries[count] = meanings[count] = 0
    count++
  }
  return count
}

function isLoneBefore({ kinds, starts, ends }: Lists, classes: Uint8Array, token: number, start: number): boolean {
  const end = ends[token] ?? 0
  return start - end === 1 && kinds[token] === WORD && end - (starts[token] ?? 0) === 1 && classes[end] === SPACE
}

/** A colon or a slash, or one after a blank. */
function isBeforeSign(codes: Uint16Array, end: number): boolean {
  const after = codes[end] === 32 ? codes[end + 1] : codes[end]
  return after === COLON || after === SLASH
}

/** `www`, or a long word that ends like `…atgmaildotcom`. */
export function isTelling(codes: Uint16Array, start: number, end: number): boolean {
  const last = codes[end - 1]
  if (last === SMALL_M) return end - start > 8 && codes[end - 2] === SMALL_O && codes[end - 3] === SMALL_C
  return last === SMALL_W && end - start === 3
}

/** Where words were taken back, any of those left may be one to look at. */
function hintAll(hints: Int32Array, count: number): number {
  for (let token = 0; token < count; token++) hints[token] = token
  return count
}

function endLists({ kinds, starts, ends, entries, meanings }: Lists, count: number, length: number): void {
  for (let k = count; k < count + SLACK; k++) {
    kinds[k] = entries[k] = meanings[k] = 0
    starts[k] = ends[k] = length
  }
}

export function tokenise(folded: Folded): Tokens {
  const { codes, classes, length } = folded
  const kinds = new Uint8Array(length + SLACK)
  const starts = new Int32Array(length + SLACK)
  const ends = new Int32Array(length + SLACK)
  const entries = new Int32Array(length + SLACK)
  const meanings = new Int32Array(length + SLACK)
  const lists: Lists = { kinds, starts, ends, entries, meanings }
  const ats = new Int32Array(length + 1)
  const atPositions = new Int32Array(length + 1)
  let atCount = 0
  let count = 0
  let seen = 0
  let hasRupeeSign = false
  const hints = new Int32Array(length + 1)
  const marks = new Int32Array(length + 1)
  let hintCount = 0
  let markCount = 0
  let noisy = false
  let hasSpelledLetters = false
  let chain = 0
  /** Where the token before ends. */
  let lastEnd = -1
  let traits = 0
  for (let i = 0; i < length; ) {
    const kind = classes[i] ?? 0
    if (kind !== LETTER && kind !== DIGIT && kind !== MARK) {
      if (codes[i] === 64) {
        ats[atCount] = count
        atPositions[atCount++] = i
      } else if (codes[i] === 0x20b9) hasRupeeSign = true
      i++
      continue
    }
    const start = i
    i++
    chain = lastEnd === start ? chain + 1 : 0
    let hash = BASIS
    if (kind === DIGIT) while (i < length && classes[i] === DIGIT) i++
    else if (kind === LETTER) {
      // Letters of another script begin another word: "नंo", "callकरो".
      const latin = (codes[start] ?? 0) < 0x900
      hash = Math.imul(hash ^ (codes[start] ?? 0), PRIME)
      for (; i < length && classes[i] === LETTER; i++) {
        const code = codes[i] ?? 0
        if (code < 0x900 !== latin) break
        hash = Math.imul(hash ^ code, PRIME)
      }
    }
    lastEnd = i
    if (chain > LONGEST_CHAIN) {
      noisy = true
      if (chain === LONGEST_CHAIN + 1) count = dropNoise(lists, count - chain, count)
      if (kind !== MARK && (kind === LETTER || i - start < WHOLE_NUMBER)) {
        count = addNoise(lists, count, start, i)
        continue
      }
    }
    kinds[count] = kind === LETTER ? WORD : kind === DIGIT ? NUMBER : REMOVED_MARK
    if (kind === MARK) marks[markCount++] = start
    starts[count] = start
    ends[count] = i
    entries[count] = 0
    meanings[count] = 0
    if (kind === LETTER) {
      if (i - start === 1 && count > 0 && isLoneBefore(lists, classes, count - 1, start)) hasSpelledLetters = true
      let entry = i - start > LONGEST ? 0 : lookUpHashed(codes, start, i, hash)
      if (entry === 0 && (codes[start] ?? 0) >= 0x900 && i - start > SHORTEST_STEM) entry = lookUpStem(codes, start, i)
      if (entry !== 0) {
        entries[count] = entry
        const meaning = meaningOf(entry)
        meanings[count] = meaning
        seen |= meaning
        traits |= traitsOf(entry)
      }
      if (((meanings[count] ?? 0) & ADDRESSING) !== 0 || isBeforeSign(codes, i) || isTelling(codes, start, i))
        hints[hintCount++] = count
    }
    count++
  }
  if (noisy) hintCount = hintAll(hints, count)
  endLists(lists, count, length)
  return {
    folded,
    count,
    kinds,
    starts,
    ends,
    entries,
    meanings,
    seen,
    traits,
    hasRupeeSign,
    marks,
    markCount,
    hints,
    hintCount,
    hasSpelledLetters,
    noisy,
    ats,
    atPositions,
    atCount,
  }
}

export function hasTrait(tokens: Tokens, token: number, trait: number): boolean {
  return token >= 0 && token < tokens.count && (traitsOf(tokens.entries[token] ?? 0) & trait) !== 0
}

export function means(tokens: Tokens, token: number, meaning: number): boolean {
  return token >= 0 && token < tokens.count && ((tokens.meanings[token] ?? 0) & meaning) !== 0
}
