import type { SearchParameters } from '../contract/search.ts'
import { MAX_LIMIT } from '../contract/values.ts'
import { FILTERS } from './index/attributes.ts'
import type { SearchQuery } from './types.ts'

/** The query for an engine. Filters get one canonical form, so that equal questions have equal keys. */
export function toSearchQuery(given: SearchParameters): SearchQuery {
  const query: SearchQuery = {
    ...given,
    sort: given.sort === '' ? null : given.sort,
    limit: Math.min(given.limit, MAX_LIMIT),
  }
  for (const name of LIST_FILTERS) query[name] = filterValues(given[name]).sort().join()
  return query
}

/** Filters that take one value or several joined by commas. */
export const LIST_FILTERS = ['manufacturer', ...FILTERS] as const

/** The distinct values of a filter. Case does not matter. */
export function filterValues(list: string): string[] {
  if (list === '') return []
  const values = list.split(',').map((value) => value.trim().toLowerCase())
  return [...new Set(values)].filter((value) => value !== '')
}

export function searchKey(query: SearchQuery): string {
  return `search ${JSON.stringify(Object.values(query))}`
}
