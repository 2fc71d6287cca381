import type { JsonObject } from '../check-object.ts'
import type { LeftOut } from '../check-row.ts'
import type { Fault } from '../report.ts'
import type { RecordType } from '../row-shapes.ts'

/** A line of a sheet: a row, or why it is none. */
export interface SheetRow {
  number: number
  /** Of which type it is, where that is another than the recipe's. */
  type?: RecordType
  row: JsonObject
  /** What the record gets only if it is not there yet. */
  whenNew: JsonObject
  /** Why the row could not be read. */
  problems: Fault[]
  /** Cells that were not understood; those that the row needs are among its problems. */
  left: LeftOut
  /** Cells as they stand, by their headings, where the value says it otherwise; remarks. */
  written: Record<string, string>
  /** What was found out about the row, for people. */
  notes: Fault[]
  /** For a line that is no row: why, and its text. */
  aside?: { reason: string; text: string }
}

export const emptyRow = (number: number): SheetRow => ({
  number,
  row: {},
  whenNew: {},
  problems: [],
  left: { faults: [], fields: {} },
  written: {},
  notes: [],
})

export const FOREIGN: Fault = { path: 'row', reason: 'is read as Windows-1252, not UTF-8' }
