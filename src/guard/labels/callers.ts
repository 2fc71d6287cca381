import { listOf, wordsMeaning } from '../words/lexicon.ts'
import { remembered, spellingsOf } from '../words/spelling.ts'

// Whose number it is: words before "number" after which it is there for calling, however unknown other words may be.

const CALLERS = listOf('caller')
const CALLS = [...wordsMeaning('call', 'social', 'payment'), ...listOf('call-spelling')]
const calls = new Set(CALLS)
const spellings = spellingsOf(
  CALLS.map((word) => [word, true] as const),
  4,
)

/** Whether a word may be one for calling, misspelled: after it no number is that of a paper. */
export const resemblesCall = remembered((word) => calls.has(word) || spellings.oneOff(word) === true)

/** Whether a number named by this word is someone's number to call. */
export function isCaller(word: string): boolean {
  return CALLERS.has(word) || resemblesCall(word)
}
