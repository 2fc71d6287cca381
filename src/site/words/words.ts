import { DISTRICT_NAMES, STATE_NAMES } from '../../market/places.ts'
import { LANGUAGES, type Language } from '../language.ts'
import { frameTerms, textTerms } from './frame-terms.ts'
import { marketTerms } from './market-terms.ts'
import { openLists } from './open-lists.ts'
import { searchTerms } from './search-terms.ts'
import { sheetTerms } from './sheet-terms.ts'
import { inLanguage, type Term } from './terms.ts'
import * as values from './values.ts'

const TERM_LISTS = [frameTerms, searchTerms, sheetTerms, marketTerms, textTerms]
const pageTerms = { ...frameTerms, ...searchTerms, ...sheetTerms, ...marketTerms, ...textTerms }
/** A term in two lists would appear in the wrong place. */
if (Object.keys(pageTerms).length < TERM_LISTS.flatMap((list) => Object.keys(list)).length) {
  throw new TypeError('A term of the pages stands in two lists.')
}
/** By their names in lower case. Another name stays unchanged: no rule writes it truly in another script. */
const districts = Object.fromEntries(DISTRICT_NAMES.map((term) => [term[0].toLowerCase(), term]))
const lists = {
  power_source: values.powerSources,
  wheel_drive: values.wheelDrives,
  price_kind: values.priceKinds,
  source_kind: values.sourceKinds,
  media_kind: values.mediaKinds,
  lifecycle: values.lifecycles,
  section: values.sections,
  seller: values.sellers,
  inspection: values.inspections,
  inspection_note: values.inspectionNotes,
  sort: values.sorts,
  state: STATE_NAMES,
  ...openLists,
  district: districts,
} satisfies Record<string, Record<string, Term>>

export type Words = Record<keyof typeof pageTerms, string>
type ValueList = keyof typeof lists

/** Everything the pages say, in one language. */
export interface Vocabulary {
  words: Words
  /** The word for a value of a list; an unknown one is shown by its key. */
  value(list: ValueList, key: string): string
  known(list: ValueList, key: string): string | undefined
}

function createVocabulary(language: Language): Vocabulary {
  const words = inLanguage(pageTerms, language)
  const known = new Map(
    Object.entries<Record<string, Term>>(lists).map(([list, terms]) => [list, inLanguage(terms, language)]),
  )
  const find = (list: ValueList, key: string) => {
    const terms = known.get(list)!
    return Object.hasOwn(terms, key) ? terms[key] : undefined
  }
  return { words, known: find, value: (list, key) => find(list, key) ?? readable(key) }
}

function readable(key: string): string {
  const text = key.replaceAll(/[_-]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const vocabularies = Object.fromEntries(
  LANGUAGES.map((language) => [language, createVocabulary(language)]),
) as Record<Language, Vocabulary>
