import type { SearchParameters } from '../schema/api/search.ts'
import { FACETS, MAX_LIMIT, NO_FACETS } from '../schema/api/values.ts'
import { LIST_FILTERS } from './index/attributes.ts'
import { addSaid, NOTHING_SAID } from './parser/measures.ts'
import { type Reading, textOf } from './parser/read-query.ts'
import type { Facet, SearchQuery } from './types.ts'
import { valueNamed } from './words/value-names.ts'

/** The query for an engine. Filters get one canonical form, so that equal questions have equal keys. */
export function toSearchQuery(given: SearchParameters): SearchQuery {
  const query: SearchQuery = {
    ...given,
    sort: given.sort === '' ? null : given.sort,
    limit: Math.min(given.limit, MAX_LIMIT),
  }
  for (const name of LIST_FILTERS) query[name] = filterValues(given[name], name).sort().join()
  if (given.facets !== '') query.facets = wantedFacets(query).join() || NO_FACETS
  return query
}

/** Those of all facets that a parameter names, in their order; without a name all. */
export function namedFacets<F extends string>(names: string, all: readonly F[]): readonly F[] {
  if (names === '') return all
  const wanted = names.split(',')
  return all.filter((name) => wanted.includes(name))
}

export const wantedFacets = ({ facets }: Pick<SearchQuery, 'facets'>): readonly Facet[] => namedFacets(facets, FACETS)

/** The facets to count: those asked for, and the kinds of prices where a header tells them. */
export function countedFacets(query: SearchQuery): readonly Facet[] {
  const wanted = wantedFacets(query)
  return isPriced(query) && !wanted.includes('price_kind') ? [...wanted, 'price_kind'] : wanted
}

/** Whether prices of several kinds would be compared. */
export function isPriced({ sort, price_min, price_max }: SearchQuery): boolean {
  return sort === 'price_asc' || sort === 'price_desc' || price_min !== null || price_max !== null
}

/** One value that is written as it is compared. */
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

/** The query with what its text says as parameters: of two bounds on one figure the stricter holds, a sort that was sent wins. */
export function asRead(query: SearchQuery, { said, sort }: Reading): SearchQuery {
  if (sort === null && said === NOTHING_SAID) return query
  const asked = addSaid(query, said)
  asked.sort ??= sort
  return asked
}

/** How the text of a query was read, for headers; undefined where there is nothing to tell. */
export interface ReadBack {
  /** A query string that, sent in place of the text and of what it names, asks for the same. */
  read: string | undefined
  leftOut: readonly string[]
}

export function readBack(query: SearchQuery, reading: Reading): ReadBack {
  return tellReading(reading, query.sort, () => asRead(query, reading))
}

/** `sent` is the sort that came beside the text, `asked` what is asked for when it is read. */
export function tellReading(
  reading: Pick<Reading, 'sides' | 'leftOut' | 'wish' | 'isPlain'> & { said: object; sort: string | null },
  sent: string | null,
  asked: () => object,
): ReadBack {
  const { said, sort, wish, isPlain } = reading
  const hasOtherSort = sort !== null && sent !== null && sent !== sort
  const leftOut = hasOtherSort ? [...reading.leftOut, ...wish] : reading.leftOut
  if (isPlain) return { read: undefined, leftOut }
  const all = asked() as Record<string, unknown>
  const told = new URLSearchParams()
  if (reading.sides.length > 0) told.set('q', textOf(reading))
  for (const name of Object.keys(said)) told.set(name, String(all[name]))
  if (sort !== null && sent === null) told.set('sort', sort)
  return { read: told.toString() || 'q=', leftOut }
}
