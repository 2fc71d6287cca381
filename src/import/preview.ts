import type { JsonObject } from './check-object.ts'
import type { CheckedRow } from './check-row.ts'
import { CLEAR } from './plain-table.ts'
import { faultText, placeText } from './rejects.ts'
import { RECORD_TYPES } from './row-shapes.ts'
import { tableColumns, writeTable } from './table-export.ts'

// The preview of a sheet: every line once, with what becomes of it. Corrected, it can be imported.

/** The line, what becomes of it, old → new of what changes, notes, and its cells. */
const ABOUT = ['_line', '_status', '_changes', '_notes', '_original'] as const
const FIRST = ['type', 'slug', 'id', 'manufacturer', 'name', 'machine_class', 'kind', 'lifecycle']
const PARTS = ['price_inr', 'high_inr', 'kind', 'state_code', 'city', 'observed_at', 'source_kind']
const FIELDS = new Set(RECORD_TYPES.flatMap((type) => tableColumns(type)))
const STATUSES = { created: 'new', changed: 'changed', unchanged: 'same' } as const

/** Gathers lines after they were tried, and writes them. */
export function createPreview(isOneFile = true) {
  const rows: JsonObject[] = []
  /** Fields that no row may have, since their cells were not understood. */
  const required = new Set<string>()
  return {
    add(tried: readonly CheckedRow[]): void {
      for (const row of tried) {
        for (const { path } of [...row.faults, ...(row.left?.faults ?? [])]) if (FIELDS.has(path)) required.add(path)
        if (row.original || row.skipped)
          rows.push({ _line: isOneFile ? row.origin.line : placeText(row), ...lineOf(row) })
      }
    },
    isEmpty: () => rows.length === 0,
    async write(path: string, put: (content: string | Uint8Array) => Promise<void>): Promise<void> {
      const used = new Set<string>([...ABOUT, ...required, ...rows.flatMap((row) => Object.keys(row))])
      // Whoever fills in a price finds all its columns.
      if (used.has('price.price_inr')) for (const part of PARTS) used.add(`price.${part}`)
      const order = [...ABOUT, ...FIRST, ...RECORD_TYPES.flatMap((type) => tableColumns(type, true))]
      const columns = [...new Set([...order, ...PARTS.map((part) => `price.${part}`), ...used])].filter((name) =>
        used.has(name),
      )
      const table = await writeTable(path, columns, put)
      await table.write(rows)
      await table.end()
    },
  }
}

/** A line of a sheet for people. */
export interface PreviewLine {
  line: number
  status: string
  record: string
  becomes: string
  notes: string
  original: string
}

const FIRST_LINES = 20
const MAX_LINES = 200
const MAX_TEXT = 500
const NOT_VALUES = new Set<string>([...ABOUT, 'type', 'slug', 'id', 'name', 'variant_name'])

/** The first lines of a sheet, and all that change or are left out, as many as a page shows; the others are counted. */
export function createPreviewLines() {
  const visible = { lines: [] as PreviewLine[], more: 0 }
  let count = 0
  return {
    shown: visible,
    add(tried: readonly CheckedRow[]): void {
      for (const row of tried) {
        if (!row.original && !row.skipped) continue
        const of = lineOf(row)
        const status = String(of._status)
        if (count++ >= FIRST_LINES && status !== 'changed' && status !== 'rejected') continue
        if (visible.lines.length >= MAX_LINES) visible.more++
        else visible.lines.push(shownLine(row.origin.line, status, of))
      }
    },
  }
}

function shownLine(line: number, status: string, of: JsonObject): PreviewLine {
  const values = Object.entries(of).filter(([name]) => !NOT_VALUES.has(name))
  const all = values.map(([name, value]) => `${name}: ${shownValue(value)}`).join('; ')
  const text = (value: unknown) => String(value ?? '').slice(0, MAX_TEXT)
  const becomes = text(status === 'changed' ? of._changes : all)
  const record = text(of.name ?? of.variant_name ?? of.slug ?? of.id)
  return { line, status, record, becomes, notes: text(of._notes), original: text(of._original) }
}

function lineOf(row: CheckedRow): JsonObject {
  const { skipped, origin, faults, left, warnings = [], outcome, changes = {}, original = {}, type } = row
  if (skipped) return { _status: 'skipped', _notes: skipped.reason, _original: skipped.text, type: type ?? origin.type }
  const input: JsonObject = origin.raw === undefined ? {} : JSON.parse(origin.raw)
  const refused = [...faults, ...(left?.faults ?? [])]
  const notes = new Set([...refused, ...warnings].map((fault) => faultText(fault).replace('is left out: ', '')))
  return {
    _status: outcome ? STATUSES[outcome] : 'rejected',
    _changes: Object.entries(changes)
      .map(([field, [before, after]]) => `${field}: ${changeText(before, after)}`)
      .join('; '),
    _notes: [...notes].join('; '),
    _original: Object.entries(original)
      .map(([header, cell]) => `${header}: ${cell}`)
      .join('; '),
    type: input.type,
    ...cellsOf({ ...(outcome ? {} : input), ...row.fields }),
  }
}

/** Values as a table of names of fields has them. */
function cellsOf(fields: JsonObject): JsonObject {
  const { price, contact, condition, type: _, patch: __, manufacturer, ...others } = fields
  const parts = (name: string, value: unknown) =>
    Object.entries((value ?? {}) as JsonObject).map(([part, item]) => [`${name}.${part}`, item])
  // One that was not understood is the cell's text.
  const prices = [
    typeof price === 'string' ? { price_inr: price } : ((price ?? []) as JsonObject | JsonObject[]),
  ].flat()
  const plain = Object.entries(others).map(([name, value]) => [name, value === null ? CLEAR : value])
  return Object.fromEntries([
    ...(manufacturer === undefined ? [] : [['manufacturer', manufacturer]]),
    ...plain,
    ...prices.flatMap((item, i) => parts(i === 0 ? 'price' : `price${i + 1}`, item)),
    ...parts('contact', contact),
    ...parts('condition', condition),
  ])
}

const shownValue = (value: unknown) =>
  value === undefined || value === null || value === ''
    ? '(nothing)'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

/** `45 → 47`; of lists what is no longer and what is new. */
function changeText(before: unknown, after: unknown): string {
  if (!Array.isArray(before) || !Array.isArray(after)) return `${shownValue(before)} → ${shownValue(after)}`
  const [old, now] = [before, after].map((list) => list.map((item) => JSON.stringify(item))) as [string[], string[]]
  const removed = old.filter((item) => !now.includes(item)).join(', ')
  return `${removed || '(nothing)'} → ${now.filter((item) => !old.includes(item)).join(', ') || '(nothing)'}`
}
