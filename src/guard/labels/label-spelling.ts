import { foldWord } from '../text/fold.ts'
import { remembered } from '../text/remembered.ts'
import { LABELS, SOFT_LABELS, WEAK_LABELS } from '../words/label-words.ts'
import { frameOf, indicFrameOf, mayHoldEnding, mayHoldRest, newFilter, putWord } from '../words/likeness.ts'
import { bonesOf, indicSound } from '../words/sound.ts'
import { LABEL, NUMBER_NOUN, SOFT_LABEL, WEAK_LABEL } from '../words/vocabulary.ts'

// Labels as they are misspelled: one letter too many, too few, another or exchanged; or with the word number glued on.

const SHORTEST = 5
const LONGEST = 20
const SHORTEST_COMPOUND = 7
const SHORTEST_PART = 4
const NUMBER_ENDING = /(?:nos|no|nummer|nr|number|num|nmbr|nambar|numb|nbr|code|id)$/

/** Nouns of this build are papers and proceedings, never someone's name; they count with the word number only. */
const ABSTRACT = /^[a-z]{3,}(?:tion|sion|ment|ance|ence|icate|ature)$/
const TALKED_ABOUT = new Set(
  'condition attention information communication conversation assistance reception extension station location convenience emergency platform uniform perform inform firm farm holder motors pair pairs'.split(
    ' ',
  ),
)

const sounds = new Map<string, number>()
/** What tells words with the same bones or the same sound, for those that have neither. */
const frames = new Set<number>()

const exact = new Map<string, number>()
/** Every label word with one letter left out: two words one letter apart share such a rest. */
const rests = new Map<string, number>()
/** All labels and rests, for words that are neither. */
const alike = newFilter()
const endings = newFilter()

function addAll(line: string, bit: number): void {
  for (const word of line.split(' ').map(foldWord)) {
    exact.set(word, (exact.get(word) ?? 0) | bit)
    putWord(alike, word)
    putWord(endings, word)
    if (word.charCodeAt(0) > 0x8ff && word.length >= 3) {
      sounds.set(indicSound(word), bit)
      frames.add(indicFrameOf(word))
    }
    if (!/^[a-z]+$/.test(word) || word.length < SHORTEST) continue
    for (let i = 0; i < word.length; i++) {
      const rest = word.slice(0, i) + word.slice(i + 1)
      rests.set(rest, (rests.get(rest) ?? 0) | bit)
      putWord(alike, rest)
    }
  }
}

addAll(LABELS, LABEL)
addAll(SOFT_LABELS, SOFT_LABEL)
addAll(WEAK_LABELS, WEAK_LABEL)

const bones = new Map<string, [string, number][]>()

for (const [word, bit] of exact) {
  if (word.length < SHORTEST || !/^[a-z]+$/.test(word)) continue
  const bone = bonesOf(word)
  if (bone.length < 3) continue
  frames.add(frameOf(word))
  const found = bones.get(bone)
  if (found === undefined) bones.set(bone, [[word, bit]])
  else found.push([word, bit])
}

/** "engn", "chssis", "polcy": vowels left out, nothing else changed. */
function shortened(word: string): number {
  if (word.length < 3 || word.length > LONGEST || !frames.has(frameOf(word)) || !/^[a-z]+$/.test(word)) return 0
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
  if (word.length < SHORTEST || word.length > LONGEST || !mayHoldRest(alike, word)) return 0
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
export function resembledLabel(word: string): number {
  return mayBeLabel(word) ? resembledKnown(word) : 0
}

const resembledKnown = remembered(readLabel)

/** The last two letters of what is read further: nouns of papers, and words for number that are glued on. */
const TELLING_ENDS = new Set('on nt ce te re os no er um br ar mb de id'.split(' ').map(endOf))

function endOf(word: string): number {
  return word.charCodeAt(word.length - 2) * 128 + word.charCodeAt(word.length - 1)
}

function mayBeLabel(word: string): boolean {
  if (word.charCodeAt(0) > 0x8ff) return frames.has(indicFrameOf(word))
  if (TELLING_ENDS.has(endOf(word)) || frames.has(frameOf(word))) return true
  if (word.length >= SHORTEST && word.length <= LONGEST && mayHoldRest(alike, word)) return true
  return word.length >= SHORTEST_COMPOUND && mayHoldEnding(endings, word, SHORTEST_PART)
}

function readLabel(word: string): number {
  if (word.charCodeAt(0) > 0x8ff) return sounds.get(indicSound(word)) ?? 0
  if (TALKED_ABOUT.has(word)) return 0
  const found = misspelled(word) || shortened(word)
  if (found !== 0) return found
  if (ABSTRACT.test(word)) return WEAK_LABEL
  // "jobsheet", "gatepass": the last part of a compound says what it is.
  const compound = word.length >= SHORTEST_COMPOUND && mayHoldEnding(endings, word, SHORTEST_PART)
  for (let i = 2; compound && i <= word.length - SHORTEST_PART; i++) {
    const head = exact.get(word.slice(i))
    if (head !== undefined) return head
  }
  const stem = word.replace(NUMBER_ENDING, '')
  if (stem === word || stem.length < 2) return 0
  const label = exact.get(stem) ?? misspelled(stem)
  return label === 0 ? 0 : label | NUMBER_NOUN
}
