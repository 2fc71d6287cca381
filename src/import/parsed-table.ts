import type { JsonObject } from './check-object.ts'
import type { CheckedRow } from './check-row.ts'
import { CLEAR } from './plain-table.ts'
import { faultText, placeText } from './rejects.ts'
import { RECORD_TYPES } from './row-shapes.ts'
import { tableColumns, writeTable } from './table-export.ts'

// What was understood of a sheet: every line once, with its fate. Corrected, it is imported as it says.

/** Where a line came from, what becomes of it, old → new of what changes, what is odd, and what stood there. */
const ABOUT = ['_line', '_fate', '_changes', '_notes', '_written'] as const
const FIRST = ['type', 'slug', 'id', 'manufacturer', 'name', 'machine_class', 'kind', 'lifecycle']
const PARTS = ['price_inr', 'high_inr', 'kind', 'state_code', 'city', 'observed_at', 'source_kind']
const FIELDS = new Set(RECORD_TYPES.flatMap((type) => tableColumns(type)))
const FATES = { created: 'new', changed: 'changed', unchanged: 'unchanged' } as const

/** Gathers lines when they were tried, and writes them. */
export function createUnderstood(isOneFile = true) {
  const rows: JsonObject[] = []
  /** Fields that no row may have, since their cells were not understood. */
  const wanted = new Set<string>()
  return {
    add(tried: readonly CheckedRow[]): void {
      for (const row of tried) {
        for (const { path } of [...row.faults, ...(row.left?.faults ?? [])]) if (FIELDS.has(path)) wanted.add(path)
        if (row.original || row.skipped)
          rows.push({ _line: isOneFile ? row.origin.line : placeText(row), ...lineOf(row) })
      }
    },
    isEmpty: () => rows.length === 0,
    async write(path: string, put: (content: string | Uint8Array) => Promise<void>): Promise<void> {
      const used = new Set<string>([...ABOUT, ...wanted, ...rows.flatMap((row) => Object.keys(row))])
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
export interface ShownLine {
  line: number
  fate: string
  record: string
  becomes: string
  notes: string
  written: string
}

const FIRST_LINES = 20
const MOST_LINES = 200
const MOST_TEXT = 500
const ASIDE = new Set<string>([...ABOUT, 'type', 'slug', 'id', 'name', 'variant_name'])

/** The first lines of a sheet, and all that change or are left out, as many as a page shows; the others are counted. */
export function createShownLines() {
  const shown = { lines: [] as ShownLine[], more: 0 }
  let count = 0
  return {
    shown,
    add(tried: readonly CheckedRow[]): void {
      for (const row of tried) {
        if (!row.original && !row.skipped) continue
        const of = lineOf(row)
        const fate = String(of._fate)
        if (count++ >= FIRST_LINES && fate !== 'changed' && fate !== 'left out') continue
        if (shown.lines.length >= MOST_LINES) shown.more++
        else shown.lines.push(shownLine(row.origin.line, fate, of))
      }
    },
  }
}

function shownLine(line: number, fate: string, of: JsonObject): ShownLine {
  const values = Object.entries(of).filter(([name]) => !ASIDE.has(name))
  const all = values.map(([name, value]) => `${name}: ${shownValue(value)}`).join('; ')
  const text = (value: unknown) => String(value ?? '').slice(0, MOST_TEXT)
  const becomes = text(fate === 'changed' ? of._changes : all)
  const record = text(of.name ?? of.variant_name ?? of.slug ?? of.id)
  return { line, fate, record, becomes, notes: text(of._notes), written: text(of._written) }
}

function lineOf(row: CheckedRow): JsonObject {
  const { skipped, origin, faults, left, warnings = [], outcome, changes = {}, original = {}, type } = row
  if (skipped) return { _fate: 'not a row', _notes: skipped.reason, _written: skipped.text, type: type ?? origin.type }
  const given: JsonObject = origin.raw === undefined ? {} : JSON.parse(origin.raw)
  const refused = [...faults, ...(left?.faults ?? [])]
  const notes = new Set([...refused, ...warnings].map((fault) => faultText(fault).replace('is left out: ', '')))
  return {
    _fate: outcome ? FATES[outcome] : 'left out',
    _changes: Object.entries(changes)
      .map(([field, [before, after]]) => `${field}: ${changeText(before, after)}`)
      .join('; '),
    _notes: [...notes].join('; '),
    _written: Object.entries(original)
      .map(([heading, cell]) => `${heading}: ${cell}`)
      .join('; '),
    type: given.type,
    ...cellsOf({ ...(outcome ? {} : given), ...row.fields }),
  }
}

/** Values as a table of names of fields has them. */
function cellsOf(fields: JsonObject): JsonObject {
  const { price, contact, condition, type: _, patch: __, manufacturer, ...others } = fields
  const parts = (name: string, value: unknown) =>
    Object.entries((value ?? {}) as JsonObject).map(([part, one]) => [`${name}.${part}`, one])
  // One that was not understood is the cell's text.
  const prices = [
    typeof price === 'string' ? { price_inr: price } : ((price ?? []) as JsonObject | JsonObject[]),
  ].flat()
  const plain = Object.entries(others).map(([name, value]) => [name, value === null ? CLEAR : value])
  return Object.fromEntries([
    ...(manufacturer === undefined ? [] : [['manufacturer', manufacturer]]),
    ...plain,
    ...prices.flatMap((one, at) => parts(at === 0 ? 'price' : `price${at + 1}`, one)),
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
  const [old, now] = [before, after].map((list) => list.map((one) => JSON.stringify(one))) as [string[], string[]]
  const gone = old.filter((one) => !now.includes(one)).join(', ')
  return `${gone || '(nothing)'} → ${now.filter((one) => !old.includes(one)).join(', ') || '(nothing)'}`
}
