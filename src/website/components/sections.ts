import { type Html, type HtmlValue, html } from '../html.ts'

/** A part of a page under its heading; a link leads to more. */
export function section(id: string, title: string, body: HtmlValue, link?: readonly [label: string, address: string]) {
  return html`<section class="panel" id="${id}" aria-labelledby="${id}-title"><div class="head"><h2 id="${id}-title">${title}</h2>${link && html`<a href="${link[1]}">${link[0]}</a>`}</div>${body}</section>`
}

/** Labels with their values; those without a value are left out. */
export function pairs(rows: readonly (readonly [label: string, value: HtmlValue])[], className = 'pairs'): Html {
  return html`<dl class="${className}">${rows.map(([label, value]) => value && html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`
}
