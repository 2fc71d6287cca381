import { builtinClasses, classWords } from '../../catalogue/records.ts'
import { foldText, isDigits, tokenize } from '../../text/fold.ts'
import { phrasesOf, readList } from '../../text/word-lists.ts'

/** The columns of each line of a list in vocabulary/; mostly what its phrases mean, by fields of Phrases, and the phrases. */
export const linesOf = (list: string) => readList(new URL(`./vocabulary/${list}.tsv`, import.meta.url))

let fillers: Set<string> | undefined

/** Whether a word names no machine. Kept apart from the vocabulary, which takes longer to load. */
export function isFillerWord(word: string): boolean {
  fillers ??= readFillers()
  return fillers.has(word)
}

function readFillers(): Set<string> {
  const words = new Set<string>()
  for (const [said, list] of linesOf('fillers'))
    if (said!.startsWith('isFiller'))
      for (const phrase of phrasesOf(list!)) if (!phrase.includes(' ')) words.add(foldText(phrase))
  return words
}

/** For each word that names built-in classes, or its English plural: whether one of them has a lift on its plate. */
let ofClasses: Map<string, boolean> | undefined

function wordsOfClasses(): Map<string, boolean> {
  const words = new Map<string, boolean>()
  for (const record of builtinClasses()) {
    const lifts = record.plate.some(({ key }) => key === 'lift_capacity_kg')
    for (const text of classWords(record))
      for (const word of tokenize(text)) words.set(word, lifts || words.get(word) === true)
  }
  for (const [word, lifts] of [...words]) if (/^[a-z]{3,}$/.test(word)) words.set(`${word}s`, lifts)
  return words
}

export function isClassWord(word: string): boolean {
  ofClasses ??= wordsOfClasses()
  return ofClasses.has(word)
}

/** Whether the class that this word names shows `lift_capacity_kg`. */
export const liftsOnPlate = (word: string) => isClassWord(word) && ofClasses!.get(word)!

/** Whether a word of an alias names a machine or maker, rather than a class of machines. */
export function isAliasWord(word: string): boolean {
  return isDigits(word) || (!isClassWord(word) && !isFillerWord(word))
}
