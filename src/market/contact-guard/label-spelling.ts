import { foldWord } from './fold.ts'
import { LABELS, SOFT_LABELS, WEAK_LABELS } from './label-words.ts'
import { LABEL, NUMBER_NOUN, SOFT_LABEL, WEAK_LABEL } from './vocabulary.ts'

// Labels as they are misspelled: one letter too many, too few, another or exchanged; or with the word number glued on.

const SHORTEST = 5
const LONGEST = 20
const NUMBER_ENDING = /(?:nos|no|number|num|nmbr|nambar|numb|nbr|code|id)$/

/** Nouns of this build are papers and proceedings, never someone's name; they count with the word number only. */
const ABSTRACT = /^[a-z]{3,}(?:tion|sion|ment|ance|ence|icate|ature)$/
const TALKED_ABOUT = new Set(
  'condition attention information communication conversation assistance reception extension station location convenience emergency'.split(
    ' ',
  ),
)

/** Vowels and nasals of Devanagari and Tamil that are mixed up in writing. */
const ALIKE = new Map<number, number>([
  [0x0908, 0x0907],
  [0x0940, 0x093f],
  [0x090a, 0x0909],
  [0x0942, 0x0941],
  [0x0910, 0x090f],
  [0x0948, 0x0947],
  [0x094c, 0x094b],
  [0x0949, 0x094b],
  [0x0911, 0x0913],
  [0x0914, 0x0913],
  [0x0945, 0x0947],
  [0x090d, 0x090f],
  [0x0936, 0x0938],
  [0x0937, 0x0938],
  [0x0923, 0x0928],
  [0x0b88, 0x0b87],
  [0x0bc0, 0x0bbf],
  [0x0b8a, 0x0b89],
  [0x0bc2, 0x0bc1],
  [0x0b8f, 0x0b8e],
  [0x0bc7, 0x0bc6],
  [0x0bcb, 0x0bca],
  [0x0b93, 0x0b92],
  [0x0bb3, 0x0bb2],
  [0x0bb4, 0x0bb2],
  [0x0ba3, 0x0ba9],
  [0x0ba8, 0x0ba9],
  [0x0bb1, 0x0bb0],
  [0x0b9e, 0x0ba9],
  [0x0bb8, 0x0b9a],
  [0x0bb7, 0x0b9a],
  [0x0b9c, 0x0b9a],
])
const HALF_NASAL = /[\u0928\u092e\u0919\u091e]\u094d(?=[\u0915-\u0939])/g

function indicSound(word: string): string {
  let sound = ''
  for (const letter of word.replace(HALF_NASAL, '\u0902')) {
    const code = letter.charCodeAt(0)
    const plain = String.fromCharCode(ALIKE.get(code) ?? code)
    if (sound.at(-1) !== plain) sound += plain
  }
  return sound
}

const sounds = new Map<string, number>()

const exact = new Map<string, number>()
/** Every label word with one letter left out: two words one letter apart share such a rest. */
const rests = new Map<string, number>()

function addAll(line: string, bit: number): void {
  for (const word of line.split(' ').map(foldWord)) {
    exact.set(word, (exact.get(word) ?? 0) | bit)
    if (word.charCodeAt(0) > 0x8ff && word.length >= 3) sounds.set(indicSound(word), bit)
    if (!/^[a-z]+$/.test(word) || word.length < SHORTEST) continue
    for (let i = 0; i < word.length; i++) {
      const rest = word.slice(0, i) + word.slice(i + 1)
      rests.set(rest, (rests.get(rest) ?? 0) | bit)
    }
  }
}

addAll(LABELS, LABEL)
addAll(SOFT_LABELS, SOFT_LABEL)
addAll(WEAK_LABELS, WEAK_LABEL)

function misspelled(word: string): number {
  if (word.length < SHORTEST || word.length > LONGEST || !/^[a-z]+$/.test(word)) return 0
  const missing = rests.get(word)
  if (missing !== undefined) return missing
  for (let i = 0; i < word.length; i++) {
    const rest = word.slice(0, i) + word.slice(i + 1)
    const found = rests.get(rest) ?? (rest.length >= SHORTEST ? exact.get(rest) : undefined)
    if (found !== undefined) return found
  }
  return 0
}

/** The label a word without a meaning of its own may stand for, with the bit for number when that is glued on; or 0. */
export function resembledLabel(word: string): number {
  if (word.charCodeAt(0) > 0x8ff) return sounds.get(indicSound(word)) ?? 0
  const found = misspelled(word)
  if (found !== 0) return found
  if (ABSTRACT.test(word) && !TALKED_ABOUT.has(word)) return WEAK_LABEL
  // "jobsheet", "gatepass": the last part of a compound says what it is.
  for (let i = 2; i <= word.length - 4; i++) {
    const head = exact.get(word.slice(i))
    if (head !== undefined && word.length >= 7) return head
  }
  const stem = word.replace(NUMBER_ENDING, '')
  if (stem === word || stem.length < 2) return 0
  const label = exact.get(stem) ?? misspelled(stem)
  return label === 0 ? 0 : label | NUMBER_NOUN
}
