import { type Html, html, raw } from '../html.ts'
import type { Locale, Parameters } from '../locale.ts'

interface Options<Value> {
  any: string
  values: readonly Value[]
  selected: Value | '' | null
  label(value: Value): string
}

/** A select; a value that is only in the address is offered too. */
export function select<Value extends string | number>(
  name: string,
  { any, values, selected, label }: Options<Value>,
): Html {
  const isListed = selected === '' || selected === null || values.includes(selected)
  const option = (value: Value | '', text: string) =>
    html`<option value="${value}"${raw(value === (selected ?? '') ? ' selected' : '')}>${text}</option>`
  return html`<select name="${name}">${option('', any)}${(isListed ? values : [selected, ...values]).map((value) => option(value, label(value)))}</select>`
}

export function field(label: string, control: Html): Html {
  return html`<label class="field">${label}${control}</label>`
}

/** Parameters that a form sends without a field for them; outside the form with its ID. */
export function hiddenFields(parameters: Parameters, visible: readonly string[] = [], form = ''): Html[] {
  return Object.entries(parameters).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' || visible.includes(name)
      ? []
      : [html`<input type="hidden" name="${name}" value="${value}"${form && html` form="${form}"`}>`],
  )
}

export function empty(title: string, text: string, [label, address]: readonly [label: string, address: string]): Html {
  return html`<div class="empty"><h2>${title}</h2>${text && html`<p>${text}</p>`}<p><a class="button" href="${address}">${label}</a></p></div>`
}

export function pager(
  locale: Locale,
  { total, offset, limit }: Record<'total' | 'offset' | 'limit', number>,
  addressAt: (offset: number) => string,
): Html | null {
  if (limit === 0 || total <= limit) return null
  const { w } = locale
  const pages = Math.ceil(total / limit)
  const page = Math.min(Math.floor(offset / limit) + 1, pages)
  const step = (to: number, label: string, rel: string) =>
    to < 1 || to > pages
      ? html`<span class="button ghost" aria-disabled="true">${label}</span>`
      : html`<a class="button ghost" rel="${rel}" href="${addressAt((to - 1) * limit)}">${label}</a>`
  return html`<nav class="pager" aria-label="${w.pages}">${step(page - 1, w.previous, 'prev')}<span>${locale.say('pageOf', { page: locale.figure(page), pages: locale.figure(pages) })}</span>${step(page + 1, w.next, 'next')}</nav>`
}

interface SearchField {
  path: string
  /** Of the field, as its ID. */
  name: string
  label: string
  value: string
  hint: string
}

export function searchForm(locale: Locale, search: SearchField, attributes?: Html, hidden?: readonly Html[]): Html {
  const { path, name, label, value, hint } = search
  return html`<form class="search-box" role="search" action="${locale.to(path)}"${attributes}>${hidden}<label class="unseen" for="${name}">${label}</label>
<input id="${name}" name="${name}" type="search" value="${value}" maxlength="200" placeholder="${hint}" autocomplete="off" enterkeyhint="search">
<button class="button">${locale.w.search}</button></form>`
}

export function searchBox(locale: Locale, q: string): Html {
  const { w } = locale
  const search = { path: 'machines', name: 'q', label: w.searchMachines, value: q, hint: w.searchHint }
  const suggest = html` data-suggest="${locale.file('/v1/suggest')}" data-manufacturer="${w.manufacturer}" data-class="${w.machineClass}"`
  return searchForm(locale, search, html` id="ask" data-live${suggest}`)
}

/** The place near which to look for used machines; the device remembers it. */
export function placeForm({ w, to }: Locale, near = ''): Html {
  return html`<form class="place-form" id="place" action="${to('used')}" data-live><label for="near">${w.nearPlace}</label><input id="near" name="near" value="${near}" maxlength="80" autocomplete="postal-code" data-keep="near"><input type="hidden" name="sort" value="distance_asc"><button class="button">${w.search}</button></form>`
}

export function stateSelect(locale: Locale, codes: readonly string[], selected: string): Html {
  const label = (code: string) => locale.value('state', code)
  const values = codes.toSorted((a, b) => (label(a) < label(b) ? -1 : 1))
  return field(locale.w.pricesIn, select('state', { any: locale.w.allStates, values, selected, label }))
}

/** Chooses the state whose prices come first. It is remembered in the address alone. */
export function stateChooser(
  locale: Locale,
  path: string,
  { state, states, parameters = {} }: { state: string; states: readonly string[]; parameters?: Parameters },
): Html | null {
  const offered = [...new Set(states)].filter((code) => code !== 'IN')
  if (offered.length === 0) return null
  return html`<form class="state-choice" action="${locale.to(path)}">${hiddenFields(parameters)}${stateSelect(locale, offered, state)}<button class="button ghost">${locale.w.apply}</button></form>`
}

export function printAndShare(locale: Locale, title: string, path: string): Html {
  const { w } = locale
  const text = encodeURIComponent(`${title} ${locale.absolute(path)}`)
  return html`<a class="button ghost${!locale.baseUrl && ' scripted-only'}" href="https://wa.me/?text=${text}" rel="noopener noreferrer" data-share>${w.share}</a><button type="button" class="tool scripted-only" data-print>${w.print}</button>`
}
