import { SOURCE_FIELDS } from '../import/field-checks.ts'
import type { RecordFormField } from '../import/record-form.ts'
import { type Html, type HtmlValue, html, raw } from '../website/html.ts'
import { type Columns, counted, table } from './parts.ts'

/** What a form shows beside its values. */
interface FormNotes {
  /** Why a field is refused, by its path. */
  faults: ReadonlyMap<string, string>
  /** What others made of a field meanwhile, by its name. */
  theirs: ReadonlyMap<string, HtmlValue>
}

type FormValues = Readonly<Record<string, unknown>>

/** More members than this stand below each other. */
const MAX_COLUMNS = 8
/** Slugs and keys that the page lists for these fields. */
const LISTED: Readonly<Record<string, string>> = { manufacturer: 'makers', machine_class: 'classes' }

/** The fields of a record: those with a value or a note, the empty ones folded, then the tables. */
export function formFields(fields: readonly RecordFormField[], values: FormValues, notes: FormNotes): Html {
  const tables = fields.filter(({ kind }) => kind === 'table')
  const isOpen = ({ name, required }: RecordFormField) =>
    required || linesOf(values[name]).length > 0 || notes.faults.has(name) || notes.theirs.has(name)
  const single = fields.filter((field) => !tables.includes(field))
  const empty = single.filter((field) => !isOpen(field))
  const show = (some: readonly RecordFormField[]) =>
    html`<div class="fields">${some.map((field) => labelled(field, field.name, values[field.name], notes))}</div>`
  return html`${show(single.filter(isOpen))}
${empty.length > 0 && html`<details class="folded"><summary>${counted(empty.length, 'field')} without a value</summary>${show(empty)}</details>`}
${tables.map((field) => tablePart(field, field.name, values[field.name], notes, 2))}`
}

/** A field below its label, with why it was refused and what others made of it. */
function labelled(field: RecordFormField, path: string, value: unknown, notes: FormNotes): Html {
  if (field.kind === 'table') return tablePart(field, path, value, notes, 3)
  const { label, unit } = labelOf(field.name)
  const head = html`${label}${unit && html` <small>${unit}</small>`}${field.required && html` <small>needed</small>`}`
  const beside = notesAt(path, notes)
  if (field.kind === 'choices') {
    return html`<fieldset class="field"><legend>${head}</legend><div class="checks">${field.choices.map(
      (choice) =>
        html`<label class="check"><input type="checkbox" name="${path}" value="${choice}"${raw(linesOf(value).includes(choice) ? ' checked' : '')}> ${choice}</label>`,
    )}</div>${beside}</fieldset>`
  }
  const isLong = field.kind === 'json' || isLongText(field, value)
  return html`<div class="field${isLong && ' long'}"><label for="at-${path}">${head}</label>${control(field, path, value, notes, html` id="at-${path}"`)}${beside}</div>`
}

function notesAt(path: string, { faults, theirs }: FormNotes): Html {
  return html`${faults.has(path) && html`<p class="fault" id="fault-${path}">${faults.get(path)}</p>`}${
    theirs.has(path) && html`<p class="theirs">Now: ${theirs.get(path)}</p>`
  }`
}

function isLongText({ name, kind }: RecordFormField, value: unknown): boolean {
  if (kind === 'lines') return linesOf(value).length > 3
  if (kind !== 'text') return false
  return (
    /description|note|summary/.test(name) || (typeof value === 'string' && (value.length > 60 || value.includes('\n')))
  )
}

/** The input of a field; `own` are attributes that name it. */
function control(field: RecordFormField, path: string, value: unknown, notes: FormNotes, self: Html): Html {
  const { kind, choices, required, name } = field
  const fault = notes.faults.has(path) && html` aria-invalid="true" aria-describedby="fault-${path}"`
  const text =
    kind === 'lines'
      ? linesOf(value).join('\n')
      : kind === 'json' && typeof value === 'object' && value !== null
        ? JSON.stringify(value)
        : String(value ?? '')
  if (kind === 'choice') {
    const all = required && choices.includes(text) ? choices : ['', ...choices]
    const label = (choice: string) => (choice === 'true' ? 'yes' : choice === 'false' ? 'no' : choice)
    return html`<select name="${path}"${self}${fault}>${all.map((choice) => html`<option value="${choice}"${raw(choice === text ? ' selected' : '')}>${label(choice)}</option>`)}</select>`
  }
  if (kind === 'lines' || kind === 'json' || isLongText(field, value)) {
    const rows = Math.min(8, Math.max(2, text.split('\n').length, Math.ceil(text.length / 80)))
    return html`<textarea name="${path}" rows="${rows}"${kind === 'lines' && html` placeholder="one on each line"`}${self}${fault}>${raw('\n')}${text}</textarea>`
  }
  const how =
    kind === 'number'
      ? html` inputmode="decimal"`
      : kind === 'date'
        ? html` type="date"`
        : LISTED[name] && html` list="${LISTED[name]}"`
  return html`<input name="${path}" value="${text}" autocomplete="off"${how}${self}${fault}>`
}

