import { remembered } from '../text/remembered.ts'
import { wordsMeaning } from '../words/lexicon.ts'
import { listOf } from '../words/lists.ts'
import { bonesOf } from '../words/sound.ts'
import { LABEL, NUMBER_NOUN, SOFT_LABEL, WEAK_LABEL } from '../words/vocabulary.ts'

// Labels as they are misspelled: one letter too many, too few, another or exchanged; or with the word number glued on.

const SHORTEST = 5
const LONGEST = 20
const SHORTEST_COMPOUND = 7
const SHORTEST_PART = 4
const NUMBER_ENDING = /(?:nos|no|nummer|nr|number|num|nmbr|nambar|numb|nbr|code|id)$/

/** Nouns of this build are papers and proceedings, never someone's name; they count with the word number only. */
const ABSTRACT = /^[a-z]{3,}(?:tion|sion|ment|ance|ence|icate|ature)$/
const TALKED_ABOUT = listOf('no-label')
const CALLERS = listOf('caller')

const sounds = new Map<string, number>()

const exact = new Map<string, number>()
/** Every label word with one letter left out: two words one letter apart share such a rest. */
const rests = new Map<string, number>()

function addAll(bit: number): void {
  for (const word of wordsMeaning(bit)) {
    exact.set(word, (exact.get(word) ?? 0) | bit)
    if (word.charCodeAt(0) > 0x8ff && word.length >= 3) {
      sounds.set(word, bit)
    }
    if (!/^[a-z]+$/.test(word) || word.length < SHORTEST) continue
    for (let i = 0; i < word.length; i++) {
      const rest = word.slice(0, i) + word.slice(i + 1)
      rests.set(rest, (rests.get(rest) ?? 0) | bit)
    }
  }
}

addAll(LABEL)
addAll(SOFT_LABEL)
addAll(WEAK_LABEL)

const bones = new Map<string, [string, number][]>()

for (const [word, bit] of exact) {
  if (word.length < SHORTEST || !/^[a-z]+$/.test(word)) continue
  const bone = bonesOf(word)
  if (bone.length < 3) continue
  const found = bones.get(bone)
  if (found === undefined) bones.set(bone, [[word, bit]])
  else found.push([word, bit])
}

/** "engn", "chssis", "polcy": vowels left out, nothing else changed. */
function shortened(word: string): number {
  if (word.length < 3 || word.length > LONGEST || !/^[a-z]+$/.test(word)) return 0
  for (const [label, bit] of bones.get(bonesOf(word)) ?? []) if (word.length < label.length) return bit
  return 0
}

const beginnings = new Map<string, number>()
for (const [word, bit] of exact) {
  if (word.length < SHORTEST || !/^[a-z]+$/.test(word)) continue
  for (let end = 3; end < word.length; end++) beginnings.set(word.slice(0, end), bit)
}

/** "ser no.", "regis no.": only the beginning of a label, which is one where the word number follows. */
export function abbreviatedLabel(word: string): number {
  return beginnings.get(word) ?? 0
}

function misspelled(word: string): number {
  if (word.length < SHORTEST || word.length > LONGEST) return 0
  if (!/^[a-z]+$/.test(word)) return 0
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
export const resembledLabel = remembered(readLabel)

function readLabel(word: string): number {
  if (word.charCodeAt(0) > 0x8ff) return sounds.get(word) ?? 0
  if (TALKED_ABOUT.has(word) || CALLERS.has(word)) return 0
  const found = misspelled(word) || shortened(word)
  if (found !== 0) return found
  if (ABSTRACT.test(word)) return WEAK_LABEL
  // "jobsheet", "gatepass": the last part of a compound says what it is.
  for (let i = 2; word.length >= SHORTEST_COMPOUND && i <= word.length - SHORTEST_PART; i++) {
    const head = exact.get(word.slice(i))
    if (head !== undefined) return head
  }
  const stem = word.replace(NUMBER_ENDING, '')
  if (stem === word || stem.length < 2) return 0
  const label = exact.get(stem) ?? misspelled(stem)
  return label === 0 ? 0 : label | NUMBER_NOUN
}
