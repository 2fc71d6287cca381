import { ANY_LABEL, listOf, lookUp, type Tag, wordsMeaning } from '../words/lexicon.ts'
import { bonesOf, remembered, spellingsOf } from '../words/spelling.ts'

// Labels as they are misspelled, cut short, or written with the word number glued on.

/** The label that an unknown word stands for, and whether the word number is glued on. */
export type Likeness = { strength: Tag; noun: boolean }

const SHORTEST = 5
const SHORTEST_COMPOUND = 7
const SHORTEST_PART = 4
const NUMBER_ENDING = /(?:nos|no|nummer|nr|number|num|nmbr|nambar|numb|nbr|code|id)$/
/** Nouns of this build are papers and proceedings, never someone's name; they count with the word number only. */
const ABSTRACT = /^[a-z]{3,}(?:tion|sion|ment|ance|ence|icate|ature)$/
const NO_LABELS = new Set([...listOf('no-label'), ...listOf('caller')])

const spellings = spellingsOf(
  wordsMeaning(...ANY_LABEL).flatMap((word) => {
    const strength = strengthOf(word)
    return strength === undefined ? [] : [[word, { word, strength }] as const]
  }),
  SHORTEST,
)

function strengthOf(word: string): Tag | undefined {
  const { tags } = lookUp(word)
  return ANY_LABEL.find((tag) => tags.has(tag))
}

export const resembledLabel = remembered((word): Likeness | undefined => {
  if (!/^[a-z]{3,20}$/.test(word) || NO_LABELS.has(word)) return undefined
  const strength = misspelled(word)
  if (strength !== undefined) return { strength, noun: false }
  if (ABSTRACT.test(word)) return { strength: 'weak-label', noun: false }
  // "jobsheet", "gatepass": the last part of a compound says what it is.
  for (let i = 2; word.length >= SHORTEST_COMPOUND && i <= word.length - SHORTEST_PART; i++) {
    const head = strengthOf(word.slice(i))
    if (head !== undefined) return { strength: head, noun: false }
  }
  const stem = word.replace(NUMBER_ENDING, '')
  const glued = stem === word || stem.length < 2 ? undefined : (strengthOf(stem) ?? misspelled(stem))
  return glued === undefined ? undefined : { strength: glued, noun: true }
})

/** "chasiss", "regstration"; "engn", "chssis" with vowels left out and nothing else changed. */
function misspelled(word: string): Tag | undefined {
  const near = word.length >= SHORTEST ? spellings.oneOff(word) : undefined
  if (near !== undefined) return near.strength
  const short = spellings.vowelless(word)
  return short !== undefined && word.length < short.word.length && bonesOf(word).length > 2 ? short.strength : undefined
}
