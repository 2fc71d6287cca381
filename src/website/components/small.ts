import type { MachineSummary, PriceItem } from '../../schema/api/machine.ts'
import { HP_BANDS } from '../../schema/api/values.ts'
import { type Html, html, raw } from '../html.ts'
import { pictureKeys } from '../illustrations/illustrations.ts'
import type { Locale, Parameters } from '../locale.ts'

/** A part of the sheet. A phone shows it closed, with its one figure. */
export interface Section {
  figure: string
  body: Html
}

/** A picture in a box of fixed shape: the photograph, else the machine's own drawing, else that of its class. */
export function picture(
  locale: Locale,
  image: string | null | undefined,
  classKey: string,
  alt: string,
  eager = false,
  slug?: string,
): Html {
  const isOwn = image && !(slug && isDrawing(image))
  const sizes = isOwn ? widthsOf(locale, image, eager) : ''
  return html`<img src="${isOwn ? locale.file(image) : drawingOf(locale, classKey, slug)}" data-drawing="${drawingOf(locale, classKey)}" alt="${alt}" width="480" height="320"${raw(
    eager ? '' : ' loading="lazy"',
  )} decoding="async"${raw(sizes)}>`
}

const PHOTOGRAPH = /^\/photos\/([a-p]{32})\.jpg$/

/** The three widths of a photograph of ours, as WebP: a card, a phone and a large screen each load what they show. */
function widthsOf(locale: Locale, image: string, isLarge: boolean): string {
  const name = PHOTOGRAPH.exec(image)?.[1]
  if (name === undefined) return ''
  const widths = { '-small': 480, '-middle': 1280, '': 2560 }
  const set = Object.entries(widths).map(([end, width]) => `${locale.file(`/photos/${name}${end}.webp`)} ${width}w`)
  return ` srcset="${set.join(', ')}" sizes="${isLarge ? '(max-width: 60rem) 100vw, 60rem' : '(max-width: 30rem) 100vw, 24rem'}"`
}

/** One picture, or several to swipe, each counted. */
export function gallery(slides: readonly Html[], label: string): Html {
  if (slides.length < 2) return html`<div class="tile large">${slides}</div>`
  const n = slides.length
  return html`<ul class="slides" tabindex="0" aria-label="${label}">${slides.map(
    (slide, at) => html`<li class="tile large">${slide}<span class="at">${at + 1} / ${n}</span></li>`,
  )}</ul>`
}

/** What a browser can do with a page; scripts show what it knows. */
export function printAndShare({ w }: Locale): Html {
  return html`<button type="button" class="tool scripted-only" data-print>${w.print}</button><button type="button" class="tool" data-share hidden>${w.share}</button>`
}

/** Whether a picture is one of our own drawings, or will be for want of any. */
export function isDrawing(image: string | null | undefined): boolean {
  return !image || image.startsWith('/pictures/')
}

/** The address of a machine's own drawing, or without a slug of its class's; the service's logo if there is none. */
export function drawingOf(locale: Locale, classKey: string, slug?: string): string {
  if (!pictureKeys.includes(classKey)) return locale.file('/pictures/yantra.svg')
  return locale.file(slug ? `/pictures/drawn/${slug}.svg` : `/pictures/${classKey}.svg`)
}

/** Says that the picture is a drawing of the class, not of this machine. */
export function drawingCaption({ w }: Locale): Html {
  return html`<p class="caption">${w.drawnOfClass}</p>`
}

/** The address of the PNG that stands for a class in shared links. */
export function shareAddress(classKey: string): string {
  return `/pictures/shared/${pictureKeys.includes(classKey) ? classKey : 'tractor'}.png`
}

type Priced = Pick<MachineSummary, 'price_from_inr' | 'price_to_inr' | 'price_kind' | 'price_as_of'>

/** A price in words, with its kind and month. */
export function price(locale: Locale, { price_from_inr, price_to_inr, price_kind, price_as_of }: Priced): Html {
  const { w } = locale
  if (!price_from_inr) return html`<p class="price none">${w.priceUnknown}</p>`
  const range =
    price_to_inr && price_to_inr > price_from_inr ? html` <span>– ${locale.money(price_to_inr)}</span>` : null
  return html`<p class="price"><strong>${locale.money(price_from_inr)}</strong>${range} <small>${priceNote(locale, price_kind, price_as_of)}</small></p>`
}

const OLD_MONTHS = 18

