import { ANY_LABEL, listOf, lookUp, type Tag, wordsMeaning } from '../words/lexicon.ts'
import { remembered, spellingsOf } from '../words/spelling.ts'

// Words for calling and labels as they are misspelled, or with their vowels left out.

const SHORTEST = 5
const CALLERS = listOf('caller')
const NO_LABELS = new Set([...listOf('no-label'), ...CALLERS])
const CALLS = [...wordsMeaning('call', 'social', 'payment'), ...listOf('call-spelling')]
const calls = spellingsOf(CALLS, SHORTEST - 1)
const labels = spellingsOf(wordsMeaning(...ANY_LABEL), SHORTEST)

/** Whether a number named by this word is someone's number to call: "owner", "watsap". */
export const isCaller = remembered((word): boolean => {
  return CALLERS.has(word) || CALLS.includes(word) || calls.oneOff(word) !== undefined
})

/** How strong a label it is that an unknown word stands for: "chasiss", "regstration"; "engn", "chssis". */
export const resembledLabel = remembered((word): Tag | undefined => {
  if (!/^[a-z]{3,20}$/.test(word) || NO_LABELS.has(word)) return undefined
  const near = word.length >= SHORTEST ? labels.oneOff(word) : undefined
  const short = near ?? labels.vowelless(word)
  const { tags } = lookUp(short !== undefined && (near !== undefined || word.length < short.length) ? short : '')
  return ANY_LABEL.find((tag) => tags.has(tag))
})
