import { grow } from '../memory/growable.ts'
import { createRowTable } from '../memory/row-table.ts'
import type { CheckedRow } from './check-row.ts'
import { type RecordType, ROW_SHAPES } from './row-shapes.ts'

/** Remembers which records an input brought, and where, in about 30 bytes a row. */
export interface SeenRows {
  /** Where the record of this row came before, as `file:line`. A patch adds to a record and repeats none. */
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

  function slotOf(row: CheckedRow): number {
    const text = keyText(row)
    if (text === undefined) return -1
    const other = hash(text, 0x9e3779b1)
    const own = hash(text, 0x811c9dc5)
    return table.find(own, (slot) => first[slot] === own && second[slot] === other)
  }

  return {
    find(row) {
      const slot = row.patch ? -1 : slotOf(row)
      if (slot === -1) return undefined
      const file = files[fileOf[slot]!]!
      // The row itself, when its batch is tried again.
      if (lines[slot] === row.origin.line && file === row.origin.file) return undefined
      return `${file}:${lines[slot]}`
    },
    note(row) {
      const text = keyText(row)
      if (text === undefined || slotOf(row) !== -1) return
      const slot = count++
      first = grow(first, count)
      second = grow(second, count)
      lines = grow(lines, count)
      fileOf = grow(fileOf, count)
      const { file, line } = row.origin
      if (files.at(-1) !== file) files.push(file)
      first[slot] = hash(text, 0x811c9dc5)
      second[slot] = hash(text, 0x9e3779b1)
      lines[slot] = line
      fileOf[slot] = files.length - 1
      table.add(slot, first[slot]!)
    },
  }
}

const TYPE_MARKS: Record<RecordType, string> = {
  manufacturer: 'b',
  class: 'c',
  machine: 'm',
  implement: 'i',
  listing: 'l',
}

function keyText({ type, fields }: CheckedRow): string | undefined {
  const key = type && fields[ROW_SHAPES[type].key]
  return key === undefined ? undefined : TYPE_MARKS[type!] + key
}

function hash(text: string, seed: number): number {
  let value = seed
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value ^= value >>> 15
  value = Math.imul(value, 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
