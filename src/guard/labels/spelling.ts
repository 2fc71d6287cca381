import { ANY_LABEL, listOf, lookUp, type Tag, wordsMeaning } from '../words/lexicon.ts'
import { remembered, spellingsOf } from '../words/spelling.ts'

// Labels as they are misspelled, or with their vowels left out.

const SHORTEST = 5
const NO_LABELS = new Set([...listOf('no-label'), ...listOf('caller')])
const spellings = spellingsOf(
  wordsMeaning(...ANY_LABEL).map((word) => [word, word] as const),
  SHORTEST,
)

/** How strong a label it is that an unknown word stands for: "chasiss", "regstration"; "engn", "chssis". */
export const resembledLabel = remembered((word): Tag | undefined => {
  if (!/^[a-z]{3,20}$/.test(word) || NO_LABELS.has(word)) return undefined
  const near = word.length >= SHORTEST ? spellings.oneOff(word) : undefined
  const short = near ?? spellings.vowelless(word)
  const { tags } = lookUp(short !== undefined && (near !== undefined || word.length < short.length) ? short : '')
  return ANY_LABEL.find((tag) => tags.has(tag))
})
