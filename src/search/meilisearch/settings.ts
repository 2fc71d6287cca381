import { createHash } from 'node:crypto'
import type { Settings } from 'meilisearch'
import { builtinClasses } from '../../catalogue/builtin-classes.ts'
import { FACETS } from '../../contract/values.ts'
import { DOCUMENT_VERSION, TEXTS } from './documents.ts'

/** Each database has an index of its own, so that several can share a server. */
export const indexName = (databaseId: string) => `yantra_${databaseId.replaceAll('-', '')}`

/** Above any catalogue, so that totals and offsets are never cut off. */
export const MOST_HITS = 1_000_000_000

const FIGURES = ['engine_hp', 'operating_weight_kg', 'price_from_inr', 'launched_at', 'published_at']

/**
 * Synonyms and aliases are words of the documents themselves, so that they obey the same rules as every other word.
 * A word of letters has one character more than was typed: see text.ts.
 */
export const SETTINGS: Settings = {
  searchableAttributes: [...TEXTS],
  displayedAttributes: ['id', 'state'],
  filterableAttributes: [
    {
      attributePatterns: [...FACETS],
      features: { facetSearch: false, filter: { equality: true, comparison: false } },
    },
    { attributePatterns: ['id'], features: { facetSearch: false, filter: { equality: true, comparison: false } } },
    { attributePatterns: FIGURES, features: { facetSearch: false, filter: { equality: false, comparison: true } } },
  ],
  sortableAttributes: [...FIGURES, 'lift_capacity_kg', 'id'],
  rankingRules: [
    'sort',
    'words',
    'typo',
    'exactness',
    'attributeRank',
    'surplus:asc',
    'stage:asc',
    'published_at:desc',
    'id:asc',
  ],
  typoTolerance: {
    enabled: true,
    disableOnNumbers: true,
    minWordSizeForTypos: { oneTypo: 6, twoTypos: 10 },
  },
  stopWords: [],
  synonyms: {},
  proximityPrecision: 'byAttribute',
  facetSearch: false,
  faceting: { maxValuesPerFacet: 1_000_000, sortFacetValuesBy: { '*': 'count' } },
  pagination: { maxTotalHits: MOST_HITS },
}

/** Changes with anything that makes an index built before unfit: its settings, the documents, the built-in classes. */
export function fingerprint(): string {
  const parts = JSON.stringify([SETTINGS, DOCUMENT_VERSION, builtinClasses()])
  return createHash('sha256').update(parts).digest('hex').slice(0, 32)
}
