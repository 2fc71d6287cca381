import { type Html, html } from '../html.ts'
import type { Reader } from '../reader.ts'

interface PagerParts {
  total: number
  offset: number
  limit: number
  addressAt(offset: number): string
}

/** Links to the neighbouring pages. */
export function pager(reader: Reader, { total, offset, limit, addressAt }: PagerParts): Html | null {
  if (limit === 0 || total <= limit) return null
  const { w } = reader
  const pages = Math.ceil(total / limit)
  const page = Math.min(Math.floor(offset / limit) + 1, pages)
  const step = (to: number, label: string, rel: string) =>
    to < 1 || to > pages
      ? html`<span class="button ghost" aria-disabled="true">${label}</span>`
      : html`<a class="button ghost" rel="${rel}" href="${addressAt((to - 1) * limit)}">${label}</a>`
  return html`<nav class="pager" aria-label="${w.pages}">${step(page - 1, w.previous, 'prev')}<span>${reader.say('pageOf', { page: reader.figure(page), pages: reader.figure(pages) })}</span>${step(page + 1, w.next, 'next')}</nav>`
}
