import { builtinClasses } from '../../catalogue/records.ts'
import { POWER_SOURCES, WHEEL_DRIVES } from '../../contract/values.ts'
import { kept } from '../../running/kept.ts'
import { foldText, isDigits } from '../../text/fold.ts'
import { implementLines, numberLines, phrasesOf } from '../../text/word-lists.ts'
import { type Lexeme, type Lexemes, lexeme, splitText, textsOf } from './lexemes.ts'
import { isNumeral, type Meaning, Phrases } from './meaning.ts'
import type { Sense } from './measures.ts'
import { isClassWord, linesOf } from './word-lists.ts'

/** All phrases by their first lexeme, once they are learned; so are the maps of implements and crops. */
export const beginnings = new Map<string, Phrases>()
const OPENING: readonly (keyof Meaning)[] = ['number', 'tens', 'more', 'before', 'load', 'unit']
/** Single words by the catalogue value that they name. */
const namesByValue = new Map<string, string[]>()
/** What people call the kinds of implements. */
export const implementNames = new Map<string, string[]>()
/** What people call crops, and what does a job to a crop, by both. */
export const cropNames = new Map<string, string[]>()
const tasks = new Map<string, Meaning>()
/** Drives and power sources by their other names. */
const valuesByName = new Map<string, string>()
/** Words of models by how they are written by ear or in other scripts. */
const spellings = new Map<string, string>()
const CLOSED: readonly string[] = [...WHEEL_DRIVES, ...POWER_SOURCES]

/** What a node may be or have and still be nothing but a filler; beside a number it may tell more. */
const FILLING = new Set('next isWhole opensFigure isFiller isOnlyFiller isPrice isCount crop job'.split(' '))

/** "Wala" has three forms. */
const FORMS: Record<string, string[]> = { wala: ['wali', 'wale'], वाला: ['वाली', 'वाले'] }

const newPhrases = () => new Phrases()

function learn(phrase: string, meaning: Partial<Meaning>): void {
  const last = phrase.slice(phrase.lastIndexOf(' ') + 1)
  for (const form of (last !== phrase && FORMS[last]) || []) learn(phrase.slice(0, -last.length) + form, meaning)
  let known: Map<string, Phrases> | undefined = beginnings
  let node: Phrases | undefined
  const opensFigure = OPENING.some((name) => name in meaning)
  for (const text of textsOf(phrase)) {
    if (node) known = node.next ??= new Map()
    node = known.getOrInsertComputed(text, newPhrases)
    node.opensFigure ||= opensFigure
  }
  // A crop or a job alone is a word like others.
  node!.isWhole ||= !('crop' in meaning || 'job' in meaning)
  // Of two values for one field the first one holds.
  const fields = node as unknown as Record<string, unknown>
  for (const [name, value] of Object.entries(meaning)) fields[name] ||= value
  const isFilling = ([name, value]: [string, unknown]) => !value || FILLING.has(name)
  node!.isOnlyFiller = (node!.isFiller || node!.isCount) && Object.entries(node!).every(isFilling)
}

const NUMBERS = ['scale', 'by', 'least']

/** What a line says of its phrases, such as `unit=ton isWeak`. */
function meaningOf(said: string): Partial<Meaning> {
  const parts = said.split(' ').map((part) => {
    const [field, value = true] = part.split('=')
    return [field!, NUMBERS.includes(field!) ? Number(value) : value] as const
  })
  return Object.fromEntries(parts)
}

/** The forms of units and scales with an ending on them, each with the sense of the ending. */
function* withEndings(): Iterable<[word: string, form: string, ending: Sense | undefined]> {
  const lines = linesOf('endings')
  for (const [, word, stems] of lines.filter(([sense]) => sense === 'stem'))
    for (const stem of phrasesOf(stems!))
      for (const [sense, endings] of lines.filter((line) => line[0] !== 'stem'))
        for (const ending of phrasesOf(endings!))
          for (const form of joinEnding(stem, ending)) yield [word!, form, sense === '-' ? undefined : (sense as Sense)]
}

/** A Tamil ending with a doubled consonant loses one of the two after a stem that ends in it. */
function joinEnding(stem: string, ending: string): string[] {
  const isLatin = /^[a-z]/.test(ending)
  if (isLatin !== /^[a-z]/.test(stem)) return []
  if (!isLatin && stem.endsWith('ற்') && ending.startsWith('க்')) return [stem + ending.slice(2)]
  return [stem + ending]
}

