import { readFileSync } from 'node:fs'
import { lazy } from '../../lib/cache.ts'
import { implementLines, phrasesOf, readTsv } from '../../lib/text/word-lists.ts'
import { labelsOf } from '../../schema/records/words.ts'
import { equipmentPhrases } from '../words/equipment.ts'
import { classKeys, isPhrase } from '../words/value-names.ts'
import { isClassWord } from '../words/word-lists.ts'
import { type Comparison, isNamed, MACHINE_FIELDS, type MachineFigure, UNIT_FIELDS } from './fields.ts'
import { readSections } from './sections.ts'
import { type Phrase, parseSenses, type SenseName, Senses } from './senses.ts'
import { phraseKey, splitText, type Token, type Tokens } from './tokens.ts'

interface Lexicon {
  entries: ReadonlyMap<string, Senses>
  lengths: ReadonlyMap<string, number>
  spellings: ReadonlyMap<string, string>
  implementNames: ReadonlyMap<string, readonly string[]>
  cropNames: ReadonlyMap<string, readonly string[]>
  /** What does a job to a crop, by both. */
  tasks: ReadonlyMap<string, Senses>
}

const FORMS: readonly [string, readonly string[]][] = [
  [' wala', [' wali', ' wale']],
  [' वाला', [' वाली', ' वाले']],
]

/** The endings of Tamil names, and what they become before case suffixes. */
const TAMIL_ENDS: readonly [end: RegExp, stem: string, joint: string][] = [
  [/ம்$/, 'த்த', ''],
  [/டு$/, 'ட்ட', ''],
  [/[்ு]$/, '', ''],
  [/[ாோூ]$/, '$&', 'வ'],
  [/[ஂ-ௌ]$/, '$&', 'ய'],
]

/** Returns a place name and, if it is Tamil, its forms with case suffixes. */
function declined(name: string): string[] {
  const rule = TAMIL_ENDS.find(([end]) => end.test(name))
  if (!rule) return [name]
  const [end, stem, joint] = rule
  const base = name.replace(end, stem)
  const dative = joint === 'ய' ? 'க்கு' : `${joint}ுக்கு`
  const suffixes = ['ில்', 'ில', 'ிலிருந்து', 'ை', 'ிற்கு'].map((suffix) => joint + suffix)
  return [name, ...[...suffixes, dative, 'ல', 'ுல'].map((suffix) => base + suffix)]
}

const statesFile = new URL('./lexicon/states.txt', import.meta.url)

export const stateNames = lazy(() =>
  readFileSync(statesFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('|') as [code: string, en: string, hi: string, ta: string]),
)

export const districtNames = lazy(
  () => readTsv(new URL('./lexicon/districts.tsv', import.meta.url)) as [en: string, hi: string, ta: string][],
)

/** The words that find a value; the key of a class may have others than its names. */
function wordsOfValue(value: string): string[] {
  const words = splitText(value.replaceAll('_', ' ')).flatMap((token) => token.words)
  return classKeys.has(value) ? words.filter(isClassWord) : words
}

const lexicon = lazy((): Lexicon => {
  const entries = new Map<string, Senses>()
  const lengths = new Map<string, number>()
  const implementNames = new Map<string, string[]>()
  const cropNames = new Map<string, string[]>()
  const tasks = new Map<string, Senses>()
  const shared = new Map<Partial<Senses>, Senses>()

  function add(phrase: string, senses: Partial<Senses>): void {
    for (const [form, others] of FORMS)
      if (phrase.endsWith(form)) for (const other of others) add(phrase.slice(0, -form.length) + other, senses)
    const key = phraseKey(phrase)
    const entry = entries.get(key)
    if (entry) entries.set(key, mergeSenses(entry, senses))
    else {
      // The phrases of a section share one object: most mean nothing else.
      entries.set(
        key,
        shared.getOrInsertComputed(senses, () => Object.assign(new Senses(), senses)),
      )
      const [first, ...rest] = key.split(' ')
      if ((lengths.get(first!) ?? 0) <= rest.length) lengths.set(first!, rest.length + 1)
    }
  }

  const counted = new Map<string, Partial<Senses>>()
  for (const list of ['units', 'scales', 'comparisons', 'stop-words', 'sorts', 'roles', 'intents', 'crops'] as const) {
    for (const { header, phrases } of readSections(list)) {
      const senses = parseSenses(header)
      for (const phrase of phrases) {
        for (const form of senses.state ? declined(phrase) : [phrase]) add(form, senses)
        if (senses.unit || senses.scale) counted.set(phrase, senses)
        if (senses.crop) cropNames.getOrInsert(senses.crop, []).push(phrase)
      }
    }
  }
  // Figures whose unit is ambiguous are recognised by their name.
  for (const [measure, { unit, field }] of Object.entries(MACHINE_FIELDS)) {
    if (!isNamed(measure as MachineFigure)) continue
    for (const name of labelsOf('spec', field)) add(name.toLowerCase(), { measure: measure as MachineFigure })
    if (UNIT_FIELDS[unit] === undefined) for (const name of labelsOf('unit', unit)) add(name.toLowerCase(), { unit })
  }
  for (const [phrase, name] of equipmentPhrases()) add(phrase, { name, equipment: true })
  for (const [form, senses] of formsWithEndings(counted)) add(form, senses)
  for (const { header, phrases } of [...readSections('numbers'), ...readSections('listings')]) {
    const senses = parseSenses(header)
    for (const phrase of phrases) add(phrase, senses)
  }
  for (const [sense, kind, list] of implementLines()) {
    implementNames.getOrInsert(kind!, []).push(...phrasesOf(list!))
    for (const phrase of phrasesOf(list!)) add(phrase, { [sense!]: kind })
  }
  for (const [code, ...names] of stateNames())
    if (code !== 'IN') for (const name of names) for (const form of declined(name)) add(form, { state: code })
  for (const names of districtNames())
    for (const name of names) for (const form of declined(name)) add(form, { district: names[0].toLowerCase() })
  for (const { header, phrases } of readSections('district-aliases')) {
    const { district } = parseSenses(header)
    for (const name of phrases)
      for (const form of declined(name)) add(form, { district: district!.replaceAll('_', ' ') })
  }
  for (const [doer, crops, jobs] of readTsv(new URL('./lexicon/tasks.tsv', import.meta.url))) {
    const senses = Object.assign(
      new Senses(),
      classKeys.has(doer!) ? { name: wordsOfValue(doer!) } : { implement: doer },
    )
    for (const crop of crops!.split(' ')) for (const job of jobs!.split(' ')) tasks.set(`${crop} ${job}`, senses)
  }
  for (const { header, phrases } of readSections('names')) {
    const values = header.slice('name='.length)
    const name = wordsOfValue(values.split(',')[0]!)
    for (const phrase of phrases) if (isPhrase(phrase, values)) add(phrase, { name })
  }
  const spellings = new Map<string, string>()
  for (const { header, phrases } of readSections('spellings'))
    for (const phrase of phrases) spellings.set(phraseKey(phrase), header.slice('spelling='.length))
  return { entries, lengths, spellings, implementNames, cropNames, tasks }
})

