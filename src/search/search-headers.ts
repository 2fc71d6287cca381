import { nearestName } from '../lib/text/nearest-name.ts'
import type { Field } from '../schema/records/field.ts'
import { MACHINE } from '../schema/records/machine.ts'
import {
  BOUNDS,
  LISTS,
  type ListName,
  MACHINE_SEARCH_FIELDS,
  type MachineSearchField,
} from '../schema/records/machine-search-fields.ts'
import type { ParsedQuery } from './parser/parse-query.ts'
import type { SearchIndex } from './search-index.ts'
import { applyParsed, filterValues, isPriced, type ReadBack, readBack } from './search-request.ts'
import { readCounts, type SearchAnswer, type SearchQuery } from './types.ts'

const BOUND_PAIRS = BOUNDS.map((name) => (MACHINE_SEARCH_FIELDS[name] as MachineSearchField).bounds!)
const closedValues = (name: ListName): readonly string[] | undefined => (MACHINE[name] as Field).values
const MAX_HEADER = 1_000

export function searchHeaders(
  index: SearchIndex,
  input: SearchQuery,
  facets: SearchAnswer['facets'],
): Record<string, string> {
  const parsed = index.parse(input.q)
  const query = applyParsed(input, parsed)
  const filters = LISTS.map((name) => ({ name, sent: query[name], closed: closedValues(name) }))
  const unmet = [...emptyRanges(query, BOUND_PAIRS), ...implementHints(parsed)]
  const kinds = mixedPriceKinds(query, () => readCounts(facets.price_kind))
    .map(([kind, count]) => `${kind}=${count}`)
    .join(', ')
  return {
    ...readingHeaders(query.sort, readBack(input, parsed), unmet, filters, index.valuesOf),
    ...(kinds !== '' && { 'x-price-kinds': kinds }),
  }
}

/** A query for nothing but an implement finds no machine; says where implements are. */
function implementHints({ isUnmatched, intents }: ParsedQuery): string[] {
  if (!isUnmatched) return []
  const kinds = [...new Set(intents.implements)]
  return kinds.map((kind) => `${kind} is an implement; those that fit a machine: GET /v1/tractors/{slug}/implements`)
}

interface SentFilter<Name> {
  name: Name
  sent: string
  closed: readonly string[] | undefined
  meant?: ((value: string) => string | undefined) | undefined
}

/** Says of each pair of bounds that nothing can meet why. */
export function emptyRanges(query: object, pairs: readonly (readonly [min: string, max: string])[]): string[] {
  const bounds = query as Record<string, number | string | null | undefined>
  return pairs.flatMap(([min, max]) => {
    const [low, high] = [bounds[min] ?? null, bounds[max] ?? null]
    return low !== null && high !== null && low > high
      ? [`${min}=${low} is above ${max}=${high}: nothing matches both`]
      : []
  })
}

/** The sort in force, how the text was read, and what is wrong with bounds and filter values that nothing can meet. */
export function readingHeaders<Name extends string>(
  sort: string | null,
  { read, ignored }: ReadBack,
  unmet: readonly string[],
  filters: readonly SentFilter<Name>[],
  valuesOf: (name: Name) => readonly string[],
): Record<string, string> {
  const left = ignored.map(encodeURIComponent).join(',')
  const hint = [...unmet, ...filters.flatMap((filter) => hints(filter, valuesOf))].join('; ').slice(0, MAX_HEADER)
  return {
    ...(sort && { 'x-sort': sort }),
    ...(read !== undefined && { 'x-query-read': read }),
    ...(left !== '' && { 'x-query-left-out': left }),
    ...(hint !== '' && { 'x-query-hint': hint }),
  }
}

/** Under a price sort or bound: how many matches have which kind of price, the most frequent first, if there are several. */
export function mixedPriceKinds(
  query: SearchQuery,
  counts: () => Record<string, number>,
): [kind: string, count: number][] {
  if (!isPriced(query)) return []
  const required = filterValues(query.price_kind)
  const kinds = Object.entries(counts()).filter(([kind]) => required.length === 0 || required.includes(kind))
  return kinds.length < 2 ? [] : kinds.sort(([, a], [, b]) => b - a)
}

function hints<Name extends string>(
  { name, sent, closed, meant }: SentFilter<Name>,
  valuesOf: (name: Name) => readonly string[],
): string[] {
  if (sent === '') return []
  const existing = closed ?? valuesOf(name)
  return filterValues(sent, name).flatMap((value) => {
    if (existing.includes(value)) return []
    const reported = `${name}=${encodeURIComponent(value)} is not known`
    const nearest = meant?.(value) ?? nearestName(value, existing)
    if (closed) return [`${reported}; ${nearest ? `nearest: ${nearest}; ` : ''}allowed: ${existing.join(', ')}`]
    return [nearest ? `${reported}; nearest: ${encodeURIComponent(nearest)}` : reported]
  })
}
