import type { JsonObject } from './field-checks.ts'
import type { RowOutcome } from './import-batch.ts'
import { issueText, originText } from './issue.ts'
import { CLEAR } from './plain-table.ts'
import { inputOf } from './rejects.ts'
import { RECORD_TYPES } from './row-shapes.ts'
import { tableColumns, writeTable } from './table-export.ts'

// The preview of a sheet: every line once, with what becomes of it. Corrected, it can be imported.

/** The line, what becomes of it, old → new of what changes, notes, and its cells. */
const ABOUT = ['_line', '_status', '_changes', '_notes', '_original'] as const
const FIRST = ['type', 'slug', 'id', 'manufacturer', 'name', 'machine_class', 'kind', 'lifecycle']
const PRICE_PARTS = ['price_inr', 'high_inr', 'kind', 'state_code', 'city', 'observed_at', 'source_kind']
const FIELDS = new Set(RECORD_TYPES.flatMap((type) => tableColumns(type)))
const STATUSES = {
  created: 'new',
  changed: 'changed',
  unchanged: 'same',
  rejected: 'rejected',
  skipped: 'skipped',
} as const

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

export function createPreview({ keepsAll = false, isOneFile = true } = {}) {
  const rows: JsonObject[] = []
  const lines: PreviewLine[] = []
  const unread = new Set<string>()
  let count = 0
  let more = 0
  return {
    add(outcomes: readonly RowOutcome[]): void {
      for (const outcome of outcomes) {
        const { row, issues, status } = outcome
        for (const { path, severity } of issues) if (severity !== 'warning' && FIELDS.has(path)) unread.add(path)
        if (!row.line?.original && !row.line?.skipped) continue
        const cells = previewCells(outcome)
        if (keepsAll) rows.push({ _line: isOneFile ? row.origin.line : originText(row.origin), ...cells })
        if (count++ >= FIRST_LINES && status !== 'changed' && status !== 'rejected') continue
        if (lines.length >= MAX_LINES) more++
        else lines.push(previewLine(row.origin.line, cells))
      }
    },
    /** The first lines, and all that change or are rejected, as many as a page shows; the others are counted. */
    shown: () => ({ lines, more }),
    isEmpty: () => rows.length === 0,
    async write(path: string, put: (content: string | Uint8Array) => Promise<void>): Promise<void> {
      const used = new Set<string>([...ABOUT, ...unread, ...rows.flatMap((row) => Object.keys(row))])
      const priceParts = PRICE_PARTS.map((part) => `price.${part}`)
      // All price columns are written, so that a price can be filled in.
      if (used.has('price.price_inr')) for (const part of priceParts) used.add(part)
      const order = [...ABOUT, ...FIRST, ...RECORD_TYPES.flatMap((type) => tableColumns(type, true)), ...priceParts]
      const columns = [...new Set([...order, ...used])].filter((name) => used.has(name))
      const table = await writeTable(path, columns, put)
      await table.write(rows)
      await table.end()
    },
  }
}

export type ShownPreview = ReturnType<ReturnType<typeof createPreview>['shown']>

function previewLine(line: number, cells: JsonObject): PreviewLine {
  const values = Object.entries(cells).filter(([name]) => !NOT_VALUES.has(name))
  const all = values.map(([name, value]) => `${name}: ${valueText(value)}`).join('; ')
  const text = (value: unknown) => String(value ?? '').slice(0, MAX_TEXT)
  const status = String(cells._status)
  return {
    line,
    status,
    record: text(cells.name ?? cells.variant_name ?? cells.slug ?? cells.id),
    becomes: text(status === 'changed' ? cells._changes : all),
    notes: text(cells._notes),
    original: text(cells._original),
  }
}

function previewCells({ row, status, issues, changes = {} }: RowOutcome): JsonObject {
  const { skipped, original = {}, input } = row.line!
  if (skipped) return { _status: 'skipped', _notes: skipped.reason, _original: skipped.text, type: input.type }
  const isRejected = status === 'rejected'
  const join = (texts: readonly string[]) => [...new Set(texts)].join('; ')
  const shown = issues.filter(({ severity }) => severity !== 'warning' || !isRejected)
  return {
    _status: STATUSES[status],
    _changes: join(Object.entries(changes).map(([field, [before, after]]) => `${field}: ${changeText(before, after)}`)),
    _notes: join(shown.map(issueText)),
    _original: join(Object.entries(original).map(([header, cell]) => `${header}: ${cell}`)),
    type: input.type,
    ...cellsOf({ ...(isRejected && inputOf(row)), ...(status === 'created' && row.onCreate), ...row.fields }),
  }
}

function cellsOf(fields: JsonObject): JsonObject {
  const { price = [], contact, condition, type: _, patch: __, ...others } = fields
  const parts = (name: string, value: unknown) =>
    Object.entries((value ?? {}) as JsonObject).map(([part, item]) => [`${name}.${part}`, item])
  // One that was not understood is the cell's text.
  const prices = [typeof price === 'string' ? { price_inr: price } : price].flat()
  const plain = Object.entries(others).map(([name, value]) => [name, value === null ? CLEAR : value])
  return Object.fromEntries([
    ...plain,
    ...prices.flatMap((item, i) => parts(i === 0 ? 'price' : `price${i + 1}`, item)),
    ...parts('contact', contact),
    ...parts('condition', condition),
  ])
}

function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '(nothing)'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function changeText(before: unknown, after: unknown): string {
  if (!Array.isArray(before) || !Array.isArray(after)) return `${valueText(before)} → ${valueText(after)}`
  const [old, now] = [before, after].map((list) => list.map((item) => JSON.stringify(item))) as [string[], string[]]
  const removed = old.filter((item) => !now.includes(item)).join(', ')
  return `${removed || '(nothing)'} → ${now.filter((item) => !old.includes(item)).join(', ') || '(nothing)'}`
}
