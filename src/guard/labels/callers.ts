import { listOf } from '../words/lists.ts'
import { resemblesCall } from './call-spelling.ts'

// Whose number it is: words before "number" after which it is there for calling, however unknown other words may be.

const CALLERS = listOf('caller')

/** How names of people and of places end. */
const NAME_ENDINGS =
  'esh endra ender inder deep dip jeet jit bhai ben kumar singh appa amma anna raj ram das lal nath pal veer vir preet wati devi swamy samy sami murthy moorthy rajan nathan velan pur pura bad nagar garh ganj palli puram wadi wala wale wali kar ji'
const TAMIL_NAME_ENDING = /(?:ன்|ர்|ள்|ா|ி)$/

/** Endings of names by their last two letters. */
const endings = new Map<number, string[]>()
for (const ending of NAME_ENDINGS.split(' '))
  endings.set(endOf(ending), [...(endings.get(endOf(ending)) ?? []), ending])

function endOf(word: string): number {
  return word.charCodeAt(word.length - 2) * 128 + word.charCodeAt(word.length - 1)
}

function endsLikeName(word: string): boolean {
  if (word.charCodeAt(word.length - 1) > 0x8ff) return TAMIL_NAME_ENDING.test(word)
  return endings.get(endOf(word))?.some((ending) => word.endsWith(ending)) === true
}

/** Whether a number named by this word is someone's number to call. */
export function isCaller(word: string): boolean {
  return CALLERS.has(word) || endsLikeName(word) || resemblesCall(word)
}
