import { SearchParameters } from '../contract/search.ts'
import { shape } from '../contract/shape.ts'
import type { ENGINES, FACETS, Sort } from '../contract/values.ts'
import type { LIST_FILTERS, TermName } from './index/attributes.ts'
import type { Columns, DateName, FigureName, Load } from './index/figures.ts'
import type { SearchBatch } from './index/search-batch.ts'
import type { KnownWords } from './reading/known-words.ts'
import type { Reading } from './reading/read-query.ts'

/**
 * Words used in this room:
 * - row: a machine's number, the same in every column; it never changes.
 * - column: one figure or date of all machines, by row (FIGURES). load: a figure in kilograms or tonnes.
 * - attribute: what machines are filtered and counted by (ATTRIBUTES); its values are numbered.
 * - profile: one combination of values of some facets; rows of a profile are counted for all of them in one step.
 * - wording: the profile of the attributes with shared text. trait: that of the others.
 * - condition: a set of rows that a filter or bound leaves, and the facets that ignore it (query/faceted-rows.ts).
 * - order: all rows sorted by one figure, unknown ones last, equal ones by id.
 * - range: ready-made sets of the rows up to a few values of a figure; any bound is made from them.
 * - shared text: the words of a maker, a class or another attribute value, kept once for all its machines.
 * - own text: a machine's name, family and aliases. leading: the first word of a name that is not the maker's.
 * - token: one folded word of letters or of digits; a joined token is neighbouring words written together.
 * - entry: a token in a machine's own text, with its tier and whether it is joined.
 * - tier: how good a place for a word is: name, attribute, alias.
 * - posting: the rows whose own text holds a token.
 * - cost: how far a match is from the typed word (index/costs.ts); the cheapest machines come first.
 * - unit: a typed word, or neighbours read as one (a span), that a machine must match.
 * - driver: the unit whose postings a search starts from, because few machines match it.
 * - said: a bound that the query's text states, such as "under 8 lakh", not a parameter.
 * - hold, release: count who uses a token or profile; its number is reused when nobody does.
 * - batch: machines read but not yet taken in; its words and cells (a maker with values of all attributes) have the reader's own numbers.
 * - settle: bring words, postings, orders and ranges up to date after batches; searches come after it.
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
  /** The plate's figures in kilograms or tonnes. */
  loads: readonly Load[]
}

/** What search knows of a machine. Dates are YYYY-MM-DD. A machine published after today, or never, is held but hidden. */
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
  /** Machine ids of the requested page, in order. */
  ids: number[]
  total: number
  facets: Record<Facet, Record<string, number>>
}

export type EngineName = (typeof ENGINES)[number]

/** Hits as rows of the index in memory. */
export interface FoundRows extends Omit<SearchAnswer, 'ids'> {
  rows: number[]
  /** The index state that the rows belong to. Each change makes a new one. */
  state: object
}

/** `engine` names who answered: not always the one that was asked. */
export type EngineAnswer = ((SearchAnswer & { rows?: never }) | FoundRows) & { engine: EngineName }

/** Finds machines. Their summaries always come from the catalogue in memory, whichever engine found them. */
export interface SearchEngine {
  readonly name: EngineName
  search(query: SearchQuery): Promise<EngineAnswer>
}

/** A later value of the same slug or key wins. */
export interface SearchChanges {
  makers?: Iterable<SearchMaker>
  classes?: Iterable<SearchClass>
}

export interface SearchIndex {
  /** Atomic: runs to its end between two searches. */
  apply(changes: SearchChanges): void
  /**
   * Makes a function that takes the batches of one reader and returns the row of each machine. `settle` must follow
   * before the next search.
   */
  taker(makerSlug: (id: number) => string): (batch: SearchBatch) => Uint32Array
  settle(): void
  /** YYYY-MM-DD in the catalogue's time zone. Decides which machines are visible. */
  setToday(date: string): void
  /** How `q` is understood. */
  read(q: string): Reading
  /** The words that it holds. */
  readonly known: KnownWords
  find(query: SearchQuery): FoundRows
  /** Visits each visible row that matches one of these sides, with its cost. */
  match(sides: Reading['sides'], visit: (row: number, cost: number) => void): void
  /** The same with ids instead of rows. */
  search(query: SearchQuery): SearchAnswer
  readonly columns: Readonly<Columns>
  /** See FoundRows. */
  readonly state: object
  /** The row of a machine, or -1. */
  rowOf(id: number): number
  isShown(row: number): boolean
  /** Makers and classes have numbers that never change; each row has the numbers of its maker and its class. */
  makerNumber(slug: string): number
  makerOf(row: number): number
  classNumber(key: string): number
  classOf(row: number): number
  classKey(number: number): string
  /** All values of a filter that machines have had, in lower case. */
  valuesOf(filter: (typeof LIST_FILTERS)[number]): readonly string[]
  /** Machines held, visible or not. */
  readonly size: number
}