/** Returns both. Of two values for one sense the first holds. */
function mergeSenses(entry: Senses, senses: Partial<Senses>): Senses {
  const merged = Object.assign(new Senses(), entry)
  const values = merged as unknown as Record<string, unknown>
  for (const [name, value] of Object.entries(senses)) values[name] ??= value
  return merged
}

function* formsWithEndings(words: ReadonlyMap<string, Partial<Senses>>): Iterable<[form: string, Partial<Senses>]> {
  const sections = readSections('endings').map(({ header, phrases }) => [header.split('='), phrases] as const)
  for (const [[stemOrEnding, word], stems] of sections) {
    if (stemOrEnding !== 'stem') continue
    for (const stem of stems)
      for (const [[kind, comparison], endings] of sections) {
        if (kind === 'stem') continue
        const senses = { ...words.get(word!), ...(comparison !== 'none' && { ending: comparison as Comparison }) }
        for (const ending of endings) {
          if (/^[a-z]/.test(ending) !== /^[a-z]/.test(stem)) continue
          // A Tamil ending with a doubled consonant loses one of the two after a stem that ends in it.
          yield [stem + (stem.endsWith('ற்') && ending.startsWith('க்') ? ending.slice(2) : ending), senses]
        }
      }
  }
}

export const implementNames = (kind: string): readonly string[] => lexicon().implementNames.get(kind) ?? []
export const cropNames = (crop: string): readonly string[] => lexicon().cropNames.get(crop) ?? []
export const spellingOf = (text: string): string | undefined => lexicon().spellings.get(text)
export const sensesOf = (phrase: string): Senses | undefined => lexicon().entries.get(phrase)

/** Gives each token the phrases that begin with it. No phrase contains a literal token. */
export function annotate(tokens: Token[]): Token[] {
  const { entries, lengths } = lexicon()
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    const longest = token.isLiteral ? undefined : lengths.get(token.text)
    token.phrases = NO_PHRASES
    if (longest === undefined) continue
    const phrases: Phrase[] = []
    let key = ''
    for (let end = i; end < i + longest && end < tokens.length && !tokens[end]!.isLiteral; end++) {
      key = end === i ? token.text : `${key} ${tokens[end]!.text}`
      const senses = entries.get(key)
      if (senses) phrases.push({ end: end + 1, senses })
    }
    token.phrases = phrases.reverse()
  }
  return tokens
}

const NO_PHRASES: readonly Phrase[] = []

/** Returns the longest phrase from here with one of these senses. */
export function phraseAt(tokens: Tokens, i: number, ...names: readonly SenseName[]): Phrase | undefined {
  const phrases = tokens[i]?.phrases
  if (phrases === undefined || phrases.length === 0) return undefined
  for (const phrase of phrases) for (const name of names) if (phrase.senses[name] !== undefined) return phrase
  return undefined
}

/** Returns the longest phrase from here that is left out, whatever else it means. */
export function stopPhraseAt(tokens: Tokens, i: number): Phrase | undefined {
  return tokens[i]?.phrases.find(({ senses }) => isStop(senses))
}

function isStop({ stop, prefix, suffix, measure, unit, scale, weak }: Senses): boolean {
  return stop === true || (prefix ?? suffix ?? measure) !== undefined || ((unit ?? scale) !== undefined && !weak)
}

const MAX_BETWEEN = 3

/** Returns what does a job to a crop, where it ends, and the words for both: "kapas chunne", "dhan ki ropai". */
export function taskAt(tokens: Tokens, i: number): (Phrase & { words: string[] }) | undefined {
  const crop = phraseAt(tokens, i, 'crop')
  let end = crop?.end
  for (let count = 0; end !== undefined && count <= MAX_BETWEEN; count++) {
    const job = phraseAt(tokens, end, 'job')
    const senses = job && lexicon().tasks.get(`${crop!.senses.crop} ${job.senses.job}`)
    if (senses) {
      const named = [...tokens.slice(i, crop!.end), ...tokens.slice(end, job.end)]
      return { senses, end: job.end, words: named.flatMap(({ words }) => words) }
    }
    end = phraseAt(tokens, end, 'stop', 'counted', 'crop')?.end
  }
  return undefined
}
