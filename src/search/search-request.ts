import type { SearchParameters } from '../schema/api/search.ts'
import { FACETS, MAX_LIMIT, NO_FACETS } from '../schema/api/values.ts'
import { LISTS } from '../schema/records/machine-search-fields.ts'
import { applyFilters, NO_FILTERS } from './parser/fields.ts'
import type { ParsedQuery } from './parser/parse-query.ts'
import type { Facet, SearchQuery } from './types.ts'
import { valueNamed } from './words/value-names.ts'

/** The query for an engine. Filters get one canonical form, so that equal questions have equal keys. */
export function toSearchQuery(input: SearchParameters): SearchQuery {
  const query: SearchQuery = {
    ...input,
    sort: input.sort === '' ? null : input.sort,
    limit: Math.min(input.limit, MAX_LIMIT),
  }
  for (const name of LISTS) query[name] = filterValues(input[name], name).sort().join()
  if (input.facets !== '') query.facets = requiredFacets(query).join() || NO_FACETS
  return query
}

export function namedFacets<F extends string>(names: string, all: readonly F[]): readonly F[] {
  if (names === '') return all
  const required = names.split(',')
  return all.filter((name) => required.includes(name))
}

export const requiredFacets = ({ facets }: Pick<SearchQuery, 'facets'>): readonly Facet[] => namedFacets(facets, FACETS)

/** The facets to count: those asked for, and the kinds of prices where a header tells them. */
export function countedFacets(query: SearchQuery): readonly Facet[] {
  const required = requiredFacets(query)
  return isPriced(query) && !required.includes('price_kind') ? [...required, 'price_kind'] : required
}

export function isPriced({ sort, price_min, price_max }: SearchQuery): boolean {
  return sort === 'price_asc' || sort === 'price_desc' || price_min !== null || price_max !== null
}

const PLAIN = /^[a-z0-9_-]+$/

/** The distinct values of a filter. Case does not matter, and another name of a drive or power source means it. */
export function filterValues(list: string, name?: string): string[] {
  if (list === '') return []
  const isNamed = name === 'wheel_drive' || name === 'power_source'
  if (!isNamed && PLAIN.test(list)) return [list]
  const values = list.split(',').map((value) => value.trim().toLowerCase())
  return [...new Set(isNamed ? values.map(valueNamed) : values)].filter((value) => value !== '')
}

export function searchKey(query: SearchQuery): string {
  return `search ${JSON.stringify(Object.values(query))}`
}

/** The query with what its text states as parameters: of two bounds on one figure the stricter holds, a sent sort wins. */
export function applyParsed(query: SearchQuery, { filters, sort }: ParsedQuery): SearchQuery {
  if (sort === null && filters === NO_FILTERS) return query
  const effective = applyFilters(query, filters)
  effective.sort ??= sort
  return effective
}

/** How the text of a query was parsed, for headers; undefined where there is nothing to report. */
export interface ReadBack {
  /** A query string that, sent in place of the text and of what it names, gives the same response. */
  read: string | undefined
  ignored: readonly string[]
}

export const readBack = (query: SearchQuery, parsed: ParsedQuery): ReadBack =>
  formatReadBack(parsed, query.sort, applyParsed(query, parsed))

/** `sentSort` is the sort that came with the text, `effective` the parameters in force. */
export function formatReadBack(parsed: ParsedQuery<string>, sentSort: string | null, effective: object): ReadBack {
  const { clauses, filters, sort, sortTerms, isPlain } = parsed
  const hasOtherSort = sort !== null && sentSort !== null && sentSort !== sort
  const ignored = hasOtherSort ? [...parsed.ignored, ...sortTerms] : parsed.ignored
  if (isPlain) return { read: undefined, ignored }
  const params = new URLSearchParams()
  if (clauses.length > 0) params.set('q', parsed.text)
  for (const name of Object.keys(filters)) params.set(name, String((effective as Record<string, unknown>)[name]))
  if (sort !== null && sentSort === null) params.set('sort', sort)
  return { read: params.toString() || 'q=', ignored }
}
