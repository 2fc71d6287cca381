import type { MachineSearchOut } from '../../contract/search.ts'
import { HP_BANDS, STATE_CODES } from '../../contract/values.ts'
import type { SearchQuery } from '../../search/types.ts'
import { type Html, html, raw } from '../html.ts'
import type { Language } from '../language.ts'
import type { PageData } from '../page-data.ts'
import type { Parameters, Reader } from '../reader.ts'
import { option } from './small.ts'

/** What a list of machines is asked: a search, and the state whose prices come first. */
export interface ListQuery extends SearchQuery {
  state: string
}

/** The filters whose values are ticked. */
export const LISTS = [
  'machine_class',
  'manufacturer',
  'kind',
  'power_source',
  'wheel_drive',
  'lifecycle',
  'price_kind',
] as const

/** The labels of each filter's values. */
export type SearchNames = Record<(typeof LISTS)[number], (value: string) => string>

const known = new WeakMap<object, Partial<Record<Language, SearchNames>>>()

/** Made once until the list of makers changes. */
export function searchNames(data: PageData, reader: Reader): SearchNames {
  const byLanguage = known.get(data.makers()) ?? {}
  known.set(data.makers(), byLanguage)
  byLanguage[reader.language] ??= makeNames(data, reader)
  return byLanguage[reader.language]!
}

function makeNames(data: PageData, reader: Reader): SearchNames {
  const classes = new Map(data.classes().map((machineClass) => [machineClass.key, reader.classPlural(machineClass)]))
  const makers = new Map(data.makers().map((maker) => [maker.slug, reader.maker(maker)]))
  return {
    machine_class: (key) => classes.get(key) ?? key,
    manufacturer: (slug) => makers.get(slug) ?? slug,
    kind: (key) => reader.value('kind', key),
    power_source: (key) => reader.value('power_source', key),
    wheel_drive: (key) => reader.value('wheel_drive', key),
    lifecycle: (key) => reader.value('lifecycle', key),
    price_kind: (key) => reader.value('price_kind', key),
  }
}

/** The filter column. Ticks are sent as a form; power bands are links. */
export function filters(reader: Reader, query: ListQuery, found: MachineSearchOut, names: SearchNames): Html {
  const { w } = reader
  const facet = (list: keyof SearchNames, label: string, isOpen: boolean, shown = 6) =>
    ticks(list, label, query[list], found.facets[list] ?? {}, names[list], isOpen, shown, w.more)
  return html`${facet('machine_class', w.machineClass, true)}
${powerFilter(reader, query, found)}
${facet('manufacturer', w.maker, true)}
${priceFilter(reader, query)}
${facet('price_kind', w.priceKind, query.price_kind !== '')}
${facet('wheel_drive', reader.value('spec', 'wheel_drive'), true)}
${facet('kind', w.kindOf, query.kind !== '')}
${facet('power_source', reader.value('spec', 'power_source'), query.power_source !== '')}
${facet('lifecycle', reader.value('spec', 'lifecycle'), query.lifecycle !== '')}`
}

/** The values of one filter: chosen ones first, then the most frequent. Further ones are folded away. */
function ticks(
  name: string,
  label: string,
  filter: string,
  counts: Record<string, number>,
  nameOf: (value: string) => string,
  isOpen: boolean,
  shown: number,
  more: string,
): Html | null {
  const chosen = valuesOf(filter)
  const others = Object.keys(counts)
    .filter((value) => !chosen.includes(value))
    .sort((a, b) => counts[b]! - counts[a]! || (nameOf(a) < nameOf(b) ? -1 : 1))
  const values = [...chosen, ...others]
  if (values.length === 0) return null
  const tick = (value: string) =>
    html`<li><label><input type="checkbox" name="${name}" value="${value}"${raw(chosen.includes(value) ? ' checked' : '')}> <span>${nameOf(value)}</span> <small>${counts[value] ?? 0}</small></label></li>`
  const first = values.slice(0, Math.max(shown, chosen.length))
  const rest = values.slice(first.length)
  return html`<details class="facet" id="facet-${name}"${raw(isOpen ? ' open' : '')}><summary>${label}</summary><fieldset><legend class="unseen">${label}</legend><ul>${first.map(tick)}</ul>${
    rest.length > 0 &&
    html`<details class="more"><summary>${more} (${rest.length})</summary><ul>${rest.map(tick)}</ul></details>`
  }</fieldset></details>`
}

function powerFilter(reader: Reader, query: ListQuery, found: MachineSearchOut): Html {
  const { w } = reader
  const counts = found.facets.hp_band ?? {}
  const bands = HP_BANDS.map(({ name, upTo }, at) => {
    const from = at === 0 ? null : HP_BANDS[at - 1]!.upTo + 1
    const to = upTo === Number.POSITIVE_INFINITY ? null : upTo
    const isChosen = query.hp_min === from && query.hp_max === to
    const changes = isChosen ? { hp_min: null, hp_max: null } : { hp_min: from, hp_max: to }
    return counts[name] || isChosen
      ? html`<li><a class="chip" href="${searchAddress(reader, query, changes)}" rel="nofollow"${raw(isChosen ? ' aria-current="true"' : '')}>${reader.value('hp_band', name)}</a></li>`
      : null
  })
  return html`<details class="facet" id="facet-power" open><summary>${w.hpBand}</summary><ul class="bands">${bands}</ul>
<div class="pair"><label>${w.hpFrom} <input type="number" name="hp_min" min="0" step="any" inputmode="decimal" value="${query.hp_min ?? ''}"></label>
<label>${w.hpTo} <input type="number" name="hp_max" min="0" step="any" inputmode="decimal" value="${query.hp_max ?? ''}"></label></div></details>`
}

const BUDGETS = [300_000, 500_000, 600_000, 700_000, 800_000, 1_000_000, 1_500_000, 2_500_000, 5_000_000]

function priceFilter(reader: Reader, query: ListQuery): Html {
  const { w } = reader
  const budget = (name: 'price_min' | 'price_max', label: string) => {
    const chosen = query[name]
    const steps = chosen === null || BUDGETS.includes(chosen) ? BUDGETS : [...BUDGETS, chosen].sort((a, b) => a - b)
    return html`<label class="field">${label}
<select name="${name}">${option('', w.any, chosen === null)}${steps.map((step) => option(step, reader.money(step), step === chosen))}</select></label>`
  }
  const states = STATE_CODES.map((code) => ({ code, label: reader.value('state', code) }))
  states.sort((a, b) => (a.label < b.label ? -1 : 1))
  return html`<details class="facet" id="facet-price" open><summary>${w.price}</summary><div class="pair">${budget('price_min', w.priceLeast)}
${budget('price_max', w.priceMost)}</div>
<label class="field">${w.pricesIn} <select name="state">${option('', w.allPlaces, query.state === '')}${states.map(({ code, label }) => option(code, label, code === query.state))}</select></label></details>`
}

/** Whole rows of two and of three cards. */
export const HITS = 18

/** The parameters of a search's address. Any change starts at the first page again. */
export function searchParameters(query: ListQuery, changes: Partial<ListQuery> = {}): Parameters {
  const { limit, offset, ...rest } = { ...query, offset: 0, ...changes }
  return { ...rest, ...(limit === HITS ? {} : { limit }), ...(offset === 0 ? {} : { offset }) }
}

export function searchAddress(reader: Reader, query: ListQuery, changes: Partial<ListQuery> = {}): string {
  return reader.to('machines', searchParameters(query, changes))
}

/** The values of a filter. */
export function valuesOf(filter: string): string[] {
  return filter === '' ? [] : filter.split(',')
}
