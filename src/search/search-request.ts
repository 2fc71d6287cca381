import type { SearchParameters } from '../contract/search.ts'
import { MAX_LIMIT } from '../contract/values.ts'
import { LIST_FILTERS } from './index/attributes.ts'
import { type Reading, textOf } from './reading/read-query.ts'
import { addSaid, NOTHING_SAID, type SaidBounds } from './reading/said.ts'
import { valueNamed } from './reading/vocabulary.ts'
import type { SearchQuery } from './types.ts'

/** The query for an engine. Filters get one canonical form, so that equal questions have equal keys. */
export function toSearchQuery(given: SearchParameters): SearchQuery {
  const query: SearchQuery = {
    ...given,
    sort: given.sort === '' ? null : given.sort,
    limit: Math.min(given.limit, MAX_LIMIT),
  }
  for (const name of LIST_FILTERS) query[name] = filterValues(given[name], name).sort().join()
  return query
}

/** The distinct values of a filter. Case does not matter, and another name of a drive or power source means it. */
export function filterValues(list: string, name?: string): string[] {
  if (list === '') return []
  const values = list.split(',').map((value) => value.trim().toLowerCase())
  const isNamed = name === 'wheel_drive' || name === 'power_source'
  return [...new Set(isNamed ? values.map(valueNamed) : values)].filter((value) => value !== '')
}

export function searchKey(query: SearchQuery): string {
  return `search ${JSON.stringify(Object.values(query))}`
}

/** The query with what its text says as parameters: of two bounds on one figure the stricter holds, a sort that was sent wins. */
export function asRead(query: SearchQuery, { said, sort }: Reading): SearchQuery {
  if (sort === null && said === NOTHING_SAID) return query
  return addSaid({ ...query, sort: query.sort ?? sort }, said)
}

/** How the text of a query was read, for headers; undefined where there is nothing to tell. */
export interface ReadBack {
  /** A query string that, sent in place of the text and of what it names, asks for the same. */
  read: string | undefined
  leftOut: readonly string[]
}

export function readBack(query: SearchQuery, reading: Reading): ReadBack {
  const { said, sort, wish, isPlain } = reading
  const hasOtherSort = sort !== null && query.sort !== null && query.sort !== sort
  const leftOut = hasOtherSort ? [...reading.leftOut, ...wish] : reading.leftOut
  if (isPlain) return { read: undefined, leftOut }
  const asked = asRead(query, reading)
  const told = new URLSearchParams()
  if (reading.sides.length > 0) told.set('q', textOf(reading))
  for (const name of Object.keys(said) as (keyof SaidBounds)[]) told.set(name, String(asked[name]))
  if (sort !== null && query.sort === null) told.set('sort', sort)
  return { read: told.toString() || 'q=', leftOut }
}