const classes = new Set(builtinClasses().map(({ key }) => key))

/** The words that find a value; the key of a class may have others than its names. */
const wordsOf = (value: string) => {
  const words = splitText(value.replaceAll('_', ' ')).flatMap((lexeme) => lexeme.words)
  return classes.has(value) ? words.filter(isClassWord) : words
}

let areLearned = false

/** Learns all phrases, which happens with the first text at the latest: a start is faster without. */
export function learnPhrases(): void {
  if (areLearned) return
  areLearned = true
  const measures = new Map<string, Partial<Meaning>>()
  for (const list of ['units', 'scales', 'comparisons', 'fillers', 'wishes', 'roles', 'beside', 'crops']) {
    for (const [said, phrases] of linesOf(list)) {
      const meaning = meaningOf(said!)
      for (const phrase of phrasesOf(phrases!)) {
        learn(phrase, meaning)
        if (meaning.unit || meaning.scale) measures.set(phrase, meaning)
        if (meaning.crop) cropNames.getOrInsert(meaning.crop, []).push(phrase)
      }
    }
  }
  for (const [word, form, ending] of withEndings()) learn(form, { ...measures.get(word), ...(ending && { ending }) })
  for (const [name, list] of numberLines()) {
    const value = Number.parseFloat(name!.replace('more ', ''))
    const field = name!.endsWith('+') ? 'tens' : name!.startsWith('more') ? 'more' : 'number'
    for (const phrase of phrasesOf(list!)) learn(phrase, { [field]: value })
  }
  for (const [what, kind, list] of implementLines()) {
    const phrases = phrasesOf(list!)
    implementNames.getOrInsert(kind!, []).push(...phrases)
    for (const phrase of phrases) learn(phrase, { [what!]: kind })
  }
  for (const [word, list] of linesOf('spellings'))
    for (const phrase of phrasesOf(list!)) spellings.set(foldText(phrase), word!)
  for (const names of linesOf('districts')) {
    const district = names[0]!.toLowerCase()
    for (const name of names.flatMap(phrasesOf)) {
      learn(name, { district })
      // "In" is an ending of the Tamil name.
      for (const ending of ['ில்', 'ில', 'ல', 'யில்'])
        if (/^[஀-௿]/.test(name)) learn(name.replace(/்$/, '') + ending, { district })
    }
  }
  for (const [doer, crops, jobs] of linesOf('tasks')) {
    const meaning = Object.assign(new Phrases(), classes.has(doer!) ? { name: wordsOf(doer!) } : { implement: doer })
    for (const crop of crops!.split(' ')) for (const job of jobs!.split(' ')) tasks.set(`${crop} ${job}`, meaning)
  }
  for (const [values, list] of linesOf('names')) {
    const words = wordsOf(values!.split(' ')[0]!)
    for (const phrase of phrasesOf(list!)) if (isPhrase(phrase, values!)) learn(phrase, { name: words })
  }
}

/** Whether a name is a phrase, and not one of the single words that the index has for a value. */
const isPhrase = (name: string, values: string) => textsOf(name).length > 1 || classes.has(values)

for (const [values, list] of linesOf('names')) {
  const all = values!.split(' ')
  for (const phrase of phrasesOf(list!)) {
    if (CLOSED.includes(values!) && !CLOSED.includes(phrase)) valuesByName.set(phrase, values!)
    // A name that is only part of a text counts less: what it names besides comes after what it names first.
    if (!isPhrase(phrase, values!))
      for (const value of all)
        namesByValue.getOrInsert(value, []).push(value === all[0] ? phrase : `${phrase} ${value}`)
  }
}

/** The drive or power source that this is another name of, or itself. */
export function valueNamed(text: string): string {
  return valuesByName.get(text) ?? text
}

/** Other single words for a kind, a drive or a power source. */
export function namesOf(value: string): readonly string[] {
  return namesByValue.get(value) ?? []
}

const REMEMBERED = 4096
const LONGEST_REMEMBERED = 32
const remembered = kept<string, Lexemes>(2 * REMEMBERED)

/** A stroke between two names stands alone, where it says "or"; one within a name or an amount does not. */
const OR = /(?<=\p{L}{4}|\d{3})\/(?=\p{L}{4})/gu
/** Two words with a hyphen between are two. */
const HYPHEN = /(?<=[\p{L}\p{M}]{2})-(?=\p{L}{2})/gu

