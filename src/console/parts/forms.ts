import { type Html, type HtmlValue, html } from '../../site/html.ts'

interface ButtonExtras {
  /** What is sent along. */
  values?: Record<string, string | number>
  look?: 'plain' | 'main' | 'danger' | 'quiet'
}

/** A button that changes something: a form of its own. */
export function button(action: string, label: string, { values = {}, look = 'plain' }: ButtonExtras = {}): Html {
  return html`<form method="post" action="${action}" class="act">${Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="button ${look}">${label}</button></form>`
}

/** A button that cannot be taken back: it shows only after a look at what it does. */
export function guardedButton(action: string, label: string, warning: HtmlValue, extras: ButtonExtras = {}): Html {
  return html`<details class="guarded"><summary>${label}…</summary><p>${warning}</p>${button(action, label, { ...extras, look: 'danger' })}</details>`
}

/** What can be done with one row. */
export function actions(...buttons: readonly HtmlValue[]): Html {
  return html`<details class="actions"><summary>Actions</summary><div>${buttons}</div></details>`
}

/** A field with its name above it. */
export function field(label: string, input: Html, note?: string): Html {
  return html`<label class="field"><span>${label}${note ? html` <small>${note}</small>` : null}</span>${input}</label>`
}
