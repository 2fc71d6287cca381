import type { JsonObject } from '../check-object.ts'
import type { LeftOut } from '../check-row.ts'
import type { Fault } from '../report.ts'
import type { RecordType } from '../row-shapes.ts'

/** A line of a table: a row, or why it is not one. */
export interface SheetRow {
  line: number
  type: RecordType | undefined
  row: JsonObject
  /** What the record gets only if it is created. */
  onCreate: JsonObject
  /** Why the row is rejected. */
  problems: Fault[]
  /** Cells that were not understood; those that the row needs are among its problems. */
  left: LeftOut
  /** Cells by their headers where the value is written otherwise; notes. */
  original: Record<string, string>
  /** What a person should know about the row. */
  notes: Fault[]
  /** For a line that is not a row: why, and its text. */
  skipped?: { reason: string; text: string }
}

export const emptyRow = (line: number, type?: RecordType): SheetRow => ({
  line,
  type,
  row: {},
  onCreate: {},
  problems: [],
  left: { faults: [], fields: {} },
  original: {},
  notes: [],
})

export const FOREIGN: Fault = { path: 'row', reason: 'is read as Windows-1252, not UTF-8' }
