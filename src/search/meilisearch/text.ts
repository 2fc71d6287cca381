import { isDigits, tokenize } from '../../text/fold.ts'
import { spelledLetters } from '../../text/letter-names.ts'
import { soundOf } from '../../text/sounds.ts'
import { isAliasWord } from '../index/alias-words.ts'
import { FIRST_LETTER_COUNTS } from '../index/costs.ts'
import { canJoin, LONGEST_JOINED, MOST_JOINED } from '../index/field-tokens.ts'

/**
 * Text as Meilisearch is given it, on both sides: words we folded and split ourselves, written so that its own reading
 * of scripts, first letters and word breaks has nothing left to decide.
 * - Every word begins with a mark. Its first typed letter is then its second, and a typo there counts as one like any
 *   other; two typed words that Meilisearch writes together have a mark in the middle, and one that it takes apart has
 *   none, so that both meet only what was indexed for that purpose.
 * - A character beyond ASCII is moved to a private plane: one code point stays one, none is decomposed or stripped.
 * - The mark of a number is a numeral of another script: Meilisearch takes the whole for a number and forgives no typos.
 * - How a word sounds stands beside it as a word of its own.
 */
const WORD = 'ƿ'
const NUMBER = 'ↀ'
/** Begins a word spelled by letter names that can be read in several ways. */
const SPELLED = 'ɂ'
/** Begins and ends the sound of a word, so that it is met whole or not at all: one grain as vowels tell it, one coarser. */
const FINE = 'ʂ'
const COARSE = 'ʐ'
/** Begins every text, so that no query equals one or is its beginning: neither says anything about the machine. */
const START = 'ʓ'
const PRIVATE_PLANE = 0xf0000
const FIRST_INDIC = 0x900
const BEYOND_ASCII = /[^\x00-\x7f]/g
/** Words longer than this are not found by two typed ones. */
const LONGEST_SPLIT = 24
/** The least that both typed parts of a word many machines share must have: there are many such words in every document. */
const LEAST_SHARED_PART = 3
/** Words longer than this are not codes that somebody would spell by letter names. */
const LONGEST_CODE = 6
/** Meilisearch writes no more typed words together than this. */
const MOST_WRITTEN_TOGETHER = 3
const UMLAUTS = /[äöüÄÖÜ]|[aouAOU]\u0308/g

/** Meilisearch reads no more words of a query than this. */
const MOST_WORDS = 10

/**
 * Whether Meilisearch reads these words by our rules: all of them; it never writes two numbers together, and takes a
 * word that was typed twice for one.
 */
export function isReadable(words: readonly string[]): boolean {
  const isNumber = (word: string | undefined) => word?.startsWith(NUMBER) === true
  if (words.length > MOST_WORDS || new Set(words).size < words.length) return false
  return !words.some((word, at) => isNumber(word) && isNumber(words[at + 1]))
}

const encode = (letters: string) =>
  letters.replace(BEYOND_ASCII, (unit) => String.fromCodePoint(PRIVATE_PLANE + unit.charCodeAt(0)))
/** Three times each: another character is then three typos away. */
const thrice = (text: string) => text.replace(/./g, '$&$&$&')
const mark = (word: string) => (isDigits(word) ? NUMBER + word : WORD + encode(word))
/**
 * A typed word of four letters is near only those that begin with the same one: its first letter stands twice in place
 * of the mark, where a typo counts for two.
 */
const isShort = (word: string) => word.length === FIRST_LETTER_COUNTS && !isDigits(word)
const short = (word: string) => encode(word[0]! + word)
const asTyped = (word: string) => (isShort(word) ? short(word) : mark(word))
const whole = (grain: string, sound: string) => grain + thrice(sound) + grain

/** Tamil writes d like t and b like p. */
const alike = (letters: string) => letters.replaceAll('t', 'd').replaceAll('p', 'b')
const isAmbiguous = (letters: string) => /[dtbp]/.test(letters)
const isCode = (word: string) => word.length <= LONGEST_CODE && /^[a-z]/.test(word) && isAmbiguous(word)
/** Letters as a query has them that spelled them out in Tamil. */
const spelled = (letters: string) => (isAmbiguous(letters) ? SPELLED + alike(letters) : WORD + letters)

/** The typed words as Meilisearch is asked for them; empty when there is nothing to search for. */
export function toQueryWords(words: readonly string[]): string[] {
  return words.map((word) => {
    const readings = spelledLetters(word)
    return readings.length === 0 ? asTyped(word) : asked(readings)
  })
}

