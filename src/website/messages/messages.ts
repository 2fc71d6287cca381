import { readTsv } from '../../lib/text/word-lists.ts'
import { DISTRICT_NAMES, STATE_NAMES } from '../../listings/places.ts'
import { EQUIPMENT, type Equipment } from '../../schema/records/machine-search-fields.ts'
import { wordLines } from '../../schema/records/words.ts'
import { LANGUAGES, type Language } from '../language.ts'
import en from './en.json' with { type: 'json' }
import hi from './hi.json' with { type: 'json' }
import ta from './ta.json' with { type: 'json' }

export type Words = typeof en.words
/** Messages, and the values of the contract's closed lists. One that a language lacks does not compile. */
const TEXTS: Record<Language, Pick<typeof en, 'words' | 'values'>> = { en, hi, ta }

type MessageTerm = readonly [en: string, hi: string, ta: string]
type OpenList = 'kind' | 'spec' | 'unit' | 'said' | Equipment

/** One line for each value: its list, its key, its words. Fields and units have them with their description. */
export const OPEN_ROWS = [...wordLines(), ...readTsv(new URL('open-lists.tsv', import.meta.url)).slice(1)].map(
  (line) => line.slice(0, 5) as [list: OpenList, key: string, ...MessageTerm],
)

function termsOf(...lists: OpenList[]): Record<string, MessageTerm> {
  return Object.fromEntries(OPEN_ROWS.flatMap(([of, key, ...term]) => (lists.includes(of) ? [[key, term]] : [])))
}

/** Lists of values that come with the data; values that are not in them are shown as the data has them. */
export const openLists = {
  kind: termsOf('kind'),
  /** Labels of fields, in the order of a specification, and of its groups. */
  spec: termsOf('spec'),
  unit: termsOf('unit'),
  /** Texts that specifications and listings repeat, in lower case. */
  said: termsOf('said', ...EQUIPMENT),
}

const districts = Object.fromEntries(DISTRICT_NAMES.map((term) => [term[0].toLowerCase(), term]))
const openTerms = { state: STATE_NAMES, ...openLists, district: districts }
type MessageList = keyof typeof en.values | keyof typeof openTerms

function createVocabulary(language: Language) {
  const { words, values } = TEXTS[language]
  const closed: Record<string, Record<string, string>> = values
  const open: Record<string, Record<string, MessageTerm>> = openTerms
  const place = LANGUAGES.indexOf(language)
  const find = (list: MessageList, key: string): string | undefined => {
    const terms = closed[list] ?? open[list]!
    const result = Object.hasOwn(terms, key) ? terms[key] : undefined
    return typeof result === 'string' ? result : result?.[place]
  }
  return { words, find, value: (list: MessageList, key: string) => find(list, key) ?? readable(key) }
}

function readable(key: string): string {
  const text = key.replaceAll(/[_-]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const vocabularies = Object.fromEntries(
  LANGUAGES.map((language) => [language, createVocabulary(language)]),
) as Record<Language, ReturnType<typeof createVocabulary>>

/** Fills in each `{name}`; `{n:one|many}` becomes the first word when n is 1, else the second. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (whole, name: string, item?: string, many?: string) => {
    if (item === undefined) return String(values[name] ?? whole)
    return String(values[name]) === '1' ? item : many!
  })
}
