import type { MachineSearchOut } from '../../schema/api/search.ts'
import { FACETS, STATE_CODES } from '../../schema/api/values.ts'
import type { Field } from '../../schema/records/field.ts'
import { MACHINE } from '../../schema/records/machine.ts'
import { type ListName, MACHINE_SEARCH_FIELDS } from '../../schema/records/machine-search-fields.ts'
import { BOUNDED, type Bounded, isNamed, MACHINE_FIELDS } from '../../search/parser/fields.ts'
import type { SearchQuery } from '../../search/types.ts'
import { type Html, html, raw } from '../html.ts'
import type { Parameters as AddressParameters, Locale } from '../locale.ts'
import type { PageData } from '../page-data.ts'
import { BANDS, boundsText } from './amounts.ts'
import { field, select, stateSelect } from './forms.ts'
import { HITS } from './list.ts'

export interface ListQuery extends SearchQuery {
  /** The state whose prices come first. */
  state: string
  all: string
}

export const LISTS = FACETS.filter((facet): facet is ListName => 'list' in MACHINE_SEARCH_FIELDS[facet])

export type SearchNames = Record<ListName, (value: string) => string>

export function searchNames(data: PageData, locale: Locale): SearchNames {
  const nameIn = (list: ListName & Parameters<Locale['value']>[0]) => (key: string) => locale.value(list, key)
  return {
    machine_class(key) {
      const labels = data.classOf(key)
      return labels ? locale.classPlural(labels) : key
    },
    manufacturer: (slug) => locale.manufacturer(data.manufacturer(slug) ?? { slug, name: slug }),
    kind: nameIn('kind'),
    power_source: nameIn('power_source'),
    wheel_drive: nameIn('wheel_drive'),
    lifecycle: nameIn('lifecycle'),
    price_kind: nameIn('price_kind'),
  }
}

/** How many values a filter shows at first. A catalogue may have hundreds of manufacturers. */
const MAX_VALUES = 6

export function filters(locale: Locale, query: ListQuery, result: MachineSearchOut, names: SearchNames): Html {
  const { w } = locale
  const spec = (key: string) => locale.value('spec', key)
  return html`${ticks('machine_class', w.machineClass, true)}
${powerFilter(locale, query, result)}
${ticks('manufacturer', w.manufacturer, true)}
${priceFilter(locale, query)}
${ticks('price_kind', w.priceKind)}
${ticks('wheel_drive', spec('wheel_drive'), true)}
${ticks('kind', w.kindOf)}
${ticks('power_source', spec('power_source'))}
${ticks('lifecycle', spec('lifecycle'))}
${BOUNDED.filter(isNamed).map((measure) => boundsFilter(locale, query, measure))}`

  /** The values of one filter: selected ones first, then the most frequent, with a link to all of them. */
  function ticks(list: ListName, label: string, isOpen = query[list] !== ''): Html | null {
    const [counts, nameOf] = [result.facets[list] ?? {}, names[list]]
    const selected = valuesOf(query[list])
    const others = Object.keys(counts)
      .filter((value) => !selected.includes(value))
      .sort((a, b) => counts[b]! - counts[a]! || (nameOf(a) < nameOf(b) ? -1 : 1))
    const values = [...selected, ...others]
    if (values.length === 0) return null
    const isAll = query.all === list
    const visible = isAll ? values : values.slice(0, Math.max(MAX_VALUES, selected.length))
    const tick = (value: string) =>
      html`<li><label><input type="checkbox" name="${list}" value="${value}"${raw(selected.includes(value) ? ' checked' : '')}> <span>${nameOf(value)}</span> <small>${counts[value] ?? 0}</small></label></li>`
    const rest = values.length - visible.length
    const address = `${locale.to('filters/machines', searchParameters(query, { all: isAll ? '' : list }))}#facet-${list}`
    const more = html`<a class="more" id="more-${list}" href="${address}" rel="nofollow">${isAll ? w.fewer : `${w.more} (${rest})`}<span class="unseen">: ${label}</span></a>`
    const body = html`<fieldset><legend class="unseen">${label}</legend><ul>${visible.map(tick)}</ul>${(rest > 0 || isAll) && more}</fieldset>`
    return panel(list, label, isOpen || isAll, body)
  }
}

function panel(id: string, label: string, isOpen: boolean, body: Html): Html {
  return html`<details class="facet" id="facet-${id}"${raw(isOpen ? ' open' : '')}><summary>${label}</summary>${body}</details>`
}

function powerFilter(locale: Locale, query: ListQuery, result: MachineSearchOut): Html {
  const { w } = locale
  const counts = result.facets.hp_band ?? {}
  const bands = BANDS.map(({ name, from, to }) => {
    const isSelected = query.hp_min === from && query.hp_max === to
    const changes = isSelected ? { hp_min: null, hp_max: null } : { hp_min: from, hp_max: to }
    return (
      (counts[name] || isSelected) &&
      html`<li><a class="chip" href="${searchAddress(locale, query, changes)}" rel="nofollow"${raw(isSelected ? ' aria-current="true"' : '')}>${boundsText(locale, from, to, 'HP')}</a></li>`
    )
  })
  return panel('power', w.power, true, html`<ul class="bands">${bands}</ul>${bounds(query, 'hp', w.hpMin, w.hpMax)}`)
}

function boundsFilter(locale: Locale, query: ListQuery, measure: Bounded): Html {
  const fieldName = MACHINE_FIELDS[measure].field
  const { unit: sign = '' }: Field = MACHINE[fieldName]
  const value = locale.unit(sign)
  const isOpen = query[`${measure}_min`] !== null || query[`${measure}_max`] !== null
  const inputs = bounds(query, measure, locale.say('atLeast', { value }), locale.say('upTo', { value }))
  return panel(measure, locale.value('spec', fieldName), isOpen, inputs)
}

function bounds(query: ListQuery, measure: Bounded, minLabel: string, maxLabel: string): Html {
  const input = (name: `${Bounded}_${'min' | 'max'}`, label: string) =>
    html`<label>${label} <input type="number" name="${name}" min="0" step="any" inputmode="decimal" value="${query[name] ?? ''}"></label>`
  return html`<div class="pair">${input(`${measure}_min`, minLabel)}
${input(`${measure}_max`, maxLabel)}</div>`
}

const BUDGETS = [300_000, 500_000, 600_000, 700_000, 800_000, 1_000_000, 1_500_000, 2_500_000, 5_000_000]

function priceFilter(locale: Locale, query: ListQuery): Html {
  const { w } = locale
  const budget = (name: 'price_min' | 'price_max', label: string) =>
    field(label, select(name, { any: w.any, values: BUDGETS, selected: query[name], label: locale.money }))
  const body = html`<div class="pair">${budget('price_min', w.priceMin)}
${budget('price_max', w.priceMax)}</div>
${stateSelect(locale, STATE_CODES, query.state)}`
  return panel('price', w.price, true, body)
}

/** The parameters of a search's address. Any change starts at the first page again. */
export function searchParameters(query: ListQuery, changes: Partial<ListQuery> = {}): AddressParameters {
  const { limit, offset, ...rest } = { ...query, offset: 0, ...changes }
  return { ...rest, ...(limit === HITS ? {} : { limit }), ...(offset === 0 ? {} : { offset }) }
}

export function searchAddress(locale: Locale, query: ListQuery, changes: Partial<ListQuery> = {}): string {
  return locale.to('machines', searchParameters(query, changes))
}

export function valuesOf(filter: string): string[] {
  return filter.trim().split(/ *, */).filter(Boolean)
}
