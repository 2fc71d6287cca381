import type {
  INSPECTION_MODES,
  LIFECYCLES,
  LISTING_SORTS,
  MEDIA_KINDS,
  POWER_SOURCES,
  PRICE_KINDS,
  SECTIONS,
  SELLERS,
  SORTS,
  SOURCE_KINDS,
  WHEEL_DRIVES,
} from '../../contract/values.ts'
import { DISTRICT_NAMES, STATE_NAMES } from '../../market/places.ts'
import { LANGUAGES, type Language } from '../language.ts'
import en from './en.json' with { type: 'json' }
import hi from './hi.json' with { type: 'json' }
import { openLists } from './open-lists.ts'
import ta from './ta.json' with { type: 'json' }
import { inLanguage, type Term } from './terms.ts'

export type Words = typeof en.words
type Of<List extends readonly string[]> = Record<List[number], string>

/** The closed lists of the contract. */
interface ClosedLists {
  power_source: Of<typeof POWER_SOURCES>
  wheel_drive: Of<typeof WHEEL_DRIVES>
  price_kind: Of<typeof PRICE_KINDS>
  source_kind: Of<typeof SOURCE_KINDS>
  media_kind: Of<typeof MEDIA_KINDS>
  lifecycle: Of<typeof LIFECYCLES>
  section: Of<typeof SECTIONS>
  seller: Of<typeof SELLERS>
  inspection: Of<typeof INSPECTION_MODES>
  inspection_note: Of<typeof INSPECTION_MODES>
  sort: Of<typeof SORTS> & Of<typeof LISTING_SORTS> & Of<['best', 'added']>
}

/** A term, or a value of a closed list, that lacks its words in one language does not compile. */
const TEXTS: Record<Language, { words: Words; values: ClosedLists }> = { en, hi, ta }

/** By their names in lower case. Another name stays unchanged: no rule writes it truly in another script. */
const districts = Object.fromEntries(DISTRICT_NAMES.map((term) => [term[0].toLowerCase(), term]))
const openTerms = { state: STATE_NAMES, ...openLists, district: districts }
type ValueList = keyof ClosedLists | keyof typeof openTerms

/** Everything the pages say, in one language. */
export interface Vocabulary {
  words: Words
  /** The word for a value of a list; an unknown one is shown by its key. */
  value(list: ValueList, key: string): string
  known(list: ValueList, key: string): string | undefined
}

function createVocabulary(language: Language): Vocabulary {
  const { words, values } = TEXTS[language]
  const known = new Map<string, Record<string, string>>([
    ...Object.entries<Record<string, string>>({ ...values }),
    ...Object.entries<Record<string, Term>>(openTerms).map(
      ([list, terms]) => [list, inLanguage(terms, language)] as const,
    ),
  ])
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
