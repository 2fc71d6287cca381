import type { MultiSearchQuery } from 'meilisearch'
import { spelledLetters } from '../../lib/text/letter-names.ts'
import { EQUALS, LISTS } from '../../schema/records/machine-search-fields.ts'
import { bandsOf, dateNumber, RANGES, SORT_ORDERS, toBound } from '../index/schema.ts'
import type { ParsedQuery } from '../parser/parse-query.ts'
import { applyParsed, countedFacets, filterValues } from '../search-request.ts'
import type { Facet, SearchAnswer, SearchQuery } from '../types.ts'
import { type IndexState, MAX_HITS, readState, STATE_SEARCH } from './documents.ts'

interface Plan {
  queries: MultiSearchQuery[]
  facets: Facet[]
  /** Facets with an active filter. Each ignores its own filter, so it needs its own search. */
  apart: Facet[]
}

/** The characters of slugs and keys. Meilisearch folds accents when it compares, so others must not reach it. */
const COMPARABLE = /^[a-z0-9_-]+$/
const MAX_WORDS = 10

/** One multi-search for a whole page; undefined for alternatives and more words than Meilisearch reads. */
export function planSearch(indexUid: string, sent: SearchQuery, parsed: ParsedQuery, today: string): Plan | undefined {
  const words = parsed.clauses[0] ?? []
  if (parsed.clauses.length > 1 || words.length > MAX_WORDS) return undefined
  const query = applyParsed(sent, parsed)
  const q = words.map((word) => spelledLetters(word)[0] ?? word).join(' ')
  const search = { indexUid, ...(q !== '' && { q, matchingStrategy: 'all' as const }) }
  const own = ownFilters(query)
  const common = commonFilters(query, today)
  const filterWithout = (facet?: Facet) =>
    [...common, ...Object.entries(own).flatMap(([name, filter]) => (name === facet ? [] : filter))].join(' AND ')
  const counted = countedFacets(query)
  const apart = counted.filter((facet) => own[facet] !== undefined)
  const facets = counted.filter((facet) => own[facet] === undefined)
  const { figure, descending } = SORT_ORDERS[query.sort ?? 'newest']
  const hits: MultiSearchQuery = {
    ...search,
    filter: filterWithout(),
    facets,
    attributesToRetrieve: ['id'],
    offset: Math.min(query.offset, MAX_HITS),
    limit: query.limit,
    ...((query.sort !== null || q === '') && { sort: [`${figure}:${descending ? 'desc' : 'asc'}`, 'id:asc'] }),
  }
  const counts = apart.map((facet) => ({ ...search, filter: filterWithout(facet), facets: [facet], limit: 0 }))
  // The state is asked first and last: if both are equal, all answers between belong to it.
  const state = { indexUid, ...STATE_SEARCH }
  return { queries: [state, hits, ...counts, state], facets, apart }
}

function ownFilters(query: SearchQuery): Partial<Record<Facet, string[]>> {
  const own: Partial<Record<Facet, string[]>> = {}
  for (const name of LISTS) {
    const values = filterValues(query[name])
    if (values.length > 0)
      own[name] = [`${name} IN ${JSON.stringify(values.filter((value) => COMPARABLE.test(value)))}`]
  }
  const power = within('engine_hp', query.hp_min, query.hp_max)
  if (power.length > 0) own.hp_band = power
  return own
}

function commonFilters(query: SearchQuery, today: string): string[] {
  const { mass_min, mass_max } = query
  return [
    ...within('published_at', null, dateNumber(today)),
    ...RANGES.flatMap(({ figure, min, max }) =>
      figure === 'engine_hp' ? [] : within(figure, toBound(query[min]), toBound(query[max])),
    ),
    ...EQUALS.flatMap((name) => within(name, query[name], query[name])),
    // One weight must lie within both bounds.
    ...(mass_min !== null && mass_max !== null
      ? [`weights ${digits(mass_min)} TO ${digits(mass_max)}`]
      : within('weights', mass_min, mass_max)),
  ]
}

const within = (name: string, min: number | null, max: number | null) => [
  ...(min === null ? [] : [`${name} >= ${digits(min)}`]),
  ...(max === null ? [] : [`${name} <= ${digits(max)}`]),
]

function digits(bound: number): string {
  const text = String(bound)
  if (!text.includes('e')) return text
  return bound < 1 ? bound.toFixed(100).replace(/0+$/, '') : BigInt(bound).toString()
}

class MalformedAnswer extends Error {}

/** The state is that of the whole answer; undefined when there is none or it changed in between. */
export function readAnswer(
  response: unknown,
  { queries, facets, apart }: Plan,
): { answer: SearchAnswer; state: IndexState | undefined } {
  const results = (response as { results?: unknown } | null)?.results
  if (!Array.isArray(results) || results.length !== queries.length) throw new MalformedAnswer('no list of results')
  const [first, hits, ...rest] = results
  const last = rest.pop()
  const total: unknown = hits?.estimatedTotalHits
  if (!Number.isSafeInteger(total) || !Array.isArray(hits.hits)) throw new MalformedAnswer('no hits or no total')
  const ids: unknown[] = hits.hits.map((hit: { id?: unknown } | null) => hit?.id)
  if (!ids.every(Number.isSafeInteger)) throw new MalformedAnswer('a hit without an id')
  const counts = [
    ...facets.map((facet) => [facet, countsOf(hits, facet)]),
    ...apart.map((facet, i) => [facet, countsOf(rest[i], facet)]),
  ]
  const [before, after] = [readState(first), readState(last)]
  return {
    answer: { ids: ids as number[], total: total as number, facets: Object.fromEntries(counts) },
    state: JSON.stringify(before) === JSON.stringify(after) ? before : undefined,
  }
}

/** Uses the order of the other engine, so that both write the same answer. Meilisearch omits a facet without machines. */
function countsOf(result: unknown, facet: Facet): string {
  const counts = (result as { facetDistribution?: Record<string, Record<string, number>> })?.facetDistribution
  if (typeof counts !== 'object' || counts === null) throw new MalformedAnswer('no counts')
  const bands = bandsOf(facet)
  const placeOf = (name: string) => bands?.indexOf(name) ?? 0
  const names = Object.keys(counts[facet] ?? {}).sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, counts[facet]![name]!])))
}
