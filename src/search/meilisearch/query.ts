import type { MultiSearchQuery } from 'meilisearch'
import { EQUALS } from '../../schema/records/machine-search-fields.ts'
import { ATTRIBUTES, LIST_FILTERS } from '../index/attributes.ts'
import { dateNumber, SORT_ORDERS } from '../index/figures.ts'
import type { ParsedQuery } from '../parser/parse-query.ts'
import { BOUNDS, type Bounds, POWER } from '../query/row-search.ts'
import { applyParsed, countedFacets, filterValues } from '../search-request.ts'
import type { Facet, SearchAnswer, SearchQuery } from '../types.ts'
import { type IndexState, MAX_HITS, readState, STATE_SEARCH } from './settings.ts'
import { isReadable, toQueryWords } from './text.ts'

/** The searches of one multi-search, and which facets they count. */
export interface Plan {
  queries: MultiSearchQuery[]
  /** Facets counted by the search for hits. */
  facets: Facet[]
  /** Facets with an active filter. Each ignores its own filter, so it needs its own search. */
  apart: Facet[]
}

/** The characters of slugs and keys. Meilisearch folds accents when it compares, so others must not reach it. */
const COMPARABLE = /^[a-z0-9_-]+$/
const NOTHING = 'id IN []'

/** One multi-search for a whole page; undefined when Meilisearch would not follow our rules. */
export function planSearch(indexUid: string, query: SearchQuery, parsed: ParsedQuery, today: string): Plan | undefined {
  if (parsed.clauses.length > 1) return undefined
  const words = parsed.clauses[0] ?? []
  return isReadable(words) ? planWords(indexUid, toQueryWords(words), applyParsed(query, parsed), today) : undefined
}

function planWords(indexUid: string, words: readonly string[], query: SearchQuery, today: string): Plan {
  const text = words.length === 0 ? {} : { q: words.join(' '), matchingStrategy: 'all' as const }
  const self = ownFilters(query)
  const common = commonFilters(query, today)
  const filterWithout = (facet?: Facet) =>
    [...common, ...Object.entries(self).flatMap(([name, filter]) => (name === facet ? [] : filter))].join(' AND ')
  const counted = countedFacets(query)
  const apart = counted.filter((facet) => self[facet] !== undefined)
  const facets = counted.filter((facet) => self[facet] === undefined)
  const sort = sortOf(query, words.length > 0)
  const hits: MultiSearchQuery = {
    indexUid,
    ...text,
    filter: filterWithout(),
    facets,
    attributesToRetrieve: ['id'],
    offset: Math.min(query.offset, MAX_HITS),
    limit: query.limit,
    ...(sort ? { sort } : {}),
  }
  const counts = apart.map((facet): MultiSearchQuery => {
    return { indexUid, ...text, filter: filterWithout(facet), facets: [facet], limit: 0 }
  })
  // The state is asked first and last: if both are equal, all answers between belong to it.
  const state = { indexUid, ...STATE_SEARCH }
  return { queries: [state, hits, ...counts, state], facets, apart }
}

function sortOf(query: SearchQuery, hasText: boolean): string[] | undefined {
  if (query.sort === null && hasText) return undefined
  const { figure, descending } = SORT_ORDERS[query.sort ?? 'newest']
  return [`${figure}:${descending ? 'desc' : 'asc'}`, 'id:asc']
}

function ownFilters(query: SearchQuery): Partial<Record<Facet, string[]>> {
  const self: Partial<Record<Facet, string[]>> = {}
  for (const name of LIST_FILTERS) {
    const required = filterValues(query[name])
    if (required.length === 0) continue
    const existing = required.filter((value) => COMPARABLE.test(value))
    self[name] = [existing.length === 0 ? NOTHING : `${name} IN [${existing.map((value) => `"${value}"`).join(', ')}]`]
  }
  const power = within(POWER, BOUNDS[POWER](query))
  if (power.length > 0) self.hp_band = power
  return self
}

function commonFilters(query: SearchQuery, today: string): string[] {
  const { mass_min, mass_max } = query
  return [
    ...within('published_at', [null, dateNumber(today)]),
    ...Object.entries(BOUNDS).flatMap(([name, read]) => (name === POWER ? [] : within(name, read(query)))),
    ...EQUALS.flatMap((name) => within(name, [query[name], query[name]])),
    // One of a machine's loads must lie within both bounds.
    ...(mass_min !== null && mass_max !== null
      ? [`loads ${written(mass_min)} TO ${written(mass_max)}`]
      : within('loads', [mass_min, mass_max])),
  ]
}

function within(name: string, [min, max]: Bounds): string[] {
  return [
    ...(min === null ? [] : [`${name} >= ${written(min)}`]),
    ...(max === null ? [] : [`${name} <= ${written(max)}`]),
  ]
}

/** A figure in full digits: filters do not know exponents. */
function written(bound: number): string {
  const text = String(bound)
  if (!text.includes('e')) return text
  return bound < 1 ? bound.toFixed(100).replace(/0+$/, '') : BigInt(bound).toString()
}

/** The answer does not have the expected shape. */
class MalformedAnswer extends Error {}

const byText = (a: string, b: string) => (a < b ? -1 : 1)
const bandNames = new Map<Facet, readonly string[]>(
  ATTRIBUTES.flatMap(({ name, read }) => (read.bands ? [[name, read.bands.map((band) => band.name)]] : [])),
)

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
  const ids = hits.hits.map((hit: { id?: unknown }) => {
    if (!Number.isSafeInteger(hit?.id)) throw new MalformedAnswer('a hit without an id')
    return hit.id as number
  })
  const answer: SearchAnswer = {
    ids,
    total: total as number,
    facets: Object.fromEntries([
      ...facets.map((facet) => [facet, countsOf(hits, facet)]),
      ...apart.map((facet, i) => [facet, countsOf(rest[i], facet)]),
    ]),
  }
  const before = readState(first)
  const after = readState(last)
  return { answer, state: JSON.stringify(before) === JSON.stringify(after) ? before : undefined }
}

/** Uses the order of the other engine, so that both write the same answer. Meilisearch omits a facet without machines. */
function countsOf(result: unknown, facet: Facet): string {
  const counts = (result as { facetDistribution?: Record<string, Record<string, number>> } | undefined)
    ?.facetDistribution
  if (typeof counts !== 'object' || counts === null) throw new MalformedAnswer('no counts')
  const bands = bandNames.get(facet)
  const names = Object.keys(counts[facet] ?? {}).sort(bands ? (a, b) => bands.indexOf(a) - bands.indexOf(b) : byText)
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, counts[facet]![name]!])))
}
