import { indicSound } from './sound.ts'

// Most words resemble nothing the guard knows. These tests say so from their letters alone, without making a string.

const SPREAD = 0x01000193
const BITS = 17

/** A set of hashes that may hold more than was put into it, never less. */
export type Filter = Int32Array

export function newFilter(): Filter {
  return new Int32Array(1 << (BITS - 5))
}

function holds(filter: Filter, hash: number): boolean {
  const a = Math.imul(hash, 0x9e3779b1) >>> (32 - BITS)
  if (((filter[a >>> 5] ?? 0) & (1 << (a & 31))) === 0) return false
  const b = Math.imul(hash, 0x85ebca6b) >>> (32 - BITS)
  return ((filter[b >>> 5] ?? 0) & (1 << (b & 31))) !== 0
}

function put(filter: Filter, hash: number): void {
  const a = Math.imul(hash, 0x9e3779b1) >>> (32 - BITS)
  filter[a >>> 5] = (filter[a >>> 5] ?? 0) | (1 << (a & 31))
  const b = Math.imul(hash, 0x85ebca6b) >>> (32 - BITS)
  filter[b >>> 5] = (filter[b >>> 5] ?? 0) | (1 << (b & 31))
}

function hashOf(word: string): number {
  let hash = 0
  for (let i = 0; i < word.length; i++) hash = (Math.imul(hash, SPREAD) + word.charCodeAt(i)) | 0
  return hash
}

export function putWord(filter: Filter, word: string): void {
  put(filter, hashOf(word))
}

const LONGEST = 40
const beginnings = new Int32Array(LONGEST + 1)

/** Whether the word, with any one letter or none left out, may be in the set. */
export function mayHoldRest(filter: Filter, word: string): boolean {
  const { length } = word
  if (length > LONGEST) return true
  let hash = 0
  for (let i = 0; i < length; i++) {
    beginnings[i] = hash
    hash = (Math.imul(hash, SPREAD) + word.charCodeAt(i)) | 0
  }
  if (holds(filter, hash)) return true
  let power = 1
  let ending = 0
  for (let i = length - 1; i >= 0; i--) {
    if (holds(filter, (Math.imul(beginnings[i] ?? 0, power) + ending) | 0)) return true
    ending = (ending + Math.imul(word.charCodeAt(i), power)) | 0
    power = Math.imul(power, SPREAD)
  }
  return false
}

/** Whether an ending of the word, of at least `shortest` letters, may be in the set. */
export function mayHoldEnding(filter: Filter, word: string, shortest: number): boolean {
  let power = 1
  let ending = 0
  for (let i = word.length - 1; i >= 0; i--) {
    ending = (ending + Math.imul(word.charCodeAt(i), power)) | 0
    power = Math.imul(power, SPREAD)
    if (word.length - i >= shortest && holds(filter, ending)) return true
  }
  return false
}

const VOWELS = letterSet('aeiou')
const H = letterSet('h')

function letterSet(letters: string): number {
  let set = 0
  for (let i = 0; i < letters.length; i++) {
    const code = letters.charCodeAt(i) - 97
    if (code >= 0 && code < 26) set |= 1 << code
  }
  return set
}

/** The first letter and which consonants follow it: the same for all words with the same bones. */
export function frameOf(word: string): number {
  let set = 0
  for (let i = 1; i < word.length; i++) {
    const code = word.charCodeAt(i) - 97
    set |= code >= 0 && code < 26 ? 1 << code : 1 << 26
  }
  return ((set & ~VOWELS) | 0) ^ Math.imul(word.charCodeAt(0), 0x9e3779b1)
}

/** Which consonants a word has, `h` not counted and `w` taken for `v`: the same for all words that sound alike. */
export function consonantsOf(word: string): number {
  let set = 0
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i) - 97
    if (code === 22) set |= 1 << 21
    else set |= code >= 0 && code < 26 ? 1 << code : 1 << 26
  }
  return set & ~VOWELS & ~H
}

const FIRST_INDIC = 0x900
const LAST_INDIC = 0xdff
/** For each letter of the scripts of India one of 32 bits, the same for letters that sound alike; none for nasals. */
const indicBits = new Int32Array(LAST_INDIC + 1 - FIRST_INDIC)
const NASALS = '\u0928\u092e\u0919\u091e\u094d\u0902'
for (let code = FIRST_INDIC; code <= LAST_INDIC; code++) {
  const sound = indicSound(String.fromCharCode(code))
  if (!NASALS.includes(sound)) indicBits[code - FIRST_INDIC] = 1 << (Math.imul(sound.charCodeAt(0), 0x9e3779b1) >>> 27)
}

/** Which letters a word of Devanagari or Tamil has: the same for all words that sound alike. */
export function indicFrameOf(word: string): number {
  let set = 0
  for (let i = 0; i < word.length; i++) set |= indicBits[word.charCodeAt(i) - FIRST_INDIC] ?? 0
  return set
}
