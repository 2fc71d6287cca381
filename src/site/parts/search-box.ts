import { type Html, html } from '../html.ts'
import type { Reader } from '../reader.ts'

/** The search field: its own form, or part of the filter form. */
export function searchBox(reader: Reader, q: string, formId?: string): Html {
  const { w } = reader
  const belongs = formId ? html` form="${formId}"` : null
  const fields = html`<label class="unseen" for="q">${w.searchMachines}</label>
<input id="q" name="q" type="search" value="${q}" maxlength="200" placeholder="${w.searchHint}" autocomplete="off" enterkeyhint="search"${belongs}>
<button class="button"${belongs}>${w.search}</button>`
  if (formId) return html`<div class="search-box" role="search">${fields}</div>`
  return html`<form class="search-box" role="search" action="${reader.to('machines')}">${fields}</form>`
}
