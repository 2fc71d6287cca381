import { foldWord } from '../text/fold.ts'
import { remembered } from '../text/remembered.ts'
import { bonesOf, soundOf } from './sound.ts'
import { TRAITS } from './traits.ts'
import { readTsv } from './tsv.ts'
import { MEANINGS, TWICE_WORD } from './vocabulary.ts'

// An open-addressed table read straight from the folded codes: a text of a million words makes no strings.

const SIZE = 16384
const MOST_WORDS = 1 << 14
/** No word is longer. */
export const LONGEST = 24
/** The hash of a word is made letter by letter: whoever looks for its end has it there. */
export const BASIS = 0x811c9dc5 | 0
export const PRIME = 0x01000193
/** Each slot holds an entry, and above it a part of the word's hash, so that most other words are told apart at once. */
const ENTRY = MOST_WORDS - 1
const slots = new Int32Array(SIZE)
const words: string[] = ['']
/** The letters of all words, one after the other. */
const letters = new Uint16Array(1 << 17)
const letterStarts = new Int32Array(MOST_WORDS + 1)
const meanings = new Int32Array(MOST_WORDS)
const numbers: string[] = ['']
const kinds = new Uint8Array(MOST_WORDS)
const traits = new Int32Array(MOST_WORDS)
const plainDigits = new Uint8Array(MOST_WORDS)
export const TENS_KIND = 1
export const HOMOPHONE_KIND = 2

const beginnings = new Uint8Array(4096)
/** By the first two letters: the lengths of the words for one digit that begin so, one bit each. */
const gluable = new Int32Array(4096)
/** The longest number word, for taking glued words apart. */
export const LONGEST_NUMBER_WORD = 16

const copied = new Uint16Array(LONGEST)

function hashOf(codes: Uint16Array, start: number, end: number): number {
  let hash = BASIS
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (codes[i] ?? 0), PRIME)
  return hash
}

/** The entry of the word that the codes spell, 0 when it means nothing to the guard. */
export function lookUp(codes: ArrayLike<number>, start: number, end: number): number {
  if (end - start > LONGEST || end === start) return 0
  if (codes instanceof Uint16Array) return lookUpHashed(codes, start, end, hashOf(codes, start, end))
  for (let i = start; i < end; i++) copied[i - start] = codes[i] ?? 0
  return lookUpHashed(copied, 0, end - start, hashOf(copied, 0, end - start))
}

/** As above, where the hash of the letters is known; longer words than the guard knows are not asked for. */
export function lookUpHashed(codes: Uint16Array, start: number, end: number, hash: number): number {
  const tag = hash & ~ENTRY
  for (let slot = (hash ^ (hash >>> 15)) & (SIZE - 1); ; slot = (slot + 1) & (SIZE - 1)) {
    const packed = slots[slot] ?? 0
    if (packed === 0) return 0
    if ((packed & ~ENTRY) === tag && isSpelled(packed & ENTRY, codes, start, end)) return packed & ENTRY
  }
}

function isSpelled(entry: number, codes: Uint16Array, start: number, end: number): boolean {
  const from = letterStarts[entry] ?? 0
  const length = end - start
  if ((letterStarts[entry + 1] ?? 0) - from !== length) return false
  for (let i = 0; i < length; i++) if (letters[from + i] !== codes[start + i]) return false
  return true
}

/** The word of an entry. */
export function wordOf(entry: number): string {
  return words[entry] ?? ''
}

/** Whether any number word begins with these two letters; most words are spared a closer look. */
export function mayBeginNumber(first: number, second: number): boolean {
  return beginnings[(first * 31 + second) & 4095] !== 0
}

/** The lengths of words for one digit, or for doubling, with these first letters. */
export function digitLengths(first: number, second: number): number {
  return gluable[(first * 31 + second) & 4095] ?? 0
}

export function meaningOf(entry: number): number {
  return meanings[entry] ?? 0
}

