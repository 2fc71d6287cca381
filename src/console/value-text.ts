import { type Html, html } from '../site/html.ts'

// Values of records in words.

const UNITS: Readonly<Record<string, string>> = {
  ...{ hp: 'HP', kw: 'kW', kg: 'kg', t: 't', mm: 'mm', m: 'm', m3: 'm³', m3h: 'm³/h', cc: 'cc', l: 'l', lph: 'l/h' },
  ...{ kn: 'kN', lpm: 'l/min', bar: 'bar', j: 'J', inr: '₹', acres_h: 'acres/h' },
}

/** `engine_hp` is `Engine`, in `HP`. */
export function labelOf(name: string): { label: string; unit: string } {
  const [, stem = name, end = ''] = /^(.+)_(acres_h|[a-z0-9]+)$/.exec(name) ?? []
  const unit = UNITS[end] ?? ''
  const words = (unit ? stem : name).replaceAll('_', ' ').replace(/\b(?:pto|url)\b/, (short) => short.toUpperCase())
  return { label: words[0]!.toUpperCase() + words.slice(1), unit }
}

/** A value as a line of text, a list as several; none for nothing. */
export function linesOf(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) return value.flatMap((item) => linesOf(item))
  if (typeof value !== 'object') return [String(value)]
  const members = Object.values(value).filter((member) => member !== null)
  const lists = members.filter((member) => Array.isArray(member) && typeof member[0] === 'object')
  const own = members
    .filter((member) => !lists.includes(member))
    .map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one)))
  // Lines of a sheet stand behind the name of their group.
  return lists.length === 0 ? [own.join(', ')] : lists.flat().flatMap((item) => [...own, ...linesOf(item)].join(', '))
}

export function shownValue(value: unknown): Html {
  const lines = linesOf(value)
  if (lines.length === 0) return html`<span class="none">nothing</span>`
  return lines.length === 1 ? html`${lines[0]}` : html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`
}

/** What became of a value; of lists only the lines that differ. */
export function shownChange(from: unknown, to: unknown): Html {
  const [before, after] = [linesOf(from), linesOf(to)]
  const isList = before.length > 1 || after.length > 1
  const gone = isList ? before.filter((line) => !after.includes(line)) : before
  const come = isList ? after.filter((line) => !before.includes(line)) : after
  if (gone.length + come.length === 0) return html`in another order`
  const none = html`<span class="none">nothing</span>`
  const list = (lines: readonly string[], mark: 'del' | 'ins') =>
    lines.map((line) => (mark === 'del' ? html`<del>${line}</del> ` : html`<ins>${line}</ins> `))
  return html`${gone.length > 0 ? list(gone, 'del') : !isList && none}<span class="arrow" aria-label="became"> → </span>${come.length > 0 ? list(come, 'ins') : !isList && none}`
}
