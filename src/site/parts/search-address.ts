import type { SearchQuery } from '../../search/types.ts'
import type { Parameters, Reader } from '../reader.ts'

const HITS = 20

/** The parameters of a search's address. Any change starts at the first page again. */
export function searchParameters(query: SearchQuery, changes: Partial<SearchQuery> = {}): Parameters {
  const { limit, offset, ...rest } = { ...query, offset: 0, ...changes }
  return { ...rest, ...(limit === HITS ? {} : { limit }), ...(offset === 0 ? {} : { offset }) }
}

export function searchAddress(reader: Reader, query: SearchQuery, changes: Partial<SearchQuery> = {}): string {
  return reader.to('machines', searchParameters(query, changes))
}

/** The values of a filter. */
export function valuesOf(filter: string): string[] {
  return filter === '' ? [] : filter.split(',')
}

export function without(filter: string, value: string): string {
  return valuesOf(filter)
    .filter((other) => other !== value)
    .join()
}
