import { DIGIT, LETTER, MARK, SPACE } from './character-fold.ts'
import type { Folded } from './fold.ts'
import { BASIS, digitsOf, LONGEST, lookUp, lookUpHashed, meaningOf, PRIME, traitsOf } from './lexicon.ts'
import { byteScratch, intScratch } from './scratch.ts'
import { AT, MAIL_HOST, SOCIAL, TLD, TLD_WORD } from './vocabulary.ts'

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

const AT_SIGN = 64
const RUPEE = 0x20b9
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

/** How many tokens stand against each other up to the one that is read. */
let chain = 0

/** Letters and digits by turns without end are noise, one word; only a whole number in them could be read. */
function addNoise(
  { kinds, starts, ends, entries, meanings }: Tokens,
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
function dropNoise(tokens: Tokens, from: number, stop: number): number {
  const { kinds, starts, ends, entries, meanings } = tokens
  let count = from
  for (let t = from; t < stop; t++) {
    const start = starts[t] ?? 0
    const end = ends[t] ?? 0
    if (kinds[t] === WORD || (kinds[t] === NUMBER && end - start < WHOLE_NUMBER)) {
      count = addNoise(tokens, count, start, end)
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

/** Whether the token goes into the noise that stands before it. */
function isNoise(tokens: Tokens, kind: number, start: number, end: number): boolean {
  tokens.noisy = true
  if (chain === LONGEST_CHAIN + 1) tokens.count = dropNoise(tokens, tokens.count - chain, tokens.count)
  if (kind === REMOVED_MARK || (kind === NUMBER && end - start >= WHOLE_NUMBER)) return false
  tokens.count = addNoise(tokens, tokens.count, start, end)
  return true
}

/** Adds a token; gives its index, or -1 where it is noise. */
function add(tokens: Tokens, kind: number, start: number, end: number, entry: number, meaning: number): number {
  const { ends, count } = tokens
  if (count > 0 && ends[count - 1] === start) {
    if (++chain > LONGEST_CHAIN && isNoise(tokens, kind, start, end)) return -1
  } else chain = 0
  const token = tokens.count
  tokens.kinds[token] = kind
  tokens.starts[token] = start
  ends[token] = end
  tokens.entries[token] = entry
  tokens.meanings[token] = meaning
  tokens.count = token + 1
  return token
}

function isLone({ folded, kinds, starts, ends }: Tokens, token: number): boolean {
  if (token < 1 || (ends[token] ?? 0) - (starts[token] ?? 0) !== 1) return false
  const end = ends[token - 1] ?? 0
  if ((starts[token] ?? 0) - end !== 1 || kinds[token - 1] !== WORD || folded.classes[end] !== SPACE) return false
  return end - (starts[token - 1] ?? 0) === 1
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

function addWord(tokens: Tokens, codes: Uint16Array, start: number, end: number, hash: number): void {
  let entry = end - start > LONGEST ? 0 : lookUpHashed(codes, start, end, hash)
  if (entry === 0 && end - start > SHORTEST_STEM && (codes[start] ?? 0) >= 0x900) entry = lookUpStem(codes, start, end)
  const meaning = meaningOf(entry)
  const token = add(tokens, WORD, start, end, entry, meaning)
  if (token < 0) return
  if (end - start === 1 && isLone(tokens, token)) tokens.hasSpelledLetters = true
  if (entry !== 0) {
    tokens.seen |= meaning
    tokens.traits |= traitsOf(entry)
  }
  if ((meaning & ADDRESSING) !== 0 || isBeforeSign(codes, end) || isTelling(codes, start, end))
    tokens.hints[tokens.hintCount++] = token
}

/** Past the end of the text there are no letters. Those of another script begin another word: "नंo", "callकरो". */
function readWord(tokens: Tokens, codes: Uint16Array, classes: Uint8Array, start: number): number {
  let code = codes[start] ?? 0
  const latin = code < 0x900
  let hash = Math.imul(BASIS ^ code, PRIME)
  let end = start + 1
  for (; classes[end] === LETTER; end++) {
    code = codes[end] ?? 0
    if (code < 0x900 !== latin) break
    hash = Math.imul(hash ^ code, PRIME)
  }
  addWord(tokens, codes, start, end, hash)
  return end
}

function readDigits(tokens: Tokens, classes: Uint8Array, start: number): number {
  let end = start + 1
  while (classes[end] === DIGIT) end++
  add(tokens, NUMBER, start, end, 0, 0)
  return end
}

function readSign(tokens: Tokens, code: number, kind: number, at: number): void {
  if (kind === MARK) {
    tokens.marks[tokens.markCount++] = at
    add(tokens, REMOVED_MARK, at, at + 1, 0, 0)
  } else if (code === AT_SIGN) {
    tokens.ats[tokens.atCount] = tokens.count
    tokens.atPositions[tokens.atCount++] = at
  } else if (code === RUPEE) tokens.hasRupeeSign = true
}

export function tokenise(folded: Folded): Tokens {
  const { codes, classes, length } = folded
  const tokens = noTokens(folded)
  chain = 0
  for (let i = 0; i < length; ) {
    const kind = classes[i]
    if (kind === LETTER) i = readWord(tokens, codes, classes, i)
    else if (kind === DIGIT) i = readDigits(tokens, classes, i)
    else {
      if (kind !== SPACE) readSign(tokens, codes[i] ?? 0, kind ?? 0, i)
      i++
    }
  }
  return finish(tokens)
}

function noTokens(folded: Folded): Tokens {
  const room = folded.length + SLACK
  return {
    folded,
    count: 0,
    kinds: byteScratch(1, room),
    starts: intScratch(2, room),
    ends: intScratch(3, room),
    entries: intScratch(4, room),
    meanings: intScratch(5, room),
    seen: 0,
    traits: 0,
    hasRupeeSign: false,
    marks: intScratch(14, room),
    markCount: 0,
    hints: intScratch(13, room),
    hintCount: 0,
    hasSpelledLetters: false,
    noisy: false,
    ats: intScratch(11, room),
    atPositions: intScratch(12, room),
    atCount: 0,
  }
}

function finish(tokens: Tokens): Tokens {
  const { count, kinds, starts, ends, entries, meanings, folded } = tokens
  // Where words were taken back, any of those left may be one to look at.
  if (tokens.noisy) {
    for (let token = 0; token < count; token++) tokens.hints[token] = token
    tokens.hintCount = count
  }
  for (let k = count; k < count + SLACK; k++) {
    kinds[k] = entries[k] = meanings[k] = 0
    starts[k] = ends[k] = folded.length
  }
  return tokens
}

export function hasTrait(tokens: Tokens, token: number, trait: number): boolean {
  return token >= 0 && token < tokens.count && (traitsOf(tokens.entries[token] ?? 0) & trait) !== 0
}

export function means(tokens: Tokens, token: number, meaning: number): boolean {
  return token >= 0 && token < tokens.count && ((tokens.meanings[token] ?? 0) & meaning) !== 0
}
