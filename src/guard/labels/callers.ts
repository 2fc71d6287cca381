import { foldWord } from '../text/fold.ts'
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

/** How names of people and of places end. */
const NAME_ENDING = new RegExp(
  `(?:${'esh endra ender inder deep dip jeet jit bhai ben kumar singh appa amma anna raj ram das lal nath pal veer vir preet wati devi swamy samy sami murthy moorthy rajan nathan velan pur pura bad nagar garh ganj palli puram wadi wala wale wali kar ji ன் ர் ள் ா ி'
    .split(' ')
    .map(foldWord)
    .join('|')})$`,
)

/** Whether a word may be one for calling, misspelled or cut short: after it no number is that of a paper. */
export const resemblesCall = remembered((word) => {
  if (calls.has(word) || spellings.cutShort(word) === true || spellings.vowelless(word) === true) return true
  return word.length > 2 && spellings.oneOff(word) === true
})

/** Whether a number named by this word is someone's number to call. */
export function isCaller(word: string): boolean {
  return CALLERS.has(word) || NAME_ENDING.test(word) || resemblesCall(word)
}
