import type { CheckedRow } from './check-row.ts'
import { RECORD_TYPES, type RecordKey } from './row-shapes.ts'
import { keyOfRow } from './working-set.ts'

const MAX_LINES = 2 ** 40

export type SeenRows = ReturnType<typeof createSeenRows>

/** Remembers which records an input brought, and where, in less than 100 bytes a row. */
export function createSeenRows() {
  const places = new Map(RECORD_TYPES.map((type) => [type, new Map<RecordKey, number>()]))
  const files: string[] = []
  return {
    find({ type, fields, patch, missing, origin }: CheckedRow): string | undefined {
      const key = type && keyOfRow(type, fields)
      const place = key === undefined || (patch && !missing) ? undefined : places.get(type!)!.get(key)
      if (place === undefined) return undefined
      const [file, line] = [files[Math.floor(place / MAX_LINES)]!, place % MAX_LINES]
      // The row itself, when its batch is tried again.
      return line === origin.line && file === origin.file ? undefined : `${file}:${line}`
    },
    note({ type, fields, origin: { file, line } }: CheckedRow): void {
      const key = type && keyOfRow(type, fields)
      if (key === undefined || places.get(type!)!.has(key)) return
      if (files.at(-1) !== file) files.push(file)
      places.get(type!)!.set(key, (files.length - 1) * MAX_LINES + line)
    },
  }
}
