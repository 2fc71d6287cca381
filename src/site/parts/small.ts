import type { MachineSummary } from '../../contract/machine.ts'
import { type Html, html, raw } from '../html.ts'
import { pictureKeys } from '../pictures/pictures.ts'
import type { Reader } from '../reader.ts'

/** The path from the home page; the last item is the page itself. */
export function crumbs(reader: Reader, trail: readonly [label: string, path?: string][]): Html {
  const { w } = reader
  return html`<nav class="crumbs" aria-label="${w.youAreHere}"><ol><li><a href="${reader.to('')}">${w.home}</a></li>${trail.map(
    ([label, path]) =>
      path === undefined
        ? html`<li aria-current="page">${label}</li>`
        : html`<li><a href="${reader.to(path)}">${label}</a></li>`,
  )}</ol></nav>`
}

/** A picture in a box of fixed shape; the class's drawing if there is none. */
export function picture(
  reader: Reader,
  image: string | null | undefined,
  classKey: string,
  alt: string,
  eager = false,
): Html {
  const drawing = drawingOf(reader, classKey)
  return html`<img src="${image ? reader.file(image) : drawing}" data-drawing="${drawing}" alt="${alt}" width="480" height="320"${raw(
    eager ? '' : ' loading="lazy"',
  )} decoding="async">`
}

/** The address of a class's drawing; the service's logo if it has none. */
export function drawingOf(reader: Reader, classKey: string): string {
  return reader.file(`/pictures/${pictureKeys.includes(classKey) ? classKey : 'yantra'}.svg`)
}

type Priced = Pick<MachineSummary, 'price_from_inr' | 'price_to_inr' | 'price_kind' | 'price_as_of'>

/** A price in words, with its kind and month. */
export function price(reader: Reader, { price_from_inr, price_to_inr, price_kind, price_as_of }: Priced): Html {
  const { w } = reader
  if (!price_from_inr) return html`<p class="price none">${w.priceUnknown}</p>`
  const range =
    price_to_inr && price_to_inr > price_from_inr ? html` <span>– ${reader.money(price_to_inr)}</span>` : null
  return html`<p class="price"><strong>${reader.money(price_from_inr)}</strong>${range} <small>${priceNote(reader, price_kind, price_as_of)}</small></p>`
}

export function priceNote(reader: Reader, kind: string | null | undefined, asOf: string | null | undefined): string {
  return [kind && reader.value('price_kind', kind), asOf && reader.month(asOf)].filter(Boolean).join(', ')
}

export function ribbon(reader: Reader, isSample: boolean | undefined): Html | null {
  return isSample ? html`<span class="ribbon" title="${reader.w.sampleNote}">${reader.w.sample}</span>` : null
}

/** How many, in words. */
export function count(reader: Reader, noun: 'machine' | 'used' | 'implement', n: number): string {
  return reader.say(`${noun}${n === 1 ? 'One' : 'Many'}`, { n: reader.figure(n) })
}

/** An option of a select. */
export function option(value: string | number, label: string, isChosen: boolean): Html {
  return html`<option value="${value}"${raw(isChosen ? ' selected' : '')}>${label}</option>`
}

/** For an empty page: a message, and links to go on. */
export function empty(title: string, text: string, ways: readonly [label: string, address: string][]): Html {
  return html`<div class="empty"><h2>${title}</h2><p>${text}</p><p>${ways.map(
    ([label, address]) => html`<a class="button" href="${address}">${label}</a> `,
  )}</p></div>`
}
