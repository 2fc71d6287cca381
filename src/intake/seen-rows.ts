import { grow } from '../memory/growable.ts'
import { createRowTable } from '../memory/row-table.ts'
import type { CheckedRow } from './check-row.ts'
import { RECORD_TYPES, ROW_SHAPES } from './row-shapes.ts'

/** Remembers which records an input brought, and where, in about 30 bytes a row. */
export interface SeenRows {
  /** Where the record of this row came before, as `file:line`. A patch adds to a record and repeats none, unless it may make it. */
  find(row: CheckedRow): string | undefined
  note(row: CheckedRow): void
}

/** Identifies records by 64 bits of their type and key. */
export function createSeenRows(): SeenRows {
  let first = new Uint32Array(1024)
  let second = new Uint32Array(1024)
  let lines = new Uint32Array(1024)
  let fileOf = new Uint16Array(1024)
  let count = 0
  const files: string[] = []
  const table = createRowTable((slot) => first[slot]!)
  // The row at hand: it is found, then noted.
  let latest: CheckedRow | undefined
  let own = 0
  let other = 0
  const isLatest = (slot: number) => first[slot] === own && second[slot] === other

  /** False for a row without a key. */
  function look(row: CheckedRow): boolean {
    const key = row.type && row.fields[ROW_SHAPES[row.type].key]
    if (key === undefined) return false
    if (row === latest) return true
    latest = row
    const text = String(key)
    own = RECORD_TYPES.indexOf(row.type!) ^ 0x811c9dc5
    other = own ^ 0x9e3779b1
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      own = Math.imul(own ^ code, 0x01000193)
      other = Math.imul(other ^ code, 0x85ebca6b)
    }
    own = mixed(own)
    other = mixed(other)
    return true
  }

  return {
    find(row) {
      const slot = (row.patch && !row.missing) || !look(row) ? -1 : table.find(own, isLatest)
      if (slot === -1) return undefined
      const file = files[fileOf[slot]!]!
      // The row itself, when its batch is tried again.
      if (lines[slot] === row.origin.line && file === row.origin.file) return undefined
      return `${file}:${lines[slot]}`
    },
    note(row) {
      if (!look(row) || table.find(own, isLatest) !== -1) return
      const slot = count++
      first = grow(first, count)
      second = grow(second, count)
      lines = grow(lines, count)
      fileOf = grow(fileOf, count)
      const { file, line } = row.origin
      if (files.at(-1) !== file) files.push(file)
      first[slot] = own
      second[slot] = other
      lines[slot] = line
      fileOf[slot] = files.length - 1
      table.add(slot, own)
    },
  }
}

function mixed(hash: number): number {
  const value = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
