import { kept } from '../../lib/cache.ts'
import { foldText, isDigits } from '../../lib/text/normalize.ts'
import { implementLines, numberLines, phrasesOf } from '../../lib/text/word-lists.ts'
import { wordsFor } from '../../schema/records/words.ts'
import { equipmentPhrases } from '../words/equipment.ts'
import { classKeys, isPhrase } from '../words/value-names.ts'
import { isClassWord, linesOf } from '../words/word-lists.ts'
import { type Lexeme, type Lexemes, lexeme, splitText, textsOf } from './lexemes.ts'
import { IS, type Meaning, Phrases } from './meaning.ts'
import { isNamed, MEASURED_IN, MEASURES, type Sense } from './measures.ts'

/** All phrases by their first lexeme, once they are learned; so are the maps of implements and crops. */
export const beginnings = new Map<string, Phrases>()
/** What people call the kinds of implements, and crops; and what does a job to a crop, by both. */
export const implementNames = new Map<string, string[]>()
export const cropNames = new Map<string, string[]>()
const tasks = new Map<string, Meaning>()
/** Words of models by how they are written by ear or in other scripts. */
const spellings = new Map<string, string>()

const OPENING: readonly (keyof Meaning)[] = ['number', 'tens', 'more', 'before', 'load', 'unit']
/** What a node may be or have and still be nothing but a filler; beside a number it may tell more. */
const FILLING = new Set(
  'next sorts isWhole opensFigure isIdle isFiller isOnlyFiller isPrice isCount crop job'.split(' '),
)
/** "Wala" has three forms. */
const FORMS: Record<string, string[]> = { wala: ['wali', 'wale'], वाला: ['वाली', 'वाले'] }

const newPhrases = () => new Phrases()

/** A phrase that means nothing but this, for all that do: most of a line go no further and mean nothing else. */
const alone = new Map<Partial<Meaning>, Phrases>()
const shared = new Set<Phrases>()

function aloneWith(meaning: Partial<Meaning>): Phrases {
  const its = add(new Phrases(), meaning)
  its.opensFigure = opensFigure(meaning)
  shared.add(its)
  return its
}

const opensFigure = (meaning: Partial<Meaning>) => OPENING.some((name) => name in meaning)

/** What is known of a text, to be changed. */
function ownOf(known: Map<string, Phrases>, text: string): Phrases {
  const held = known.getOrInsertComputed(text, newPhrases)
  if (!shared.has(held)) return held
  const own = Object.assign(new Phrases(), held)
  known.set(text, own)
  return own
}

function learn(phrase: string, meaning: Partial<Meaning>): void {
  const last = phrase.slice(phrase.lastIndexOf(' ') + 1)
  for (const form of (last !== phrase && FORMS[last]) || []) learn(phrase.slice(0, -last.length) + form, meaning)
  const texts = textsOf(phrase)
  const end = texts.pop()!
  let known = beginnings
  for (const text of texts) {
    const node = ownOf(known, text)
    node.opensFigure ||= opensFigure(meaning)
    known = node.next ??= new Map()
  }
  if (known.has(end)) add(ownOf(known, end), meaning).opensFigure ||= opensFigure(meaning)
  else known.set(end, alone.getOrInsertComputed(meaning, aloneWith))
}

function add(its: Phrases, meaning: Partial<Meaning>): Phrases {
  // A crop or a job alone is a word like others.
  its.isWhole ||= !('crop' in meaning || 'job' in meaning)
  // Of two values for one field the first one holds.
  const fields = its as unknown as Record<string, unknown>
  for (const [name, value] of Object.entries(meaning)) fields[name] ||= value
  its.isIdle = its.isFiller || !!(its.before ?? its.after ?? its.load) || (!!(its.unit ?? its.scale) && !its.isWeak)
  its.isBeside = its.isUsed || !!(its.implement ?? its.state ?? its.district)
  const isFilling = ([name, value]: [string, unknown]) => !value || FILLING.has(name)
  its.isOnlyFiller = (its.isFiller || its.isCount) && Object.entries(its).every(isFilling)
  its.sorts = 0
  for (const name of Object.keys(IS) as (keyof typeof IS)[])
    if (its[name] !== undefined && its[name] !== false) its.sorts |= IS[name]
  return its
}

