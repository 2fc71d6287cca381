import { isDigits, isIndic, tokenize } from '../../text/fold.ts'
import { isAmongLetterNames, spelledLetters } from '../../text/letter-names.ts'
import { soundOf } from '../../text/sounds.ts'
import { FIRST_LETTER_COUNTS } from '../index/costs.ts'
import { canJoin, LONGEST_JOINED, MAX_JOINED, spellUmlauts } from '../index/field-tokens.ts'
import { aliasBesideClass, isAliasWord } from '../reading/word-lists.ts'

/**
 * Words for Meilisearch, in documents and queries. We fold and split them ourselves and write them so that its own rules
 * for scripts, first letters and word breaks never apply.
 * - Every word begins with a mark, so a typo in the first typed letter counts like any other. Two typed words that
 *   Meilisearch joins have a mark in the middle, and parts of a word that it splits have none: both match only words
 *   that were indexed for this.
 * - A character beyond ASCII is moved to a private plane, where it is neither decomposed nor stripped.
 * - The mark of a number is a numeral of another script: Meilisearch takes the word for a number and allows no typos.
 * - The sound of a word is indexed beside it as another word.
 */
const WORD = 'ƿ'
const NUMBER = 'ↀ'
/** Begins a word of letter names that has several readings. */
const SPELLED = 'ɂ'
/** Begins and ends the sound of a word, so that only the whole sound matches. A fine sound has vowels. */
const FINE = 'ʂ'
const COARSE = 'ʐ'
/** Begins every text, so that no query equals a text or its beginning: that would change the ranking. */
const START = 'ʓ'
const PRIVATE_PLANE = 0xf0000
const BEYOND_ASCII = /[^\x00-\x7f]/g
/** Two typed words do not find a longer word. */
const LONGEST_SPLIT = 24
/** The shortest typed part of a shared word. Every document has many shared words, so short parts are not indexed. */
const LEAST_SHARED_PART = 3
/** Nobody spells longer words by letter names. */
const LONGEST_CODE = 6
/** Meilisearch joins at most this many typed words. */
const MAX_WRITTEN_TOGETHER = 3
/** Meilisearch reads no more words of a query than this. */
const MAX_WORDS = 10

/** Whether Meilisearch follows our rules for these words: it never joins two numbers, and takes a repeated word once. */
export function isReadable(words: readonly string[]): boolean {
  const isNumber = (word: string | undefined) => word?.startsWith(NUMBER) === true
  if (words.length > MAX_WORDS || new Set(words).size < words.length) return false
  return !words.some((word, at) => isNumber(word) && isNumber(words[at + 1]))
}

const encode = (letters: string) =>
  letters.replace(BEYOND_ASCII, (unit) => String.fromCodePoint(PRIVATE_PLANE + unit.charCodeAt(0)))
/** Writes each character three times, so another character is three typos away. */
const thrice = (text: string) => text.replace(/./g, '$&$&$&')
const mark = (word: string) => (isDigits(word) ? NUMBER + word : WORD + encode(word))
/** A typed word of four letters has its first letter twice instead of a mark: a typo there counts as two. */
const isShort = (word: string) => word.length === FIRST_LETTER_COUNTS && !isDigits(word)
const short = (word: string) => encode(word[0]! + word)
const asTyped = (word: string) => (isShort(word) ? short(word) : mark(word))
const whole = (grain: string, sound: string) => grain + thrice(sound) + grain

/** Tamil writes d like t and b like p. */
const alike = (letters: string) => letters.replaceAll('t', 'd').replaceAll('p', 'b')
const isAmbiguous = (letters: string) => /[dtbp]/.test(letters)
const isCode = (word: string) => word.length <= LONGEST_CODE && /^[a-z]/.test(word) && isAmbiguous(word)
/** Letters as a query spells them in Tamil. */
const spelled = (letters: string) => (isAmbiguous(letters) ? SPELLED + alike(letters) : WORD + letters)

/** The typed words as Meilisearch gets them. */
export function toQueryWords(words: readonly string[]): string[] {
  return words.map((word) => {
    const readings = spelledLetters(word)
    return readings.length === 0 ? asTyped(word) : asked(readings)
  })
}

