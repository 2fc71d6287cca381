import type { SentText } from '../../market/desk/sent-texts.ts'
import { type Html, html } from '../../site/html.ts'

/** What stands in a text where a contact was. */
const REMOVED = '[contact removed]'

/** A text as it was sent, with what the guard took out struck through. */
export function asSent({ parts }: SentText): Html {
  return html`${parts.map(({ text, removed }) => (removed ? html`<del>${text}</del>` : text))}`
}

/** A text as buyers see it, with the places where something is missing marked. */
export function asShown(text: string): Html {
  return html`${text.split(REMOVED).map((piece, at) => (at === 0 ? piece : [html`<mark>${REMOVED}</mark>`, piece]))}`
}
