import { SearchParameters } from '../contract/search.ts'
import { shape } from '../contract/shape.ts'
import type { ENGINES, FACETS, Sort } from '../contract/values.ts'
import type { TermName } from './index/attributes.ts'
import type { DateName, FigureName, Load } from './index/figures.ts'
import type { Stage } from './index/search-batch.ts'
import type { Reading } from './reading/read-query.ts'

/**
 * Words used in this room:
 * - maker, class: hold the text that their machines share; kept once, machines refer to them by slug and key.
 * - row: the slot a machine occupies in the columns; stays the same while the machine exists.
 * - profile: one combination of class, kind, power source, drive, lifecycle, section and HP band.
 * - token: one folded word of letters or of digits; a joined token is two neighbouring words written together.
 */

export type Facet = (typeof FACETS)[number]

type Terms = { [K in TermName]: string | null }
type Values = { [K in FigureName]: (K extends DateName ? string : number) | null }

export interface SearchMaker {
  slug: string
  name: string
  aliases: readonly string[]
}

export interface SearchClass {
  key: string
  /** Labels, plurals and synonyms in every language. */
  words: readonly string[]
  /** Figures of its plate in kilograms or tonnes. */
  loads: readonly Load[]
}

/** What one machine contributes. Dates are YYYY-MM-DD; one published after today, or never, is held but not shown. */
export interface SearchDocument extends Terms, Values {
  id: number
  name: string
  /** Slug of the maker. */
  manufacturer: string
  aliases: readonly string[]
  family: string | null
  machine_class: string
  lifecycle: string
}

/** String filters are raw: one value or several joined by commas; empty means not applied. */
export interface SearchQuery extends Omit<SearchParameters, 'sort'> {
  sort: Sort | null
}

export const EMPTY_QUERY: SearchQuery = { ...shape(SearchParameters, {}), sort: null }

export interface SearchAnswer {
  /** Machine ids of the page asked for, in order. */
  ids: number[]
  total: number
  facets: Record<Facet, Record<string, number>>
}

export type EngineName = (typeof ENGINES)[number]

export interface EngineAnswer extends SearchAnswer {
  /** Who found it: not always the engine that was asked. */
  engine: EngineName
}

/** What can answer a search. Hits are ids; their summaries come from the catalogue whichever engine found them. */
export interface SearchEngine {
  readonly name: EngineName
  search(query: SearchQuery): EngineAnswer | Promise<EngineAnswer>
}

/** Taken in this order: makers, classes, upserts, removals. A later value of the same slug, key or id wins. */
export interface SearchChanges {
  makers?: Iterable<SearchMaker>
  classes?: Iterable<SearchClass>
  upserts?: Iterable<SearchDocument>
  /** Ids; an unknown one is ignored. */
  removals?: Iterable<number>
}

export interface SearchStats {
  /** Machines held, visible or not. */
  machines: number
  visible: number
  tokens: number
  profiles: number
  cells: number
  /** Bytes of all columns, orders, postings and scratch space; strings and maps not included. */
  bytes: number
}

export interface SearchIndex {
  /** Atomic: runs to its end between two searches. */
  apply(changes: SearchChanges): void
  /** Takes machines in that the next `apply` puts in their places; no search may come in between. */
  stager(): Stage
  /** YYYY-MM-DD in the catalogue's time zone; decides what is visible. */
  setToday(date: string): void
  /** How `q` is understood. */
  read(q: string): Reading
  search(query: SearchQuery): SearchAnswer
  readonly size: number
  stats(): SearchStats
}
