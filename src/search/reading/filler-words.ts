import { foldText } from '../../text/fold.ts'
import { linesOf, phrasesOf } from './vocabulary-lines.ts'

/** Groups in the list of fillers whose phrases may be part of a name. */
const IN_NAMES = new Set(['count', 'year', 'top'])

/** Whether the phrases of a group of that list name no machine. */
export const isFillerGroup = (group: string) => !IN_NAMES.has(group)

let known: Set<string> | undefined

/** Whether a word names no machine. Kept apart from the vocabulary, which takes longer to load. */
export function isFillerWord(word: string): boolean {
  known ??= learn()
  return known.has(word)
}

function learn(): Set<string> {
  const words = new Set<string>()
  for (const [group, list] of linesOf('fillers')) {
    if (isFillerGroup(group!))
      for (const phrase of phrasesOf(list!)) if (!phrase.includes(' ')) words.add(foldText(phrase))
  }
  return words
}
