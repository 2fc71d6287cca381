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

/** What a word of the names of built-in classes tells: one of them shows `lift_capacity_kg`; it is the whole name of one. */
interface ClassWord {
  lifts: boolean
  isName: boolean
}

let ofClasses: Map<string, ClassWord> | undefined

/** Each word of the names of built-in classes, and its English plural. */
function wordsOfClasses(): Map<string, ClassWord> {
  const words = new Map<string, ClassWord>()
  for (const record of builtinClasses()) {
    const lifts = record.plate.some(({ key }) => key === 'lift_capacity_kg')
    for (const name of classWords(record).map(tokenize))
      for (const word of name) {
        const before = words.get(word)
        words.set(word, {
          lifts: lifts || before?.lifts === true,
          isName: name.length === 1 || before?.isName === true,
        })
      }
  }
  for (const [word, told] of [...words]) if (/^[a-z]{3,}$/.test(word)) words.set(`${word}s`, told)
  return words
}

function classWordOf(word: string): ClassWord | undefined {
  ofClasses ??= wordsOfClasses()
  return ofClasses.get(word)
}

export const isClassWord = (word: string) => classWordOf(word) !== undefined

/** Whether the class that this word names shows `lift_capacity_kg`. */
export const liftsOnPlate = (word: string) => classWordOf(word)?.lifts === true

/** The words of an alias without those that are the name of a class, unless nothing else is left: "Mahindra" of "Mahindra tractors". */
export function aliasBesideClass(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => classWordOf(word)?.isName !== true)
  return others.some(isAliasWord) ? others : words
}

/** Whether a word of an alias names a machine or maker, rather than a class of machines. */
export function isAliasWord(word: string): boolean {
  return isDigits(word) || (!isClassWord(word) && !isFillerWord(word))
}