/**
 * The same with each word of an Indic script replaced by its sound; undefined when that changes nothing. A word that is
 * too short for a sound stays as it is.
 */
export function toSoundWords(typed: readonly string[]): string[] | undefined {
  const plain = toQueryWords(typed)
  const words = typed.map((word, at) => {
    const sound = !isIndic(word) || spelledLetters(word).length > 0 ? undefined : soundOf(word)
    if (sound?.script === 'devanagari' && sound.fine !== '') return whole(FINE, sound.fine)
    return sound?.script === 'tamil' && sound.coarse !== '' ? whole(COARSE, sound.coarse) : plain[at]!
  })
  return words.join() === plain.join() ? undefined : words
}

/** How a word of letter names is asked for. */
const asked = (readings: string[]) => (readings.length === 1 ? WORD + readings[0] : spelled(readings[0]!))

export interface FieldWords {
  /** What finds the words of the text. */
  alone: Set<string>
  /** What finds joined neighbours and split words. */
  together: Set<string>
}

/** Short parts of shared words are left out. */
export function toFieldWords(texts: Iterable<string>, kind: 'own' | 'shared', add = addText): FieldWords {
  const words: FieldWords = { alone: new Set(), together: new Set() }
  for (const text of texts) add(text, words, kind === 'own' ? 1 : LEAST_SHARED_PART)
  return words
}

export const toAliasWords = (texts: Iterable<string>, kind: 'own' | 'shared') => toFieldWords(texts, kind, addAlias)

/** An alias of several words is found by all of it but the name of a class, or by its words that are neither class words nor fillers. */
function addAlias(text: string, words: FieldWords, leastPart: number): void {
  const all = tokenize(text)
  if (all.length === 1 || all.every(isAliasWord)) {
    addText(text, words, leastPart)
    return
  }
  for (const word of all) if (isAliasWord(word)) addText(word, words, leastPart)
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

function addText(text: string, words: FieldWords, leastPart: number): void {
  addWords(tokenize(text), words, leastPart)
  const spelled = spellUmlauts(text)
  if (spelled !== undefined) addWords(tokenize(spelled), words, leastPart)
}

function addWords(words: readonly string[], { alone, together }: FieldWords, leastPart: number): void {
  words.forEach((word, at) => {
    const readings = isAmongLetterNames(words, at) ? [] : spelledLetters(word)
    for (const reading of [word, ...readings]) {
      addForms(reading, alone)
      addSplits(reading, leastPart, together)
    }
    if (readings.length === 0 && isIndic(word)) addBeginnings(word, alone)
    // Shared words have their translations beside them and need no sounds.
    if (leastPart === 1) addSounds(word, together)
    let joined = word
    for (let end = at + 1; end < words.length && end < at + MAX_JOINED; end++) {
      if (!canJoin(word, words[end]!) || joined.length + words[end]!.length > LONGEST_JOINED) return
      joined += words[end]!
      for (const reading of [joined, ...spelledLetters(joined)]) addForms(reading, together)
      if (leastPart === 1) addSounds(joined, together)
    }
  })
}

function addForms(word: string, to: Set<string>): void {
  to.add(mark(word))
  if (!isDigits(word) && word.length >= FIRST_LETTER_COUNTS - 1) to.add(short(word))
  if (isCode(word)) to.add(spelled(word))
}

function addSounds(word: string, to: Set<string>): void {
  const sound = soundOf(word)
  if (sound?.fine) to.add(whole(FINE, sound.fine))
  if (sound?.coarse) to.add(whole(COARSE, sound.coarse))
}

/** Adds what two typed words become when Meilisearch joins them. */
function addSplits(word: string, leastPart: number, to: Set<string>): void {
  if (isDigits(word) || word.length > LONGEST_SPLIT) return
  for (let at = leastPart; at <= word.length - leastPart; at++) {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    to.add(asTyped(first) + asTyped(second))
    if (isCode(word)) to.add(spelled(first) + spelled(second))
  }
}

/** A query whose typed beginning is letter names asks for those letters, so beginnings are added that way. */
function addBeginnings(word: string, to: Set<string>): void {
  for (let at = 1; at < word.length; at++) {
    const readings = spelledLetters(word.slice(0, at))
    if (readings.length > 0) to.add(asked(readings) + encode(word.slice(at)))
  }
}