/** A list of objects: as a table, with an empty row for another; where they are large, each in a frame. */
function tablePart(field: RecordFormField, path: string, value: unknown, notes: FormNotes, level: 2 | 3): Html {
  const items = Array.isArray(value) ? (value as FormValues[]) : []
  const { label } = labelOf(field.name)
  const { members } = field
  const isTable = members.length <= MAX_COLUMNS && members.every(({ kind }) => kind !== 'table' && kind !== 'choices')
  const sources = (item: FormValues, i: number) =>
    SOURCE_FIELDS.filter((name) => item[name] !== undefined).map(
      (name) => html`<input type="hidden" name="${path}[${i}].${name}" value="${JSON.stringify(item[name])}">`,
    )
  const inRow = (member: RecordFormField, item: FormValues, i: number) => {
    const place = `${path}[${i}].${member.name}`
    const self = html` id="at-${place}" aria-label="${label} ${i + 1}: ${labelOf(member.name).label}"`
    return html`${member === members[0] && sources(item, i)}${control(member, place, item[member.name], notes, self)}${notesAt(place, notes)}`
  }
  const inFrame = (item: FormValues, i: number) =>
    html`<div class="fields">${sources(item, i)}${members.map((member) => labelled(member, `${path}[${i}].${member.name}`, item[member.name], notes))}</div>`
  const isRefused = (place: string) => [...notes.faults.keys()].some((item) => item.startsWith(place))
  const head = level === 2 ? html`<h2>${label}</h2>` : html`<h3>${label}</h3>`
  if (isTable) {
    const columns = members.map((member): Columns<FormValues>[number] => {
      const { label, unit } = labelOf(member.name)
      return [unit ? `${label} ${unit}` : label, (item, i) => inRow(member, item, i)]
    })
    return html`<section class="list">${head}${notesAt(path, notes)}${table(label, [...items, {}], columns)}
<p class="quiet">Use the last row to add one. Empty rows are not saved.</p></section>`
  }
  return html`<section class="list">${head}${notesAt(path, notes)}${items.map(
    (item, i) =>
      html`<details class="folded"${raw(isRefused(`${path}[${i}]`) ? ' open' : '')}><summary>${nameOf(item, `${label} ${i + 1}`)}</summary>${inFrame(item, i)}</details>`,
  )}
<details class="folded"><summary>Add to ${label.toLowerCase()}</summary>${inFrame({}, items.length)}</details></section>`
}

/** What an item is called while it is folded. */
function nameOf(item: FormValues, fallback: string): string {
  const name = item.label ?? item.alt ?? item.url
  return typeof name === 'string' && name !== '' ? name : fallback
}

// Values of records in words.

const UNITS: Readonly<Record<string, string>> = {
  hp: 'HP',
  kw: 'kW',
  kg: 'kg',
  t: 't',
  mm: 'mm',
  m: 'm',
  m3: 'm³',
  m3h: 'm³/h',
  cc: 'cc',
  l: 'l',
  lph: 'l/h',
  kn: 'kN',
  lpm: 'l/min',
  bar: 'bar',
  j: 'J',
  inr: '₹',
  acres_h: 'acres/h',
}

/** `engine_hp` is `Engine`, in `HP`. */
export function labelOf(name: string): { label: string; unit: string } {
  const [, stem = name, end = ''] = /^(.+)_(acres_h|[a-z0-9]+)$/.exec(name) ?? []
  const unit = UNITS[end] ?? ''
  const words = (unit ? stem : name).replaceAll('_', ' ').replace(/\b(?:pto|url)\b/, (short) => short.toUpperCase())
  return { label: words[0]!.toUpperCase() + words.slice(1), unit }
}

/** A value as a line of text, a list as several; none for nothing. */
function linesOf(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) return value.flatMap((item) => linesOf(item))
  if (typeof value !== 'object') return [String(value)]
  const members = Object.values(value).filter((member) => member !== null)
  const lists = members.filter((member) => Array.isArray(member) && typeof member[0] === 'object')
  const self = members
    .filter((member) => !lists.includes(member))
    .map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item)))
  // Lines of a sheet stand behind the name of their group.
  return lists.length === 0 ? [self.join(', ')] : lists.flat().flatMap((item) => [...self, ...linesOf(item)].join(', '))
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
  const removed = isList ? before.filter((line) => !after.includes(line)) : before
  const added = isList ? after.filter((line) => !before.includes(line)) : after
  if (removed.length + added.length === 0) return html`in another order`
  const none = html`<span class="none">nothing</span>`
  const list = (lines: readonly string[], mark: 'del' | 'ins') =>
    lines.map((line) => (mark === 'del' ? html`<del>${line}</del> ` : html`<ins>${line}</ins> `))
  return html`${removed.length > 0 ? list(removed, 'del') : !isList && none}<span class="arrow" aria-label="became"> → </span>${added.length > 0 ? list(added, 'ins') : !isList && none}`
}
