import { isTime, labelOf, plainText, type Severity, severityOf } from '../admin/view.ts'
import { fromNow, indiaTime } from '../lib/calendar.ts'
import { type Html, type HtmlValue, html } from '../website/html.ts'
import { figure } from '../website/messages/figures.ts'
import type { Paged } from './page.ts'

export type Column = string | { name: string; kind: 'number' | 'wide' | 'acts' }

export const number = (name: string): Column => ({ name, kind: 'number' })
export const ACTIONS: Column = { name: 'Actions', kind: 'acts' }
export const wide = (name: string): Column => ({ name, kind: 'wide' })

export type Columns<T> = readonly (readonly [Column, value: (row: T) => HtmlValue])[]

/** A table that becomes a list of cards on a narrow screen, each cell with its column's name. */
export function table<T>(caption: string, rows: readonly T[], columns: Columns<T>): Html {
  const named = columns.map(([column]) => (typeof column === 'string' ? { name: column, kind: 'text' } : column))
  const head = named.map(
    ({ name, kind }) =>
      html`<th scope="col" class="is-${kind}">${kind === 'acts' ? html`<span class="unseen">${name}</span>` : name}</th>`,
  )
  const isEmpty = (value: HtmlValue) => value === null || value === undefined || value === false || value === ''
  const cell = (value: HtmlValue, i: number) =>
    html`<td class="is-${named[i]!.kind}" data-name="${named[i]!.name}">${isEmpty(value) ? null : html`<div>${value}</div>`}</td>`
  return html`<table class="rows"><caption class="unseen">${caption}</caption>
<thead><tr>${head}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map(([, value], column) => cell(value(row), column))}</tr>`)}</tbody></table>`
}

export function showValue(name: string, value: unknown, now: number): HtmlValue {
  if (value === undefined || value === '') return null
  if (isTime(name)) return time(value as string | null, now)
  const text = plainText(value, name)
  if (/^(?:state|status|mail)$/.test(name)) return text && state(text, severityOf(text))
  return /^id$|_id$|^reference$/.test(name) ? html`<code class="id">${text}</code>` : text
}

/** Rows in a table of these members, under their names. */
export function rowsTable(caption: string, rows: readonly object[], names: readonly string[]): Html {
  const columns = names.map((name): Columns<object>[number] => {
    const valueIn = (row: object) => (row as Record<string, unknown>)[name]
    const isNumber = rows.some((row) => typeof valueIn(row) === 'number')
    return [isNumber ? number(titleCase(name)) : titleCase(name), (row) => showValue(name, valueIn(row), 0)]
  })
  return table(caption, rows, columns)
}

export const titleCase = (name: string) => `${name[0]!.toUpperCase()}${labelOf(name).slice(1)}`

export function sheet(pairs: readonly (readonly [string, HtmlValue])[]): Html {
  return html`<dl class="sheet">${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

export function detailsOf(members: readonly (readonly [string, unknown])[], now: number): Html {
  const visible = members.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return sheet(visible.map(([name, value]) => [titleCase(name), showValue(name, value, now)]))
}

/** Replaces an empty table: why it is empty, and what to do. */
export function nothing(text: HtmlValue): Html {
  return html`<p class="nothing">${text}</p>`
}

export function filters(label: string, links: readonly { text: HtmlValue; href: string; isOn: boolean }[]): Html {
  const link = ({ text, href, isOn }: (typeof links)[number]) =>
    html`<a class="button" href="${href}"${isOn ? html` aria-current="true"` : null}>${text}</a>`
  return html`<nav class="filters" aria-label="${label}">${links.map(link)}</nav>`
}

export function pager({ page, hasMore }: Omit<Paged<never>, 'rows'>, to: (page: number) => string): Html | null {
  if (page === 1 && !hasMore) return null
  const newer = page > 1 && html`<a class="button" href="${to(page - 1)}" rel="prev">Newer</a>`
  const older = hasMore && html`<a class="button" href="${to(page + 1)}" rel="next">Older</a>`
  return html`<nav class="pager" aria-label="Pages">${newer}<span>Page ${page}</span>${older}</nav>`
}

export function state(word: string, severity: Severity): Html {
  return html`<span class="state ${severity}">${word}</span>`
}

/** A time relative to now, with the exact time on hover. */
export function time(timestamp: string | number | null | undefined, now: number): Html {
  if (timestamp === null || timestamp === undefined) return html`<span class="none">never</span>`
  const ms = typeof timestamp === 'number' ? timestamp : Date.parse(timestamp)
  return html`<time datetime="${new Date(ms).toISOString()}" title="${indiaTime(ms)}">${fromNow(ms, now)}</time>`
}

/** `1 machine`, `2 machines`. */
export function counted(value: number, word: string): string {
  return `${figure(value)} ${word}${value === 1 ? '' : 's'}`
}

export function button(action: string, label: string, style: 'main' | 'quiet'): Html {
  return html`<form method="post" action="${action}" class="act"><button class="button ${style}">${label}</button></form>`
}

export function field(label: string, input: Html, note?: string): Html {
  return html`<label class="field"><span>${label}${note ? html` <small>${note}</small>` : null}</span>${input}</label>`
}

export function select(
  name: string,
  choices: readonly (string | readonly [value: string, label: string])[],
  value = '',
  attributes?: Html,
): Html {
  const options = choices.map((choice) => {
    const [item, label] = typeof choice === 'string' ? [choice, choice] : choice
    return html`<option value="${item}"${item === value && html` selected`}>${label}</option>`
  })
  return html`<select name="${name}"${attributes}>${options}</select>`
}
