import { type ClassRecord, classWords } from '../catalog/records.ts'
import { SearchParameters } from '../schema/api/search.ts'
import { serialize } from '../schema/api/serialize.ts'
import type { ENGINES, FACETS, Sort } from '../schema/api/values.ts'
import { type DateName, type Equipment, WEIGHTS, type WeightName } from '../schema/records/machine-search-fields.ts'
import type { FigureName, TermName } from './index/schema.ts'

export type Facet = (typeof FACETS)[number]

type Terms = { [K in TermName]: string | null } & { [K in Equipment]?: string | null }
type Values = { [K in FigureName]: (K extends DateName ? string : number) | null }

export interface SearchManufacturer {
  slug: string
  name: string
  aliases: readonly string[]
}

export interface SearchClass {
  key: string
  words: readonly string[]
  loads: readonly WeightName[]
  expects?: readonly string[]
}

const IN_WEIGHT: readonly string[] = ['kg', 't']

export function toSearchClass(record: Omit<ClassRecord, 'type'>): SearchClass {
  const weights = new Set(record.plate.filter(({ unit }) => IN_WEIGHT.includes(unit)).map(({ key }) => key))
  return {
    key: record.key,
    words: classWords(record),
    loads: WEIGHTS.filter((name) => weights.has(name)),
    expects: record.expects,
  }
}

/** What search knows of a machine. Dates are YYYY-MM-DD. A machine published after today, or never, is held but hidden. */
export interface SearchDocument extends Terms, Values {
  id: number
  name: string
  manufacturer: string
  aliases: readonly string[]
  family: string | null
  machine_class: string
  lifecycle: string
  known?: readonly string[]
}

/** String filters are raw: one value or several joined by commas; empty means not applied. */
export interface SearchQuery extends Omit<SearchParameters, 'sort'> {
  sort: Sort | null
}

export const EMPTY_QUERY: SearchQuery = { ...serialize(SearchParameters, {}), sort: null }

export interface SearchAnswer {
  ids: number[]
  total: number
  /** Counts of the requested facets (countedFacets), each as JSON, which is cheaper than an object with many keys. */
  facets: Partial<Record<Facet, string>>
}

export function readCounts(facet = '{}'): Record<string, number> {
  return JSON.parse(facet)
}

export type EngineName = (typeof ENGINES)[number]

export interface FoundRows extends Omit<SearchAnswer, 'ids'> {
  rows: number[]
  /** The index state that the rows belong to. Each change makes a new one. */
  state: object
}

/** `engine` names who answered: not always the one that was asked. */
export type EngineAnswer = ((SearchAnswer & { rows?: never }) | FoundRows) & { engine: EngineName }

/** Finds machines. Summaries always come from the catalogue in memory, for every engine. */
export interface SearchEngine {
  readonly name: EngineName
  search(query: SearchQuery): Promise<EngineAnswer>
}

export interface SearchChanges {
  manufacturers?: Iterable<SearchManufacturer>
  classes?: Iterable<SearchClass>
}