/** The digits of a number word, the empty string for any other. */
export function digitsOf(entry: number): string {
  return numbers[entry] ?? ''
}

/** The digit, as a character code, that a word stands for whatever is around it; 0 for any other word. */
export function plainDigitOf(entry: number): number {
  return plainDigits[entry] ?? 0
}

export function kindOf(entry: number): number {
  return kinds[entry] ?? 0
}

/** Rarer meanings, asked for only where something was found nearby. */
export function traitsOf(entry: number): number {
  return traits[entry] ?? 0
}

function entryFor(word: string): number {
  const folded = foldWord(word)
  const codes = Uint16Array.from(folded, (c) => c.charCodeAt(0))
  const found = lookUp(codes, 0, codes.length)
  if (found > 0 || codes.length === 0) return found
  const entry = words.length
  words.push(folded)
  numbers.push('')
  const from = letterStarts[entry] ?? 0
  letters.set(codes, from)
  letterStarts[entry + 1] = from + codes.length
  const hash = hashOf(codes, 0, codes.length)
  let slot = (hash ^ (hash >>> 15)) & (SIZE - 1)
  while (slots[slot] !== 0) slot = (slot + 1) & (SIZE - 1)
  slots[slot] = (hash & ~ENTRY) | entry
  return entry
}

function slotOf(word: string): number {
  return (word.charCodeAt(0) * 31 + word.charCodeAt(1)) & 4095
}

function markBeginning(word: string): void {
  beginnings[slotOf(word)] = 1
}

function markGluable(word: string): void {
  gluable[slotOf(word)] = (gluable[slotOf(word)] ?? 0) | (1 << Math.min(word.length, 30))
}

const sounds = new Map<string, string>()
/** Of the words for two digits only the consonants: their vowels are written in every way. */
const bones = new Map<string, string>()

/** The digits of a romanised number word that is spelled in a way of its own; the empty string for any other. */
export const digitsBySound = remembered(
  (word) => sounds.get(soundOf(word)) ?? (word.length > 4 ? (bones.get(bonesOf(soundOf(word))) ?? '') : ''),
)

/** Every word, as it reads, that means one of these. */
export function wordsMeaning(bits: number): string[] {
  return words.filter((_, entry) => ((meanings[entry] ?? 0) & bits) !== 0)
}

export type NumberWord = { word: string; digits: string; kind: string }

export const NUMBER_WORDS: readonly NumberWord[] = readTsv('numbers').map(([word = '', digits = '', kind = '']) => ({
  word,
  digits,
  kind,
}))

for (const [word = '', names = ''] of readTsv('meanings')) {
  const entry = entryFor(word)
  for (const name of names.split(' ')) {
    meanings[entry] = (meanings[entry] ?? 0) | (MEANINGS[name] ?? 0)
    traits[entry] = (traits[entry] ?? 0) | (TRAITS[name] ?? 0)
  }
}
for (const word of wordsMeaning(TWICE_WORD)) {
  markBeginning(word)
  markGluable(word)
}
for (const { word, digits, kind } of NUMBER_WORDS) {
  const entry = entryFor(word)
  const folded = words[entry] ?? ''
  const homophone = kind === 'homophone'
  markBeginning(folded)
  if (digits.length === 1 && folded.length > 1) markGluable(folded)
  if (/^[a-z]{4,}$/.test(word) && !homophone) {
    sounds.set(soundOf(word), digits)
    const bone = bonesOf(soundOf(word))
    if (bone.length > 3) bones.set(bone, digits)
  }
  if (entry === 0 || numbers[entry] !== '') continue
  numbers[entry] = digits
  kinds[entry] = homophone ? HOMOPHONE_KIND : kind === 'tens' ? TENS_KIND : 0
  const only = digits.length === 1 && !homophone && meanings[entry] === 0 && traits[entry] === 0
  if (only) plainDigits[entry] = digits.charCodeAt(0)
}