/**
 * The same with every word of an Indic script replaced by its sound, for what is found in no other way; undefined when
 * that changes nothing. A word that is too short to tell by its sound stays as it is.
 */
export function toSoundWords(typed: readonly string[]): string[] | undefined {
  const plain = toQueryWords(typed)
  const words = typed.map((word, at) => {
    const sound = word.charCodeAt(0) < FIRST_INDIC || spelledLetters(word).length > 0 ? undefined : soundOf(word)
    if (sound?.script === 'devanagari' && sound.fine !== '') return whole(FINE, sound.fine)
    return sound?.script === 'tamil' && sound.coarse !== '' ? whole(COARSE, sound.coarse) : plain[at]!
  })
  return words.join() === plain.join() ? undefined : words
}

/** How a word of letter names is asked for. */
const asked = (readings: string[]) => (readings.length === 1 ? WORD + readings[0] : spelled(readings[0]!))

export interface FieldWords {
  /** What the words of the text themselves are found by. */
  alone: Set<string>
  /** What neighbours written together, and parts of words written apart, are found by. */
  together: Set<string>
}

/** `own` text is found in every way there is; of what many machines `share`, short parts are left out. */
export function toFieldWords(texts: Iterable<string>, kind: 'own' | 'shared'): FieldWords {
  const words: FieldWords = { alone: new Set(), together: new Set() }
  const leastPart = kind === 'own' ? 1 : LEAST_SHARED_PART
  for (const text of texts) addText(text, words, leastPart)
  return words
}

/** An alias of several words is found as a whole, or by those that are neither class words nor fillers. */
export function toAliasWords(texts: Iterable<string>, kind: 'own' | 'shared'): FieldWords {
  const words: FieldWords = { alone: new Set(), together: new Set() }
  const leastPart = kind === 'own' ? 1 : LEAST_SHARED_PART
  for (const text of texts) {
    const all = tokenize(text)
    if (all.length === 1 || all.every(isAliasWord)) {
      addText(text, words, leastPart)
      continue
    }
    for (const word of all) if (isAliasWord(word)) addText(word, words, leastPart)
    if (all.length > MOST_WRITTEN_TOGETHER || all.some(isDigits)) continue
    words.together.add(all.map(asTyped).join(''))
    addForms(all.join(''), words.together)
  }
  return words
}

/** One searchable field of a document. */
export function toFieldText(...lists: Iterable<string>[]): string | undefined {
  const words = new Set<string>()
  for (const list of lists) for (const word of list) words.add(word)
  return words.size === 0 ? undefined : `${START} ${[...words].join(' ')}`
}

function addText(text: string, words: FieldWords, leastPart: number): void {
  addWords(tokenize(text), words, leastPart)
  if (text.search(UMLAUTS) < 0) return
  const spelled = text.replace(UMLAUTS, (letter) => `${letter.normalize('NFD')[0]}e`)
  addWords(tokenize(spelled), words, leastPart)
}

const isLetterName = (word: string | undefined) => word !== undefined && spelledLetters(word)[0]?.length === 1

function addWords(words: readonly string[], { alone, together }: FieldWords, leastPart: number): void {
  words.forEach((word, at) => {
    const isAmong = isLetterName(word) && (isLetterName(words[at - 1]) || isLetterName(words[at + 1]))
    const readings = isAmong ? [] : spelledLetters(word)
    for (const reading of [word, ...readings]) {
      addForms(reading, alone)
      addSplits(reading, leastPart, together)
    }
    if (readings.length === 0 && word.charCodeAt(0) >= FIRST_INDIC) addBeginnings(word, alone)
    // Words that many machines share have their translations beside them.
    if (leastPart === 1) addSounds(word, together)
    let joined = word
    for (let end = at + 1; end < words.length && end < at + MOST_JOINED; end++) {
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

/** What two typed words become when Meilisearch writes them together. */
function addSplits(word: string, leastPart: number, to: Set<string>): void {
  if (isDigits(word) || word.length > LONGEST_SPLIT) return
  for (let at = leastPart; at <= word.length - leastPart; at++) {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    to.add(asTyped(first) + asTyped(second))
    if (isCode(word)) to.add(spelled(first) + spelled(second))
  }
}

/** A typed beginning that happens to consist of letter names is asked for as those letters. */
function addBeginnings(word: string, to: Set<string>): void {
  for (let at = 1; at < word.length; at++) {
    const readings = spelledLetters(word.slice(0, at))
    if (readings.length > 0) to.add(asked(readings) + encode(word.slice(at)))
  }
}
