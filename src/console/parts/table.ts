import { type Html, type HtmlValue, html } from '../../site/html.ts'

/** A column's name, and what it holds; `number` aligns figures. */
export type Column = string | { name: string; is: 'number' | 'wide' | 'acts' }

/** A table that becomes a list of cards on a narrow screen, each cell with its column's name. */
export function table(caption: string, columns: readonly Column[], rows: readonly (readonly HtmlValue[])[]): Html {
  const named = columns.map((column) => (typeof column === 'string' ? { name: column, is: 'text' } : column))
  const head = named.map(
    ({ name, is }) =>
      html`<th scope="col" class="is-${is}">${is === 'acts' ? html`<span class="unseen">${name}</span>` : name}</th>`,
  )
  const cell = (value: HtmlValue, at: number) =>
    html`<td class="is-${named[at]!.is}" data-name="${named[at]!.name}">${isEmpty(value) ? null : html`<div>${value}</div>`}</td>`
  return html`<table class="rows"><caption class="unseen">${caption}</caption>
<thead><tr>${head}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody></table>`
}

function isEmpty(value: HtmlValue): boolean {
  return value === null || value === undefined || value === false || value === ''
}

/** Names and values, a pair on each line. */
export function sheet(pairs: readonly (readonly [string, HtmlValue])[]): Html {
  return html`<dl class="sheet">${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** Replaces an empty table: why it is empty, and what to do. */
export function nothing(text: HtmlValue): Html {
  return html`<p class="nothing">${text}</p>`
}

interface Paging {
  /** From 1. */
  page: number
  hasMore: boolean
  /** The address of another page. */
  to(page: number): string
}

/** Links to newer and older rows. */
export function pager({ page, hasMore, to }: Paging): Html | null {
  if (page === 1 && !hasMore) return null
  const newer = page > 1 && html`<a class="button" href="${to(page - 1)}" rel="prev">Newer</a>`
  const older = hasMore && html`<a class="button" href="${to(page + 1)}" rel="next">Older</a>`
  return html`<nav class="pager" aria-label="Pages">${newer}<span>Page ${page}</span>${older}</nav>`
}
