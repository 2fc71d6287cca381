import { type Html, type HtmlValue, html } from '../../site/html.ts'

interface ButtonExtras {
  /** Hidden values to send. */
  values?: Record<string, string | number>
  look?: 'plain' | 'main' | 'danger' | 'quiet'
}

/** A button that changes something, in its own form. */
export function button(action: string, label: string, { values = {}, look = 'plain' }: ButtonExtras = {}): Html {
  return html`<form method="post" action="${action}" class="act">${Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="button ${look}">${label}</button></form>`
}

/** A button for what cannot be undone: it appears only after its warning is opened. */
export function guardedButton(action: string, label: string, warning: HtmlValue): Html {
  return html`<details class="guarded"><summary>${label}…</summary><p>${warning}</p>${button(action, label, { look: 'danger' })}</details>`
}

/** The actions of one row. */
export function actions(...buttons: readonly HtmlValue[]): Html {
  return html`<details class="actions"><summary>Actions</summary><div>${buttons}</div></details>`
}

/** A field with its label above it. */
export function field(label: string, input: Html, note?: string): Html {
  return html`<label class="field"><span>${label}${note ? html` <small>${note}</small>` : null}</span>${input}</label>`
}
