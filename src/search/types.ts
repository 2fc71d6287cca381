import { SearchParameters } from '../contract/search.ts'
import { shape } from '../contract/shape.ts'
import type { ENGINES, FACETS, Sort } from '../contract/values.ts'
import type { TermName } from './index/attributes.ts'
import type { Columns } from './index/columns.ts'
import type { DateName, FigureName, Load } from './index/figures.ts'
import type { SearchBatch } from './index/search-batch.ts'
import type { Reading } from './reading/read-query.ts'

/**
 * Words used in this room:
 * - maker, class: hold the text that their machines share; kept once, machines refer to them by slug and key.
 * - row: the number of a machine, the same in every column; it never changes.
 * - column: one figure or date of all machines, by row (FIGURES).
 * - attribute: what machines are filtered and counted by (ATTRIBUTES); its values are numbered.
 * - profile: one combination of values of all attributes.
 * - cell: one maker with one profile. Machines of a cell pass or fail filters together, so they are counted together.
 * - order: all rows sorted by one figure, unknown ones last, equal ones by id.
 * - range: sets of the rows up to a few values of a figure, made ahead, from which any bound is put together.
 * - token: one folded word of letters or of digits; a joined token is neighbouring words written together.
 * - entry: a token in the text of one machine, with the place it stands in and whether it is joined.
 * - posting: the rows that hold a token.
 * - unit: something typed that must be met, a word or neighbours read as one.
 * - driver: the unit that only few machines can meet, from whose postings a search begins.
 * - batch: machines read but not yet taken in, with the reader's own numbers for words and cells.
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

/** Hits as rows of the index in memory. */
export interface FoundRows extends Omit<SearchAnswer, 'ids'> {
  rows: number[]
  /** The state of the index that the rows belong to: it has another one after each change. */
  state: object
}

/** Who found it, which is not always the engine that was asked. */
export type EngineAnswer = ((SearchAnswer & { rows?: never }) | FoundRows) & { engine: EngineName }

/** What can answer a search. What a hit looks like comes from the catalogue in memory, whichever engine found it. */
export interface SearchEngine {
  readonly name: EngineName
  search(query: SearchQuery): Promise<EngineAnswer>
}

/** Taken in this order: makers, classes, upserts. A later value of the same slug, key or id wins. */
export interface SearchChanges {
  makers?: Iterable<SearchMaker>
  classes?: Iterable<SearchClass>
  upserts?: Iterable<SearchDocument>
}

interface SearchStats {
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
  /**
   * Takes what one reader gives out, known machines and new ones, and tells the row of each. `settle` puts them in
   * their places; no search may come in between.
   */
  taker(makerSlug: (id: number) => string): (batch: SearchBatch) => Uint32Array
  settle(): void
  /** YYYY-MM-DD in the catalogue's time zone; decides what is visible. */
  setToday(date: string): void
  /** How `q` is understood. */
  read(q: string): Reading
  find(query: SearchQuery): FoundRows
  /** The same with ids in place of rows. */
  search(query: SearchQuery): SearchAnswer
  readonly columns: Readonly<Columns>
  /** See FoundRows. */
  readonly state: object
  /** The row of a machine, or -1. */
  rowOf(id: number): number
  isShown(row: number): boolean
  /** Numbers of makers and classes, which stay the same, and those of a row. */
  makerNumber(slug: string): number
  makerOf(row: number): number
  classNumber(key: string): number
  classOf(row: number): number
  classKey(number: number): string
  readonly size: number
  stats(): SearchStats
}
