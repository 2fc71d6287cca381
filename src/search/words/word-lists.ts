import { builtinClasses, classWords } from '../../catalog/records.ts'
import { foldText, isDigits, tokenize } from '../../lib/text/normalize.ts'
import { phrasesOf, readList } from '../../lib/text/word-lists.ts'

/** The columns of each line of a list in vocabulary/; mostly what its phrases mean, by fields of Phrases, and the phrases. */
export const linesOf = (list: string) => readList(new URL(`../parser/vocabulary/${list}.tsv`, import.meta.url))

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

let ofClasses: Map<string, boolean> | undefined

/** Each word of the names of built-in classes, and its English plural; whether it is the whole name of one. */
function wordsOfClasses(): Map<string, boolean> {
  const words = new Map<string, boolean>()
  for (const name of builtinClasses().flatMap(classWords).map(tokenize))
    for (const word of name) words.set(word, name.length === 1 || words.get(word) === true)
  for (const [word, isName] of [...words]) if (/^[a-z]{3,}$/.test(word)) words.set(`${word}s`, isName)
  return words
}

function classWordOf(word: string): boolean | undefined {
  ofClasses ??= wordsOfClasses()
  return ofClasses.get(word)
}

export const isClassWord = (word: string) => classWordOf(word) !== undefined

/** The words of an alias without those that are the name of a class, unless nothing else is left: "Mahindra" of "Mahindra tractors". */
export function aliasBesideClass(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => classWordOf(word) !== true)
  return others.some(isAliasWord) ? others : words
}

/** Whether a word of an alias names a machine or maker, rather than a class of machines. */
export function isAliasWord(word: string): boolean {
  return isDigits(word) || (!isClassWord(word) && !isFillerWord(word))
}
