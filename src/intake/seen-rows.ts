import type { CheckedRow } from './check-row.ts'
import { RECORD_TYPES, ROW_SHAPES } from './row-shapes.ts'

/** More lines than a file of rows has. */
const MAX_LINES = 2 ** 40

export type SeenRows = ReturnType<typeof createSeenRows>

/** Remembers which records an input brought, and where, in less than 100 bytes a row. */
export function createSeenRows() {
  /** By the hash of type and key: the number of the file, and the line. */
  const places = new Map<number, number>()
  const files: string[] = []
  return {
    /** Where the record of this row came before. A patch adds to a record and repeats none, unless it may make it. */
    find(row: CheckedRow): string | undefined {
      const hash = row.patch && !row.missing ? undefined : hashOf(row)
      const place = hash === undefined ? undefined : places.get(hash)
      if (place === undefined) return undefined
      const [file, line] = [files[Math.floor(place / MAX_LINES)]!, place % MAX_LINES]
      // The row itself, when its batch is tried again.
      return line === row.origin.line && file === row.origin.file ? undefined : `${file}:${line}`
    },
    note(row: CheckedRow): void {
      const hash = hashOf(row)
      if (hash === undefined || places.has(hash)) return
      const { file, line } = row.origin
      if (files.at(-1) !== file) files.push(file)
      places.set(hash, (files.length - 1) * MAX_LINES + line)
    },
  }
}

/** 52 bits of the type and key of a row; undefined for one without a key. */
function hashOf({ type, fields }: CheckedRow): number | undefined {
  const key = type && fields[ROW_SHAPES[type].key]
  if (key === undefined) return undefined
  const text = String(key)
  let low = RECORD_TYPES.indexOf(type!) ^ 0x811c9dc5
  let high = low ^ 0x9e3779b1
  for (let at = 0; at < text.length; at++) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193)
    high = Math.imul(high ^ text.charCodeAt(at), 0x85ebca6b)
  }
  return mixed(low) + (mixed(high) >>> 12) * 2 ** 32
}

function mixed(hash: number): number {
  const value = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