const FIELDS = new Phrases()

/** What a line says of its phrases, such as `unit=ton isWeak`. */
function meaningOf(said: string): Partial<Meaning> {
  const parts = said.split(' ').map((part) => {
    const [field, value = true] = part.split('=')
    if (!(field! in FIELDS)) throw new Error(`a list in vocabulary/ has the unknown key ${field}`)
    return [field!, ['scale', 'by', 'least', 'most'].includes(field!) ? Number(value) : value] as const
  })
  return Object.fromEntries(parts)
}

/** The forms of units and scales with an ending on them, each with the sense of the ending. */
function* withEndings(): Iterable<[word: string, form: string, ending: Sense | undefined]> {
  const lines = linesOf('endings')
  for (const [, word, stems] of lines.filter(([sense]) => sense === 'stem'))
    for (const stem of phrasesOf(stems!))
      for (const [sense, endings] of lines.filter((line) => line[0] !== 'stem'))
        for (const ending of phrasesOf(endings!)) {
          if (/^[a-z]/.test(ending) !== /^[a-z]/.test(stem)) continue
          // A Tamil ending with a doubled consonant loses one of the two after a stem that ends in it.
          const rest = stem.endsWith('ற்') && ending.startsWith('க்') ? ending.slice(2) : ending
          yield [word!, stem + rest, sense === '-' ? undefined : (sense as Sense)]
        }
}

/** What becomes of the end of a Tamil name before "in", "from", "to" and "around", and how those begin then. */
const TAMIL_ENDS: readonly [end: RegExp, stem: string, joint: string][] = [
  [/ம்$/, 'த்த', ''],
  [/டு$/, 'ட்ட', ''],
  [/[்ு]$/, '', ''],
  [/[ாோூ]$/, '$&', 'வ'],
  [/[ஂ-ௌ]$/, '$&', 'ய'],
]

/** A name, and if it is Tamil its forms. */
function inTamil(name: string): string[] {
  const found = TAMIL_ENDS.find(([end]) => end.test(name))
  if (!found) return [name]
  const [end, stem, joint] = found
  const base = name.replace(end, stem)
  const to = joint === 'ய' ? 'க்கு' : `${joint}ுக்கு`
  return [
    name,
    ...[`${joint}ில்`, `${joint}ில`, `${joint}ிலிருந்து`, `${joint}ை`, `${joint}ிற்கு`, to, 'ல', 'ுல'].map(
      (one) => base + one,
    ),
  ]
}

