/** Markup that is safe in a page. Only the `html` tag, and code that answers for its text, makes it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[]

const NOTHING = new Html('')

type Hole = 'text' | 'address'
const plans = new WeakMap<TemplateStringsArray, readonly Hole[]>()

/**
 * Markup with values. Every value is escaped, arrays are joined, and `null`, `undefined` and `false` become nothing.
 * Attributes with values must be quoted; those that hold addresses accept only ones that cannot run anything.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const holes = plans.get(strings) ?? plan(strings)
  let text = strings[0]!
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (typeof value === 'string') text += escapeHtml(holes[i] === 'address' ? safeAddress(value) : value)
    else text += write(value)
    text += strings[i + 1]
  }
  return new Html(text)
}

/** Our own text that is markup already. */
export function raw(text: string): Html {
  return text === '' ? NOTHING : new Html(text)
}

/** A data block that no browser runs; `<` is escaped, so nothing ends it early. */
export function jsonBlock(value: unknown): Html {
  const text = JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028')
  return new Html(`<script type="application/ld+json">${text}</script>`)
}

function write(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  let text = ''
  for (const item of value) text += write(item)
  return text
}

function plan(strings: TemplateStringsArray): readonly Hole[] {
  const holes = strings.slice(0, -1).map((before): Hole => {
    if (/<[^>]*=\s*$/.test(before)) throw new TypeError(`A value in an attribute needs quotes: ${before.slice(-60)}`)
    return /\b(?:href|src|action|poster|formaction)="$/.test(before) ? 'address' : 'text'
  })
  plans.set(strings, holes)
  return holes
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Markup, control characters and characters that change the direction of text. */
const SPECIAL = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const ALL_SPECIAL = new RegExp(SPECIAL, 'g')

export function escapeHtml(text: string): string {
  return SPECIAL.test(text) ? text.replace(ALL_SPECIAL, (character) => ESCAPES[character] ?? '') : text
}

/** An address of http, https or this site; any other leads nowhere. */
function safeAddress(address: string): string {
  return /^(?:https?:\/\/|\/(?![/\\])|[#?]|$)/i.test(address) ? address : '#'
}
