import { builtinClasses } from '../../catalogue/builtin-classes.ts'
import { classWords } from '../../catalogue/classes.ts'
import { isDigits, tokenize } from '../../text/fold.ts'
import { isFillerWord } from '../reading/filler-words.ts'

let known: Set<string> | undefined

/** The words that name the built-in classes, with their English plurals. */
function wordsOfClasses(): Set<string> {
  const words = new Set<string>()
  for (const record of builtinClasses())
    for (const text of classWords(record)) for (const word of tokenize(text)) words.add(word)
  for (const word of [...words]) if (/^[a-z]{3,}$/.test(word)) words.add(`${word}s`)
  return words
}

/** Whether a word of an alias names a machine or maker, rather than a class of machines. */
export function isAliasWord(word: string): boolean {
  if (isDigits(word)) return true
  known ??= wordsOfClasses()
  return !known.has(word) && !isFillerWord(word)
}
