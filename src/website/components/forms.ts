import { type Html, html, raw } from '../html.ts'
import type { Locale, Parameters } from '../locale.ts'

/** An option of a select. */
export function option(value: string | number, label: string, isSelected: boolean): Html {
  return html`<option value="${value}"${raw(isSelected ? ' selected' : '')}>${label}</option>`
}

/** A select of bounds; a bound that is only in the address is offered too. */
export function boundSelect(
  label: string,
  name: string,
  selected: number | null,
  offered: readonly number[],
  write: (value: number) => string,
  any: string,
): Html {
  const values =
    selected === null || offered.includes(selected) ? offered : [...offered, selected].sort((a, b) => a - b)
  return html`<label class="field">${label}<select name="${name}">${option('', any, selected === null)}${values.map((value) => option(value, write(value), value === selected))}</select></label>`
}

/** Parameters that a form sends without a field for them; outside the form with its ID. */
export function hiddenFields(parameters: Parameters, visible: readonly string[] = [], form = ''): Html[] {
  return Object.entries(parameters).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' || visible.includes(name)
      ? []
      : [html`<input type="hidden" name="${name}" value="${value}"${form && html` form="${form}"`}>`],
  )
}

/** For an empty page: a message, and links to go on. */
export function empty(title: string, text: string, ways: readonly [label: string, address: string][]): Html {
  return html`<div class="empty"><h2>${title}</h2><p>${text}</p><p>${ways.map(
    ([label, address]) => html`<a class="button" href="${address}">${label}</a> `,
  )}</p></div>`
}

/** Links to the neighbouring pages. */
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

/** The search field. */
export function searchBox(locale: Locale, q: string): Html {
  const { w } = locale
  return html`<form class="search-box" id="ask" role="search" action="${locale.to('machines')}" data-live><label class="unseen" for="q">${w.searchMachines}</label>
<input id="q" name="q" type="search" value="${q}" maxlength="200" placeholder="${w.searchHint}" autocomplete="off" enterkeyhint="search">
<button class="button"><span>${w.search}</span></button></form>`
}

/** The place near which to look for used machines; the device remembers it. */
export function placeForm({ w, to }: Locale, near = ''): Html {
  return html`<form class="place-form" id="place" action="${to('used')}" data-live><label for="near">${w.nearPlace}</label><input id="near" name="near" value="${near}" maxlength="80" autocomplete="postal-code" data-keep="near"><input type="hidden" name="sort" value="distance_asc"><button class="button">${w.search}</button></form>`
}

/** Chooses the state whose prices come first. It is remembered in the address alone. */
export function stateChooser(
  locale: Locale,
  path: string,
  { state, states, parameters = {} }: { state: string; states: readonly string[]; parameters?: Parameters },
): Html | null {
  const { w } = locale
  const offered = [...new Set(states)]
    .filter((code) => code !== 'IN')
    .sort((a, b) => (locale.value('state', a) < locale.value('state', b) ? -1 : 1))
  if (offered.length === 0) return null
  return html`<form class="state-choice" action="${locale.to(path)}">${hiddenFields(parameters)}<label class="field">${w.pricesIn} <select name="state">${option('', w.allStates, state === '')}${offered.map((code) => option(code, locale.value('state', code), code === state))}</select></label><button class="button ghost">${w.apply}</button></form>`
}

/** Print and share. Share opens the device's share sheet, or WhatsApp. */
export function printAndShare(locale: Locale, title: string, path: string): Html {
  const { w } = locale
  const text = encodeURIComponent(`${title} ${locale.absolute(path)}`)
  return html`<a class="button ghost${!locale.baseUrl && ' scripted-only'}" href="https://wa.me/?text=${text}" rel="noopener noreferrer" data-share>${w.share}</a><button type="button" class="tool scripted-only" data-print>${w.print}</button>`
}
