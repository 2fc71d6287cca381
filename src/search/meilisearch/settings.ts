import { createHash } from 'node:crypto'
import type { Settings } from 'meilisearch'
import { builtinClasses } from '../../catalog/records.ts'
import { FACETS } from '../../schema/api/values.ts'
import { FIGURES, type FigureName } from '../index/figures.ts'
import type { SearchDocument } from '../types.ts'
import { TEXTS, toIndexDocument } from './documents.ts'

/** Each database has its own index, so several can share a server. */
export const indexName = (databaseId: string) => `yantra_${databaseId.replaceAll('-', '')}`

/** Larger than any catalogue, so totals and offsets are never cut off. */
export const MAX_HITS = 1_000_000_000

const COMPARED = [...FIGURES.map(({ name }) => name), 'loads']
const SORTED = FIGURES.filter(({ order }) => order).map(({ name }) => name)

/**
 * Synonyms and aliases are words of the documents, so they follow the same rules as all words. A word of letters has one
 * character more than was typed (text.ts), so the lengths for typos do too.
 */
export const SETTINGS: Settings = {
  searchableAttributes: [...TEXTS],
  displayedAttributes: ['id', 'state'],
  filterableAttributes: [
    { attributePatterns: [...FACETS], features: { facetSearch: false, filter: { equality: true, comparison: false } } },
    { attributePatterns: ['id'], features: { facetSearch: false, filter: { equality: true, comparison: false } } },
    { attributePatterns: COMPARED, features: { facetSearch: false, filter: { equality: false, comparison: true } } },
  ],
  sortableAttributes: [...SORTED, 'id'],
  rankingRules: ['sort', 'words', 'typo', 'exactness', 'attributeRank', 'stage:asc', 'id:asc'],
  typoTolerance: { enabled: true, disableOnNumbers: true, minWordSizeForTypos: { oneTypo: 5, twoTypos: 10 } },
  stopWords: [],
  synonyms: {},
  proximityPrecision: 'byAttribute',
  facetSearch: false,
  faceting: { maxValuesPerFacet: 1_000_000, sortFacetValuesBy: { '*': 'count' } },
  pagination: { maxTotalHits: MAX_HITS },
}

/** Figures and days such that each stands for itself. */
const figures = Object.fromEntries(
  FIGURES.map(({ name, kind }, i) => [name, kind === 'date' ? `2026-02-${10 + i}` : 1000 + i]),
) as Pick<SearchDocument, FigureName>

/** A machine that uses every rule for making a document. */
const SPECIMEN = toIndexDocument(
  {
    ...figures,
    id: 1,
    name: 'Mahindra Yuvo 575DI EarthMaster',
    manufacturer: 'mahindra',
    machine_class: 'tractor',
    ...{
      aliases: ['५७५ डीआई', 'டிஐ 575', 'क़लम केस', 'Fähr-plan'],
      kind: 'row_crop',
      family: 'Yuvo Tech+',
      steering: 'Power',
      known: ['kind'],
    },
    power_source: 'dual_fuel',
    wheel_drive: '4wd',
    lifecycle: 'upcoming',
    price_kind: 'dealer_quote',
    section: 'farm',
  },
  { slug: 'mahindra', name: 'Mahindra', aliases: ['महिंद्रा', 'மஹிந்திரா', 'ஜேசிபி'] },
  {
    key: 'tractor',
    words: ['Tractors', 'ट्रैक्टर', 'டிராக்டர்'],
    loads: ['lift_capacity_t', 'operating_weight_kg'],
    expects: ['engine', 'kind'],
  },
)

/** Changes with whatever makes an older index unusable: settings, the form of documents, built-in classes. */
export function fingerprint(): string {
  const parts = JSON.stringify([SETTINGS, SPECIMEN, builtinClasses()])
  return createHash('sha256').update(parts).digest('hex').slice(0, 32)
}

/** The id of the one document that is not a machine. It has no `published_at`, so searches never find it. */
export const STATE_ID = 'state'

/** What the index says of itself. Written with the last documents of a change, so it is never ahead of them. */
export interface IndexState {
  /** The database it was made from: the index of another database never answers. */
  database: string
  fingerprint: string
  /** The revision that the index equals; null while a change is sent in batches. */
  revision: number | null
  /** The index holds every change up to this revision. */
  complete: number
}

export const STATE_SEARCH = { filter: `id = "${STATE_ID}"`, attributesToRetrieve: ['state'], limit: 1 }

/** The state in the answer to STATE_SEARCH; undefined for any other shape. */
export function readState(result: unknown): IndexState | undefined {
  const { hits } = result as { hits?: unknown }
  const state = Array.isArray(hits) ? (hits[0]?.state as IndexState | undefined) : undefined
  if (typeof state?.database !== 'string' || typeof state.fingerprint !== 'string') return undefined
  if (state.revision !== null && !Number.isSafeInteger(state.revision)) return undefined
  return Number.isSafeInteger(state.complete) ? state : undefined
}
