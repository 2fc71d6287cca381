import { labelOf as wordsOf } from '../admin/view.ts'
import { SOURCE_FIELDS } from '../import/check-object.ts'
import type { RecordFormField } from '../import/record-form.ts'
import { type Html, html, raw } from '../website/html.ts'
import { counted, select } from './parts.ts'

type FormValues = Readonly<Record<string, unknown>>
/** Items of a list with more fields are folded. */
const MAX_OPEN_FIELDS = 8

type Faults = ReadonlyMap<string, string>

const LISTED: Readonly<Record<string, string>> = { manufacturer: 'makers', machine_class: 'classes' }

export function labelOf(name: string): string {
  const words = wordsOf(name).replace(/\b(?:hp|pto|url|inr)\b/g, (short) => short.toUpperCase())
  return words[0]!.toUpperCase() + words.slice(1)
}

/** The fields of a record: those with a value or a fault, the empty ones folded, then the lists. */
export function formFields(fields: readonly RecordFormField[], values: FormValues, faults: Faults): Html {
  const lists = fields.filter(({ kind }) => kind === 'table')
  const isOpen = ({ name, required }: RecordFormField) =>
    required || linesOf(values[name]).length > 0 || faults.has(name)
  const single = fields.filter((field) => !lists.includes(field))
  const empty = single.filter((field) => !isOpen(field))
  const show = (some: readonly RecordFormField[]) =>
    html`<div class="fields">${some.map((field) => labelled(field, field.name, values[field.name], faults))}</div>`
  return html`${show(single.filter(isOpen))}
${empty.length > 0 && html`<details class="folded"><summary>${counted(empty.length, 'field')} without a value</summary>${show(empty)}</details>`}
${lists.map((field) => listPart(field, field.name, values[field.name], faults, 2))}`
}

function labelled(field: RecordFormField, path: string, value: unknown, faults: Faults): Html {
  const { name, kind, required, choices } = field
  if (kind === 'table') return listPart(field, path, value, faults, 3)
  const head = html`${labelOf(name)}${required && html` <small>required</small>`}`
  if (kind === 'choices') {
    const boxes = choices.map(
      (choice) =>
        html`<label class="check"><input type="checkbox" name="${path}" value="${choice}"${raw(linesOf(value).includes(choice) ? ' checked' : '')}> ${choice}</label>`,
    )
    return html`<fieldset class="field"><legend>${head}</legend><div class="checks">${boxes}</div>${faultAt(path, faults)}</fieldset>`
  }
  const isLong = isLongText(field, value)
  return html`<div class="field${isLong && ' long'}"><label for="at-${path}">${head}</label>${control(field, path, value, faults, isLong)}${faultAt(path, faults)}</div>`
}

function faultAt(path: string, faults: Faults): Html | null {
  return faults.has(path) ? html`<p class="fault" id="fault-${path}">${faults.get(path)}</p>` : null
}

function isLongText({ name, kind }: RecordFormField, value: unknown): boolean {
  if (kind === 'lines' || kind === 'json') return true
  if (kind !== 'text') return false
  const text = String(value ?? '')
  return /description|note|summary/.test(name) || text.length > 60 || text.includes('\n')
}

function control(field: RecordFormField, path: string, value: unknown, faults: Faults, isLong: boolean): Html {
  const { kind, choices, required, name } = field
  const fault = faults.has(path) && html` aria-invalid="true" aria-describedby="fault-${path}"`
  const attributes = html` id="at-${path}"${fault}`
  const isObject = kind === 'json' && typeof value === 'object' && value !== null
  const text = kind === 'lines' ? linesOf(value).join('\n') : isObject ? JSON.stringify(value) : String(value ?? '')
  if (kind === 'choice') {
    const all = required && choices.includes(text) ? choices : ['', ...choices]
    const label = (choice: string) => (choice === 'true' ? 'yes' : choice === 'false' ? 'no' : choice)
    const labelledChoices = all.map((choice) => [choice, label(choice)] as const)
    return select(path, labelledChoices, text, attributes)
  }
  if (isLong) {
    const rows = Math.min(8, Math.max(2, text.split('\n').length, Math.ceil(text.length / 80)))
    return html`<textarea name="${path}" rows="${rows}"${kind === 'lines' && html` placeholder="one on each line"`}${attributes}>${raw('\n')}${text}</textarea>`
  }
  const how =
    kind === 'number'
      ? html` inputmode="decimal"`
      : kind === 'date'
        ? html` type="date"`
        : LISTED[name] && html` list="${LISTED[name]}"`
  return html`<input name="${path}" value="${text}" autocomplete="off"${how}${attributes}>`
}

function listPart(field: RecordFormField, path: string, value: unknown, faults: Faults, level: 2 | 3): Html {
  const items = Array.isArray(value) ? (value as FormValues[]) : []
  const label = labelOf(field.name)
  const part = (item: FormValues, i: number, name: string) => {
    const place = `${path}[${i}]`
    const isRefused = [...faults.keys()].some((fault) => fault.startsWith(place))
    const sources = SOURCE_FIELDS.filter((source) => item[source] !== undefined).map(
      (source) => html`<input type="hidden" name="${place}.${source}" value="${JSON.stringify(item[source])}">`,
    )
    const members = field.members.map((member) =>
      labelled(member, `${place}.${member.name}`, item[member.name], faults),
    )
    const isOpen = isRefused || (field.members.length <= MAX_OPEN_FIELDS && i < items.length)
    return html`<details class="folded"${raw(isOpen ? ' open' : '')}><summary>${name}</summary><div class="fields">${sources}${members}</div></details>`
  }
  const head = level === 2 ? html`<h2>${label}</h2>` : html`<h3>${label}</h3>`
  const named = items.map((item, i) => part(item, i, linesOf(item)[0]?.slice(0, 80) || `${label} ${i + 1}`))
  return html`<section class="list">${head}${faultAt(path, faults)}${named}
${part({}, items.length, `Add to ${label.toLowerCase()}`)}</section>`
}

function linesOf(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) return value.flatMap((item) => linesOf(item))
  if (typeof value !== 'object') return [String(value)]
  const members = Object.values(value).filter((member) => member !== null)
  return [members.map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item))).join(', ')]
}

export function shownValue(value: unknown): Html {
  const lines = linesOf(value)
  return lines.length <= 1 ? html`${lines[0]}` : html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`
}

/** What became of a value; of lists only the lines that differ. */
export function shownChange(from: unknown, to: unknown): Html {
  const [before, after] = [linesOf(from), linesOf(to)]
  const isList = before.length > 1 || after.length > 1
  const removed = isList ? before.filter((line) => !after.includes(line)) : before
  const added = isList ? after.filter((line) => !before.includes(line)) : after
  if (removed.length + added.length === 0) return html`in another order`
  const none = !isList && html`<span class="none">nothing</span>`
  return html`${removed.length > 0 ? removed.map((line) => html`<del>${line}</del> `) : none}<span class="arrow" aria-label="became"> → </span>${added.length > 0 ? added.map((line) => html`<ins>${line}</ins> `) : none}`
}
