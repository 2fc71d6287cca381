import { isAmongLetterNames, spelledLetters } from '../../lib/text/letter-names.ts'
import { isDigits, tokenize } from '../../lib/text/normalize.ts'
import { FIRST_LETTER_COUNTS } from '../index/costs.ts'
import { canJoin, LONGEST_JOINED, MAX_JOINED, spellUmlauts } from '../index/field-tokens.ts'
import { aliasBesideClass, isAliasWord } from '../words/word-lists.ts'

/**
 * Words for Meilisearch, in documents and queries. We fold and split them ourselves and write them so that its own rules
 * for scripts, first letters and word breaks never apply.
 * - Every word begins with a mark, so a typo in the first typed letter counts like any other. Two typed words that
 *   Meilisearch joins have a mark in the middle, and parts of a word that it splits have none: both match only words
 *   that were indexed for this.
 * - A character beyond ASCII is moved to a private plane, where it is neither decomposed nor stripped.
 * - The mark of a number is a numeral of another script: Meilisearch takes the word for a number and allows no typos.
 */
const WORD = 'ƿ'
const NUMBER = 'ↀ'
/** Begins every text, so that no query equals a text or its beginning: that would change the ranking. */
const START = 'ʓ'
const PRIVATE_PLANE = 0xf0000
const BEYOND_ASCII = /[^\x00-\x7f]/g
/** Two typed words do not find a longer word. */
const LONGEST_SPLIT = 24
/** The shortest typed part of a shared word. Every document has many shared words, so short parts are not indexed. */
const MIN_SHARED_PART = 3
/** Meilisearch joins at most this many typed words. */
const MAX_WRITTEN_TOGETHER = 3
/** Meilisearch reads no more words of a query than this. */
const MAX_WORDS = 10

/**
 * Whether Meilisearch follows our rules for these words: it never joins two numbers, takes a repeated word once and
 * knows no names of letters.
 */
export function isReadable(words: readonly string[]): boolean {
  if (words.length > MAX_WORDS || new Set(words).size < words.length) return false
  return !words.some((word, i) => (isDigits(word) && isDigits(words[i + 1] ?? '')) || spelledLetters(word).length > 0)
}

const encode = (letters: string) =>
  letters.replace(BEYOND_ASCII, (unit) => String.fromCodePoint(PRIVATE_PLANE + unit.charCodeAt(0)))
const mark = (word: string) => (isDigits(word) ? NUMBER + word : WORD + encode(word))
/** A typed word of four letters has its first letter twice instead of a mark: a typo there counts as two. */
const isShort = (word: string) => word.length === FIRST_LETTER_COUNTS && !isDigits(word)
const short = (word: string) => encode(word[0]! + word)
const asTyped = (word: string) => (isShort(word) ? short(word) : mark(word))

/** The typed words as Meilisearch gets them. */
export const toQueryWords = (words: readonly string[]) => words.map(asTyped)

export interface FieldWords {
  /** What finds the words of the text. */
  alone: Set<string>
  /** What finds joined neighbours and split words. */
  together: Set<string>
}

/** Short parts of shared words are left out. */
export function toFieldWords(texts: Iterable<string>, kind: 'own' | 'shared', add = addText): FieldWords {
  const words: FieldWords = { alone: new Set(), together: new Set() }
  for (const text of texts) add(text, words, kind === 'own' ? 1 : MIN_SHARED_PART)
  return words
}

export const toAliasWords = (texts: Iterable<string>, kind: 'own' | 'shared') => toFieldWords(texts, kind, addAlias)

/** An alias of several words is found by all of it but the name of a class, or by its words that are neither class words nor fillers. */
function addAlias(text: string, words: FieldWords, minPart: number): void {
  const all = tokenize(text)
  if (all.length === 1 || all.every(isAliasWord)) {
    addText(text, words, minPart)
    return
  }
  for (const word of all) if (isAliasWord(word)) addText(word, words, minPart)
  const whole = aliasBesideClass(all)
  if (whole.length < 2 || whole.length > MAX_WRITTEN_TOGETHER || whole.some(isDigits)) return
  words.together.add(whole.map(asTyped).join(''))
  addForms(whole.join(''), words.together)
}

/** One searchable field of a document. */
export function toFieldText(...lists: Iterable<string>[]): string | undefined {
  const words = new Set<string>()
  for (const list of lists) for (const word of list) words.add(word)
  return words.size === 0 ? undefined : `${START} ${[...words].join(' ')}`
}

function addText(text: string, words: FieldWords, minPart: number): void {
  addWords(tokenize(text), words, minPart)
  const spelled = spellUmlauts(text)
  if (spelled !== undefined) addWords(tokenize(spelled), words, minPart)
}

function addWords(words: readonly string[], { alone, together }: FieldWords, minPart: number): void {
  words.forEach((word, i) => {
    const readings = isAmongLetterNames(words, i) ? [] : spelledLetters(word)
    for (const reading of [word, ...readings]) {
      addForms(reading, alone)
      addSplits(reading, minPart, together)
    }
    let joined = word
    for (let end = i + 1; end < words.length && end < i + MAX_JOINED; end++) {
      if (!canJoin(word, words[end]!) || joined.length + words[end]!.length > LONGEST_JOINED) return
      joined += words[end]!
      for (const reading of [joined, ...spelledLetters(joined)]) addForms(reading, together)
    }
  })
}

function addForms(word: string, to: Set<string>): void {
  to.add(mark(word))
  if (!isDigits(word) && word.length >= FIRST_LETTER_COUNTS - 1) to.add(short(word))
}

/** Adds what two typed words become when Meilisearch joins them. */
function addSplits(word: string, minPart: number, to: Set<string>): void {
  if (isDigits(word) || word.length > LONGEST_SPLIT) return
  for (let i = minPart; i <= word.length - minPart; i++) {
    to.add(asTyped(word.slice(0, i)) + asTyped(word.slice(i)))
  }
}
