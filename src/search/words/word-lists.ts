import { builtinClasses, classWords } from '../../catalog/records.ts'
import { lazy } from '../../lib/cache.ts'
import { isDigits, normalizeText, tokenize } from '../../lib/text/normalize.ts'
import { readSections } from '../parser/sections.ts'

const stopWords = lazy(() => {
  const sections = readSections('stop-words').filter(({ header }) => header.startsWith('stop'))
  const words = sections.flatMap(({ phrases }) => phrases.filter((phrase) => !phrase.includes(' ')))
  return new Set(words.map(normalizeText))
})

export const isStopWord = (word: string) => stopWords().has(word)

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
  return isDigits(word) || (!isClassWord(word) && !isStopWord(word))
}