/** The words that find a value; the key of a class may have others than its names. */
const wordsOf = (value: string) => {
  const words = splitText(value.replaceAll('_', ' ')).flatMap((lexeme) => lexeme.words)
  return classKeys.has(value) ? words.filter(isClassWord) : words
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
        for (const form of meaning.state ? inTamil(phrase) : [phrase]) learn(form, meaning)
        if (meaning.unit || meaning.scale) measures.set(phrase, meaning)
        if (meaning.crop) cropNames.getOrInsert(meaning.crop, []).push(phrase)
      }
    }
  }
  // A figure that its unit does not tell is told by its name.
  for (const { parameter, unit, bounds } of Object.values(MEASURES)) {
    if (!isNamed(parameter)) continue
    for (const name of wordsFor('spec', bounds)) learn(name.toLowerCase(), { load: parameter })
    if (MEASURED_IN[unit] === undefined) for (const name of wordsFor('unit', unit)) learn(name.toLowerCase(), { unit })
  }
  for (const [phrase, name] of equipmentPhrases()) learn(phrase, { name, isEquipment: true })
  const ended = new Map<string, Partial<Meaning>>()
  for (const [word, form, ending] of withEndings()) {
    const meaning = () => ({ ...measures.get(word), ...(ending && { ending }) })
    learn(form, ended.getOrInsertComputed(`${word} ${ending}`, meaning))
  }
  for (const [name, list] of numberLines()) {
    const value = Number.parseFloat(name!.replace('more ', ''))
    const field = name!.endsWith('+') ? 'tens' : name!.startsWith('more') ? 'more' : 'number'
    const meaning = { [field]: value }
    for (const phrase of phrasesOf(list!)) learn(phrase, meaning)
  }
  for (const [what, kind, list] of implementLines()) {
    implementNames.getOrInsert(kind!, []).push(...phrasesOf(list!))
    const meaning = meaningOf(`${what}=${kind}`)
    for (const phrase of phrasesOf(list!)) learn(phrase, meaning)
  }
  for (const [word, list] of linesOf('spellings'))
    for (const phrase of phrasesOf(list!)) spellings.set(foldText(phrase), word!)
  for (const names of linesOf('districts')) {
    const meaning = { district: names[0]!.toLowerCase() }
    for (const name of names.flatMap(phrasesOf)) for (const form of inTamil(name)) learn(form, meaning)
  }
  for (const [doer, crops, jobs] of linesOf('tasks')) {
    const meaning = Object.assign(new Phrases(), classKeys.has(doer!) ? { name: wordsOf(doer!) } : { implement: doer })
    for (const crop of crops!.split(' ')) for (const job of jobs!.split(' ')) tasks.set(`${crop} ${job}`, meaning)
  }
  for (const [values, list] of linesOf('names')) {
    const meaning = { name: wordsOf(values!.split(' ')[0]!) }
    for (const phrase of phrasesOf(list!)) if (isPhrase(phrase, values!)) learn(phrase, meaning)
  }
}

const REMEMBERED = 4096
const LONGEST_REMEMBERED = 32
const remembered = kept<string, Lexemes>(2 * REMEMBERED)

/** A stroke between two names says "or"; one within a name or an amount does not. */
const OR = /(?<=\p{L}{4}|\d{3})\/(?=\p{L}{4})| \/ /gu
/** Two words with a hyphen between are two. */
const HYPHEN = /(?<=[\p{L}\p{M}]{2})-(?=\p{L}{2})/gu

/** The pieces of a typed text. None spans a blank, so those between blanks are read once and remembered. */
export function toLexemes(typed: string): Lexeme[] {
  const parted = typed.includes('/') ? typed.replace(OR, ' | ') : typed
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
  const isNumeral = (phrases?.number ?? phrases?.tens ?? phrases?.more) !== undefined
  one.mayBeOther = kind === 'number' || (kind === 'word' && (isNumeral || spelling !== text))
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

/** The longest phrase from here that means something of one of these sorts. */
export function phraseAt(lexemes: Lexemes, at: number, sorts: number): Phrase | undefined {
  let phrases = lexemes[at]?.phrases
  let meaning: Meaning | undefined
  let last = 0
  for (let end = at + 1; phrases !== undefined; end++) {
    if ((phrases.sorts & sorts) !== 0) {
      meaning = phrases
      last = end
    }
    if (phrases.next === undefined || end === lexemes.length) break
    phrases = phrases.next.get(lexemes[end]!.text)
  }
  return meaning && { meaning, end: last }
}

/** So many words may stand between a crop and what is done to it. */
const MAX_BETWEEN = 3

/** What does a job to a crop, where both end, and the words for them: "kapas chunne", "dhan ki ropai". */
export function taskAt(lexemes: Lexemes, at: number): (Phrase & { words: string[] }) | undefined {
  const crop = phraseAt(lexemes, at, IS.crop)
  let end = crop?.end
  for (let count = 0; end !== undefined && count <= MAX_BETWEEN; count++) {
    const job = phraseAt(lexemes, end, IS.job)
    const meaning = job && tasks.get(`${crop!.meaning.crop} ${job.meaning.job}`)
    const named = meaning && [...lexemes.slice(at, crop!.end), ...lexemes.slice(end, job.end)]
    if (named) return { meaning, end: job.end, words: named.flatMap(({ words }) => words) }
    end = phraseAt(lexemes, end, IS.isOnlyFiller | IS.crop)?.end
  }
  return undefined
}