function isOld(seen: string): boolean {
  const since = new Date()
  since.setUTCMonth(since.getUTCMonth() - OLD_MONTHS)
  return seen < since.toISOString().slice(0, 10)
}

/** The month of a price, and that it is old when it is. */
export function priceMonth(locale: Locale, seen: string): string {
  return locale.month(seen) + (isOld(seen) ? ` · ${locale.w.oldPrice}` : '')
}

/** Both ends of a price, unless they are said alike. */
export function range(low: number, high: number | null | undefined, write: (rupees: number) => string): string {
  const [from, to] = [write(low), write(Math.max(high ?? 0, low))]
  return from === to ? from : `${from} – ${to}`
}

export function priceNote(locale: Locale, kind: string | null | undefined, asOf: string | null | undefined): Html {
  const note = [kind && locale.value('price_kind', kind), asOf && priceMonth(locale, asOf)].filter(Boolean).join(', ')
  return asOf && isOld(asOf) ? html`<span class="old">${note}</span>` : html`${note}`
}

/** A price of one place. */
export function statePrice(locale: Locale, { price_inr, kind, observed_at, state_code }: PriceItem): Html {
  return html`<p class="price"><strong>${locale.money(price_inr)}</strong> <small>${priceNote(locale, kind, observed_at)} · ${locale.value('state', state_code)}</small></p>`
}

export function ribbon(locale: Locale, isSample: boolean | undefined): Html | null {
  return isSample ? html`<span class="ribbon" title="${locale.w.sampleNote}">${locale.w.sample}</span>` : null
}

/** How many, in words. */
export function count(locale: Locale, noun: 'machine' | 'used' | 'implement', n: number): string {
  return locale.say(`${noun}Count`, { n: locale.figure(n) })
}

/** An option of a select. */
export function option(value: string | number, label: string, isChosen: boolean): Html {
  return html`<option value="${value}"${raw(isChosen ? ' selected' : '')}>${label}</option>`
}

/** What a form sends without showing it: the parameters in force that have no field in it. */
export function hiddenFields(parameters: Parameters, shown: readonly string[], form: string): Html[] {
  return Object.entries(parameters).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' || shown.includes(name)
      ? []
      : [html`<input type="hidden" name="${name}" value="${value}" form="${form}">`],
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

/** The search field. A page may put further fields into its form. */
export function searchBox(locale: Locale, q: string): Html {
  const { w } = locale
  return html`<form class="search-box" id="ask" role="search" action="${locale.to('machines')}"><label class="unseen" for="q">${w.searchMachines}</label>
<input id="q" name="q" type="search" value="${q}" maxlength="200" placeholder="${w.searchHint}" autocomplete="off" enterkeyhint="search">
<button class="button"><span>${w.search}</span></button></form>`
}

/** Chooses the state whose prices come first. It is remembered in the address alone; `kept` are its other parameters. */
export function stateChooser(
  locale: Locale,
  path: string,
  { state, states, kept = {} }: { state: string; states: readonly string[]; kept?: Record<string, string> },
): Html | null {
  const { w } = locale
  const offered = [...new Set(states)]
    .filter((code) => code !== 'IN')
    .sort((a, b) => (locale.value('state', a) < locale.value('state', b) ? -1 : 1))
  if (offered.length === 0) return null
  return html`<form class="state-choice" action="${locale.to(path)}">${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<label class="sorts"><span>${w.pricesIn}</span> <select name="state" data-submit>${option('', w.allStates, state === '')}${offered.map((code) => option(code, locale.value('state', code), code === state))}</select></label><button class="button ghost no-script">${w.apply}</button></form>`
}

/** The usual bands of power; a bound may be missing. */
export const BANDS = HP_BANDS.map(({ name, upTo }, at) => {
  return { name, from: at === 0 ? null : HP_BANDS[at - 1]!.upTo + 1, to: upTo === Infinity ? null : upTo }
})

/** A lower and an upper bound in a unit or, without one, in rupees; one bound may be missing. */
export function boundsText(locale: Locale, from: number | null, to: number | null, unit?: string): string {
  const write = (value: number) => (unit ? locale.measure(value, unit) : locale.money(value))
  if (from === null) return locale.say('upTo', { value: write(to!) })
  if (to === null) return locale.say('atLeast', { value: write(from) })
  if (from === to) return write(from)
  return `${unit ? locale.figure(from) : write(from)}–${write(to)}`
}
