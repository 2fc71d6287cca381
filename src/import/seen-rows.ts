import type { CheckedRow } from './check-row.ts'
import { RECORD_TYPES, type RecordKey, type RecordType, STORED } from './row-shapes.ts'

/** More lines than a file of rows has. */
const MAX_LINES = 2 ** 40

export type SeenRows = ReturnType<typeof createSeenRows>

/** Remembers which records an input brought, and where, in less than 100 bytes a row. */
export function createSeenRows() {
  /** By type and key: the number of the file, and the line. */
  const places = Object.fromEntries(RECORD_TYPES.map((type) => [type, new Map()])) as Record<
    RecordType,
    Map<RecordKey, number>
  >
  const files: string[] = []
  return {
    /** Where the record of this row came before. A patch adds to a record and repeats none, unless it may make it. */
    find(row: CheckedRow): string | undefined {
      const place = row.patch && !row.missing ? undefined : row.type && places[row.type].get(keyIn(row)!)
      if (place === undefined) return undefined
      const [file, line] = [files[Math.floor(place / MAX_LINES)]!, place % MAX_LINES]
      // The row itself, when its batch is tried again.
      return line === row.origin.line && file === row.origin.file ? undefined : `${file}:${line}`
    },
    note(row: CheckedRow): void {
      const key = keyIn(row)
      if (key === undefined || places[row.type!].has(key)) return
      const { file, line } = row.origin
      if (files.at(-1) !== file) files.push(file)
      places[row.type!].set(key, (files.length - 1) * MAX_LINES + line)
    },
  }
}

function keyIn({ type, fields }: CheckedRow): RecordKey | undefined {
  return type && (fields[STORED[type].key] as RecordKey | undefined)
}
