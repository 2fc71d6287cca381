import type { SearchQuery } from '../../search/types.ts'
import { type Html, html } from '../html.ts'
import type { Reader } from '../reader.ts'
import type { SearchNames } from './filters.ts'
import { searchAddress, valuesOf, without } from './search-address.ts'

type ListFilter = 'machine_class' | 'manufacturer' | 'kind' | 'power_source' | 'wheel_drive' | 'lifecycle'
const LISTS: readonly ListFilter[] = [
  'machine_class',
  'manufacturer',
  'kind',
  'power_source',
  'wheel_drive',
  'lifecycle',
]

/** The active filters, each with a link that removes it. */
export function chips(reader: Reader, query: SearchQuery, names: SearchNames): Html | null {
  const { w } = reader
  const given: { label: string; changes: Partial<SearchQuery> }[] = LISTS.flatMap((list) =>
    valuesOf(query[list]).map((value) => ({
      label: names[list](value),
      changes: { [list]: without(query[list], value) },
    })),
  )
  const bound = (label: string, changes: Partial<SearchQuery>) => given.push({ label, changes })
  const { hp_min, hp_max, weight_min, weight_max, price_max, launched_since } = query
  if (hp_min !== null || hp_max !== null) bound(range(reader, hp_min, hp_max, 'HP'), { hp_min: null, hp_max: null })
  if (weight_min !== null || weight_max !== null) {
    bound(range(reader, weight_min, weight_max, 'kg'), { weight_min: null, weight_max: null })
  }
  if (price_max !== null) bound(reader.say('upTo', { value: reader.money(price_max) }), { price_max: null })
  if (launched_since)
    bound(reader.say('launchedSince', { date: reader.month(launched_since) }), { launched_since: null })
  if (given.length === 0) return null
  const cleared = Object.fromEntries(LISTS.map((list) => [list, '']))
  const nothing = {
    hp_min: null,
    hp_max: null,
    weight_min: null,
    weight_max: null,
    price_max: null,
    launched_since: null,
  }
  return html`<div class="chips"><h3 class="unseen">${w.filtersInUse}</h3><ul>${given.map(
    ({ label, changes }) =>
      html`<li><a class="chip" href="${searchAddress(reader, query, changes)}" rel="nofollow"><span class="unseen">${reader.say('remove', { value: '' })}</span>${label}<span aria-hidden="true"> ×</span></a></li>`,
  )}<li><a class="chip plain" href="${searchAddress(reader, query, { ...cleared, ...nothing })}" rel="nofollow">${w.clearAll}</a></li></ul></div>`
}

function range(reader: Reader, from: number | null, to: number | null, unit: string): string {
  if (from === null) return reader.say('upTo', { value: reader.measure(to!, unit) })
  if (to === null) return reader.say('atLeast', { value: reader.measure(from, unit) })
  return `${reader.figure(from)}–${reader.measure(to, unit)}`
}
