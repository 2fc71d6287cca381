import { foldWord } from './fold.ts'
import { HUNDRED, numberWords, THRICE, TWICE } from './number-words.ts'
import { remembered } from './remembered.ts'
import { bonesOf, soundOf } from './sound.ts'
import { TRAITS } from './traits.ts'
import { HUNDRED_WORD, MEANINGS, THRICE_WORD, TWICE_WORD } from './vocabulary.ts'

// An open-addressed table read straight from the folded codes: a text of a million words makes no strings.

const SIZE = 16384
const slots = new Int32Array(SIZE)
const words: string[] = ['']
const meanings: number[] = [0]
const numbers: string[] = ['']
const kinds: number[] = [0]
const traits: number[] = [0]
const plainDigits: number[] = [0]
export const TENS_KIND = 1
export const HOMOPHONE_KIND = 2

const beginnings = new Uint8Array(4096)
/** By the first two letters: the lengths of the words for one digit that begin so, one bit each. */
const gluable = new Int32Array(4096)
const LONGEST = 24
/** The longest number word, for taking glued words apart. */
export const LONGEST_NUMBER_WORD = 16

function hashOf(codes: ArrayLike<number>, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (codes[i] ?? 0), 0x01000193)
  return (hash ^ (hash >>> 15)) & (SIZE - 1)
}

/** The entry of the word that the codes spell, 0 when it means nothing to the guard. */
export function lookUp(codes: ArrayLike<number>, start: number, end: number): number {
  const length = end - start
  if (length > LONGEST || length === 0) return 0
  for (let slot = hashOf(codes, start, end); ; slot = (slot + 1) & (SIZE - 1)) {
    const entry = slots[slot] ?? 0
    if (entry === 0) return 0
    const word = words[entry] ?? ''
    if (word.length !== length) continue
    let i = 0
    while (i < length && word.charCodeAt(i) === codes[start + i]) i++
    if (i === length) return entry
  }
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
  const codes = Array.from(folded, (c) => c.charCodeAt(0))
  const found = lookUp(codes, 0, codes.length)
  if (found > 0 || folded === '') return found
  words.push(folded)
  meanings.push(0)
  numbers.push('')
  kinds.push(0)
  traits.push(0)
  plainDigits.push(0)
  let slot = hashOf(codes, 0, codes.length)
  while (slots[slot] !== 0) slot = (slot + 1) & (SIZE - 1)
  slots[slot] = words.length - 1
  return words.length - 1
}

function addMeaning(list: readonly string[], meaning: number): void {
  for (const word of list) {
    const entry = entryFor(word)
    if (entry > 0) meanings[entry] = (meanings[entry] ?? 0) | meaning
  }
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
export const digitsBySound = remembered(readSound)

function readSound(word: string): string {
  return sounds.get(soundOf(word)) ?? (word.length > 4 ? (bones.get(bonesOf(soundOf(word))) ?? '') : '')
}

for (const [meaning, line] of MEANINGS) addMeaning(line.split(' '), meaning)
for (const [trait, line] of TRAITS) {
  for (const word of line.split(' ')) {
    const entry = entryFor(word)
    traits[entry] = (traits[entry] ?? 0) | trait
  }
}
addMeaning(TWICE, TWICE_WORD)
addMeaning(THRICE, THRICE_WORD)
addMeaning(HUNDRED, HUNDRED_WORD)
for (const word of TWICE) {
  markBeginning(foldWord(word))
  markGluable(foldWord(word))
}
for (const [word, number] of numberWords()) {
  const entry = entryFor(word)
  const folded = words[entry] ?? ''
  markBeginning(folded)
  if (number.digits.length === 1 && folded.length > 1) markGluable(folded)
  if (/^[a-z]{4,}$/.test(word) && !number.homophone) {
    sounds.set(soundOf(word), number.digits)
    const bone = bonesOf(soundOf(word))
    if (bone.length > (number.digits.length === 2 ? 2 : 3)) bones.set(bone, number.digits)
  }
  if (entry === 0 || numbers[entry] !== '') continue
  numbers[entry] = number.digits
  kinds[entry] = number.homophone ? HOMOPHONE_KIND : number.tens ? TENS_KIND : 0
  const only = number.digits.length === 1 && !number.homophone && meanings[entry] === 0 && traits[entry] === 0
  if (only) plainDigits[entry] = number.digits.charCodeAt(0)
}
