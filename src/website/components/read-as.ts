import { POWER_SOURCES, WHEEL_DRIVES } from '../../schema/api/values.ts'
import type { Field } from '../../schema/records/field.ts'
import { MACHINE } from '../../schema/records/machine.ts'
import { EQUIPMENT } from '../../schema/records/machine-search-fields.ts'
import { BOUNDED, type Bounded, isNamed, MACHINE_FIELDS } from '../../search/parser/fields.ts'
import type { ParsedQuery } from '../../search/parser/parse-query.ts'
import type { Loosened } from '../../search/relaxation.ts'
import { mixedPriceKinds } from '../../search/search-headers.ts'
import { applyParsed } from '../../search/search-request.ts'
import { type Html, html } from '../html.ts'
import type { Locale } from '../locale.ts'
import { boundsText } from './amounts.ts'
import { LISTS, type ListQuery, type SearchNames, searchAddress, valuesOf } from './filters.ts'
import { type Removal, removableChips } from './list.ts'

/** Returns the search with what its text says as parameters, so that each can be changed or removed. */
export function plainQuery(query: ListQuery, reading: ParsedQuery): ListQuery {
  const { states } = reading.intents
  const state = query.state || (states.length === 1 ? states[0]! : '')
  if (reading.isPlain) return { ...query, state }
  return { ...query, ...applyParsed(query, reading), q: reading.text, state }
}

export function readAs(
  locale: Locale,
  reading: Pick<ParsedQuery, 'clauses' | 'ignored' | 'isPlain'>,
  names: Pick<SearchNames, 'manufacturer' | 'machine_class'>,
): Html | null {
  const { clauses, ignored, isPlain } = reading
  if (isPlain) return null
  const { w } = locale
  const words = clauses.map((clause) => clause.map((word) => wordLabel(locale, word, names)).join(' ')).join(' / ')
  return html`${words !== '' && html`<p class="tag"><span class="unseen">${w.readAs}: </span>${words}</p>`}${ignored.length > 0 && html`<p class="quiet">${locale.say('ignoredWords', { words: ignored.join(', ') })}</p>`}`
}

function wordLabel(locale: Locale, word: string, names: Pick<SearchNames, 'manufacturer' | 'machine_class'>): string {
  if ((WHEEL_DRIVES as readonly string[]).includes(word)) return locale.value('wheel_drive', word)
  if ((POWER_SOURCES as readonly string[]).includes(word)) return locale.value('power_source', word)
  // A word and its field are one token: powersteering.
  for (const field of EQUIPMENT) {
    const value = word.endsWith(field) ? word.slice(0, -field.length) : ''
    if (value) return `${locale.value('spec', field)}: ${locale.said(value)}`
  }
  const norm = /^(trem|bs|stage)(iiia?|iv|vi?)$/.exec(word)
  if (norm) return `${norm[1]} ${norm[2]}`.toUpperCase()
  const manufacturer = names.manufacturer(word)
  return manufacturer === word ? names.machine_class(word) : manufacturer
}

export function chips(
  locale: Locale,
  query: ListQuery,
  names: SearchNames,
  textSort: ParsedQuery['sort'],
): Html | null {
  const { cylinders, launched_since, launched_until } = query
  const removals: Removal[] = []
  const cleared: Partial<ListQuery> = {}
  const add = (label: string, without: Partial<ListQuery>) => {
    removals.push([label, searchAddress(locale, query, without)])
    Object.assign(cleared, without)
  }
  for (const list of LISTS) {
    const values = valuesOf(query[list])
    for (const value of values) add(names[list](value), { [list]: values.filter((other) => other !== value).join() })
    cleared[list] = ''
  }
  for (const measure of BOUNDED) {
    const label = measureLabel(locale, query, measure)
    if (label) add(label, { [`${measure}_min`]: null, [`${measure}_max`]: null })
  }
  if (cylinders !== null) add(`${locale.figure(cylinders)} ${locale.value('spec', 'cylinders')}`, { cylinders: null })
  if (launched_since) add(locale.say('launchedSince', { date: locale.month(launched_since) }), { launched_since: null })
  if (launched_until) add(locale.say('launchedUntil', { date: locale.month(launched_until) }), { launched_until: null })
  if (textSort !== null && query.sort === textSort) add(locale.value('sort', textSort), { sort: null })
  return removableChips(locale, removals, searchAddress(locale, query, cleared))
}

/** A condition that nothing meets, in words, and the nearest value, if there is one. */
export function conditionOf(
  locale: Locale,
  query: ListQuery,
  names: SearchNames,
  { name, nearest, words }: Loosened,
): [condition: string, nearest: string | null] {
  const measure = BOUNDED.find((bounded) => name === `${bounded}_min` || name === `${bounded}_max`)
  if (measure) {
    const { type, unit = 'kg' }: Field = MACHINE[MACHINE_FIELDS[measure].field]
    const write = (value: number) => (unit === 'INR' ? locale.money(value) : locale.measure(value, unit))
    const condition = measureLabel(locale, query, measure) ?? ''
    return [condition, nearest === null || type === 'date' ? null : write(Number(nearest))]
  }
  const list = LISTS.find((list) => list === name)
  const values = list && (words.length > 0 ? words : valuesOf(query[list]))
  if (list && values)
    return [values.map(names[list]).join(', '), nearest === null ? null : names[list](String(nearest))]
  const condition =
    words.length > 0 ? words.map((word) => wordLabel(locale, word, names)).join(' ') : String(query[name])
  return [condition, nearest === null ? null : String(nearest)]
}

function measureLabel(locale: Locale, query: ListQuery, measure: Bounded): string | undefined {
  const [low, high] = [query[`${measure}_min`], query[`${measure}_max`]]
  if (low === null && high === null) return undefined
  const { field, near } = MACHINE_FIELDS[measure]
  const { type, unit: sign = 'kg' }: Field = MACHINE[field]
  const unit = sign === 'INR' ? undefined : sign
  const middle = Math.round((low ?? 0) + (high ?? 0)) / 2
  const isNear = (bound: number | null, share: number) =>
    bound !== null && Math.abs(bound - middle * share) <= (type === 'number' ? 0.01 : 0.5)
  const label =
    isNear(high, 1 + near) && isNear(low, 1 - near)
      ? locale.say('aboutFigure', { value: boundsText(locale, middle, middle, unit) })
      : boundsText(locale, low, high, unit)
  return isNamed(measure) ? `${locale.value('spec', field)}: ${label}` : label
}

/** If prices are sorted or bounded: the kinds of price in the list, each with a link that keeps only it. */
export function priceKinds(locale: Locale, query: ListQuery, facets: Record<string, Record<string, number>>) {
  const kinds = mixedPriceKinds(query, () => facets.price_kind ?? {})
  if (kinds.length === 0) return null
  return html`<div class="note mixed" id="mixed"><p>${locale.w.mixedPrices}</p><ul class="chips">${kinds.map(
    ([kind, n]) =>
      html`<li><a class="chip" href="${searchAddress(locale, query, { price_kind: kind })}" rel="nofollow">${locale.value('price_kind', kind)} <small>${locale.figure(n)}</small></a></li>`,
  )}</ul></div>`
}
