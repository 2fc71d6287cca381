import type { SentText } from '../../market/desk/sent-texts.ts'
import { type Html, html } from '../../site/html.ts'

/** Replaces a removed contact in a text. */
const REMOVED = '[contact removed]'

/** A text as sent, with the parts that the guard removed struck through. */
export function asSent({ parts }: SentText): Html {
  return html`${parts.map(({ text, removed }) => (removed ? html`<del>${text}</del>` : text))}`
}

/** A text as buyers see it, with marks where something was removed. */
export function asShown(text: string): Html {
  return html`${text.split(REMOVED).map((piece, at) => (at === 0 ? piece : [html`<mark>${REMOVED}</mark>`, piece]))}`
}
