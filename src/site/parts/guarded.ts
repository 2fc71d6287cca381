import { type Html, html } from '../html.ts'
import type { Reader } from '../reader.ts'

/** Replaces a removed contact in a text. */
const REMOVED = '[contact removed]'

/** A seller's text in paragraphs, with a mark in the page's language where a contact was removed. */
export function guarded(reader: Reader, text: string): Html {
  const mark = html`<span class="removed">${reader.w.removedContact}</span>`
  const marked = (part: string) => part.split(REMOVED).map((piece, at) => (at === 0 ? piece : [mark, piece]))
  const paragraphs = text.split(/\n{2,}/)
  if (paragraphs.length === 1) return html`${marked(text)}`
  return html`${paragraphs.map((paragraph) => html`<p>${marked(paragraph)}</p>`)}`
}