/** The pieces of a typed text. None spans a blank, so those between blanks are read once and remembered. */
export function toLexemes(typed: string): Lexeme[] {
  const parted = typed.includes('/') ? typed.replace(OR, ' / ') : typed
  const text = parted.includes('-') ? parted.replace(HYPHEN, ' ') : parted
  const lexemes: Lexeme[] = []
  for (let start = 0; start < text.length; ) {
    const blank = text.indexOf(' ', start)
    const end = blank < 0 ? text.length : blank
    if (end > start) for (const lexeme of lexemesOf(text.slice(start, end))) lexemes.push(lexeme)
    start = end + 1
  }
  return lexemes
}

const LONG_VOWELS: Record<string, string> = { aa: 'a', ee: 'i', ii: 'i', oo: 'u', uu: 'u' }
const shortened = (text: string) => text.replace(/aa|ee|ii|oo|uu/g, (vowels) => LONG_VOWELS[vowels]!)

function know(one: Lexeme): Lexeme {
  learnPhrases()
  const { text, kind } = one
  const phrases = beginnings.get(text)
  const spelling = spellings.get(text) ?? (phrases ? text : shortened(text))
  one.phrases = phrases
  one.spelling = spelling === text ? undefined : spelling
  one.mayBeOther = kind === 'word' && ((phrases !== undefined && isNumeral(phrases)) || spelling !== text)
  return one
}

const readPart = (part: string): Lexemes => splitText(part).map(know)

const lexemesOf = (part: string) =>
  part.length > LONGEST_REMEMBERED ? readPart(part) : remembered.getOrMake(part, readPart)

/** A word of letters, or a number, that is written otherwise than it was typed. */
export const lexemeOf = (text: string, words: readonly string[]) =>
  know(lexeme(text, isDigits(text) ? 'number' : 'word', words))

/** Whether a phrase, or what is done to a crop, may begin at this word. */
export function beginsPhrase(words: readonly string[], at: number): boolean {
  let phrases = beginnings.get(words[at]!)
  if (phrases?.crop !== undefined && words.some((word) => beginnings.get(word)?.job !== undefined)) return true
  for (let next = at + 1; phrases !== undefined && !phrases.isWhole; next++)
    phrases = next < words.length ? phrases.next?.get(words[next]!) : undefined
  return phrases !== undefined
}

export interface Phrase {
  meaning: Meaning
  /** Where it ends. */
  end: number
}

/** The longest phrase from here with a fitting meaning. */
export function phraseAt(lexemes: Lexemes, at: number, fits: (meaning: Meaning) => boolean): Phrase | undefined {
  let phrases = lexemes[at]?.phrases
  let meaning: Meaning | undefined
  let last = 0
  for (let end = at + 1; phrases !== undefined; end++) {
    if (fits(phrases)) {
      meaning = phrases
      last = end
    }
    if (phrases.next === undefined || end === lexemes.length) break
    phrases = phrases.next.get(lexemes[end]!.text)
  }
  return meaning && { meaning, end: last }
}

const isCrop = ({ crop }: Meaning) => crop !== undefined
const isJob = ({ job }: Meaning) => job !== undefined
const mayStandBetween = ({ isOnlyFiller, crop }: Meaning) => isOnlyFiller || crop !== undefined
/** So many words may stand between a crop and what is done to it. */
const MAX_BETWEEN = 3

/** What does a job to a crop, where both end, and the words for them: "kapas chunne", "dhan ki ropai". */
export function taskAt(lexemes: Lexemes, at: number): (Phrase & { words: string[] }) | undefined {
  const crop = phraseAt(lexemes, at, isCrop)
  let end = crop?.end
  for (let count = 0; end !== undefined && count <= MAX_BETWEEN; count++) {
    const job = phraseAt(lexemes, end, isJob)
    const meaning = job && tasks.get(`${crop!.meaning.crop} ${job.meaning.job}`)
    if (meaning) {
      const named = [...lexemes.slice(at, crop!.end), ...lexemes.slice(end, job.end)]
      return { meaning, end: job.end, words: named.flatMap(({ words }) => words) }
    }
    end = phraseAt(lexemes, end, mayStandBetween)?.end
  }
  return undefined
}
