import { foldText } from '../../text/fold.ts'
import { linesOf, phrasesOf } from './vocabulary-lines.ts'

/** Groups of phrases that are more than fillers, and may be part of a name. */
const OTHERS = new Set(['count', 'year', 'top'])

let known: Set<string> | undefined

/** Whether a word names no machine. Kept apart from the vocabulary, which takes longer to load. */
export function isFillerWord(word: string): boolean {
  known ??= learn()
  return known.has(word)
}

function learn(): Set<string> {
  const words = new Set<string>()
  for (const [about, list] of linesOf('fillers')) {
    if (!OTHERS.has(about!))
      for (const phrase of phrasesOf(list!)) if (!phrase.includes(' ')) words.add(foldText(phrase))
  }
  return words
}
