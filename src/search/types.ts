import type { ENGINES, FACETS, Sort } from '../contract/values.ts'
import type { Stage } from './index/search-batch.ts'
import type { Figures } from './reading/figures.ts'

/**
 * Words used in this room:
 * - maker, class: hold the text that their machines share; kept once, machines refer to them by slug and key.
 * - row: the slot a machine occupies in the columns; stays the same while the machine exists.
 * - profile: one combination of class, kind, power source, drive, lifecycle, section and HP band.
 * - token: one folded word of letters or of digits; a joined token is two neighbouring words written together.
 */

export type Facet = (typeof FACETS)[number]

/** Figures that a weight said in words may mean. */
export const LOADS = [
  'operating_weight_kg',
  'lift_capacity_kg',
  'lift_capacity_t',
  'payload_kg',
  'rated_load_kg',
  'tipping_load_kg',
] as const
export type Load = (typeof LOADS)[number]

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

/** What one machine contributes. Dates are YYYY-MM-DD. */
export interface SearchDocument {
  id: number
  name: string
  /** Slug of the maker. */
  manufacturer: string
  machine_class: string
  aliases: readonly string[]
  kind: string | null
  family: string | null
  power_source: string | null
  wheel_drive: string | null
  lifecycle: string
  section: string
  engine_hp: number | null
  operating_weight_kg: number | null
  lift_capacity_kg: number | null
  lift_capacity_t: number | null
  payload_kg: number | null
  rated_load_kg: number | null
  tipping_load_kg: number | null
  cylinders: number | null
  price_from_inr: number | null
  launched_at: string | null
  /** Held but invisible while null or after today. */
  published_at: string | null
}

/** String filters are raw: one value or several joined by commas; empty means not applied. */
export interface SearchQuery {
  q: string
  machine_class: string
  manufacturer: string
  kind: string
  power_source: string
  wheel_drive: string
  lifecycle: string
  hp_min: number | null
  hp_max: number | null
  weight_min: number | null
  weight_max: number | null
  price_max: number | null
  launched_since: string | null
  sort: Sort | null
  limit: number
  offset: number
}

export const EMPTY_QUERY: SearchQuery = {
  q: '',
  machine_class: '',
  manufacturer: '',
  kind: '',
  power_source: '',
  wheel_drive: '',
  lifecycle: '',
  hp_min: null,
  hp_max: null,
  weight_min: null,
  weight_max: null,
  price_max: null,
  launched_since: null,
  sort: null,
  limit: 20,
  offset: 0,
}

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
  search(query: SearchQuery, figures?: Figures): SearchAnswer
  readonly size: number
  stats(): SearchStats
}
