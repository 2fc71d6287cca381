import type { JsonObject } from './field-checks.ts'
import { type Issue, warning } from './issue.ts'
import type { RecordType } from './row-shapes.ts'

export interface SheetRow {
  line: number
  type: RecordType | undefined
  row: JsonObject
  onCreate: JsonObject
  issues: Issue[]
  original?: Record<string, string>
  skipped?: { reason: string; text: string }
  size: number
}

export const emptyRow = (line: number, type: RecordType | undefined, cells: readonly string[]): SheetRow => ({
  ...{ line, type, row: {}, onCreate: {}, issues: [] },
  size: cells.reduce((sum, cell) => sum + cell.length, 0),
})

export function skippedRow(line: number, type: RecordType, reason: string, cells: readonly string[]): SheetRow {
  const text = cells.flatMap((cell) => cell.trim() || []).join(' | ')
  return { ...emptyRow(line, type, cells), skipped: { reason, text } }
}

export const FOREIGN = warning('row', 'is read as Windows-1252, not UTF-8')
