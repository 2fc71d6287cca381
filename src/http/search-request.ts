import type { SearchParameters } from '../contract/search.ts'
import { MAX_LIMIT, type Sort } from '../contract/values.ts'
import type { SearchQuery } from '../search/types.ts'

/** The query an engine takes. Filters are brought into one form, so that the same question has one key. */
export function toSearchQuery(given: SearchParameters): SearchQuery {
  return {
    q: given.q,
    machine_class: filterValues(given.machine_class),
    manufacturer: filterValues(given.manufacturer),
    kind: filterValues(given.kind),
    power_source: filterValues(given.power_source),
    wheel_drive: filterValues(given.wheel_drive),
    lifecycle: filterValues(given.lifecycle),
    hp_min: given.hp_min,
    hp_max: given.hp_max,
    weight_min: given.weight_min,
    weight_max: given.weight_max,
    price_max: given.price_max,
    launched_since: given.launched_since,
    sort: given.sort === '' ? null : (given.sort as Sort),
    limit: Math.min(given.limit, MAX_LIMIT),
    offset: given.offset,
  }
}

function filterValues(list: string): string {
  if (list === '') return ''
  if (!list.includes(',')) return list.trim().toLowerCase()
  const values = list.split(',').map((value) => value.trim().toLowerCase())
  return [...new Set(values)]
    .filter((value) => value !== '')
    .sort()
    .join()
}

export function searchKey(query: SearchQuery): string {
  return `search ${JSON.stringify(Object.values(query))}`
}
