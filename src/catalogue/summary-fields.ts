import { Machine, MachineSummary } from '../contract/machine.ts'

/** A byte that JSON never holds unescaped. */
export const MARK = 1
/** A field's letter is this byte plus its number. */
export const FIRST_LETTER = 0x20

const summaryFields = Object.keys(MachineSummary.properties)
const afterPlate = summaryFields.slice(summaryFields.indexOf('plate') + 1)
const head = ['name', 'lifecycle', 'section', 'is_sample']
/** Figures that only a plate can show. */
const plateOnly = Object.entries(Machine.properties)
  .filter(([name, schema]) => isFigure(schema) && !summaryFields.includes(name) && name !== 'completeness')
  .map(([name]) => name)

/** The fields of a record by their numbers. */
export const FIELDS: readonly string[] = [...head, ...afterPlate, ...plateOnly]
export const AFTER_PLATE = head.length
export const PLATE_ONLY = head.length + afterPlate.length

const NUMBERS = new Map(FIELDS.map((name, number) => [name, number]))
const FIGURES = new Set(
  Object.entries(Machine.properties)
    .filter(([name, schema]) => isFigure(schema) && NUMBERS.has(name))
    .map(([name]) => name),
)

function isFigure(schema: unknown): boolean {
  return [(schema as { type?: string | string[] }).type].flat().some((type) => type === 'number' || type === 'integer')
}

export function fieldNumber(name: string): number {
  return NUMBERS.get(name)!
}

/** Whether the field is one of the record's and holds a figure. */
export function isFigureField(name: string): boolean {
  return FIGURES.has(name)
}

const PLACES = 1024
/** Field numbers plus one by a hash of their names; 0 is an empty place. */
const places = new Uint8Array(PLACES)
const names = FIELDS.map((name) => Buffer.from(name))
names.forEach((name, number) => {
  let at = hashName(name, 0, name.length)
  while (places[at] !== 0) at = (at + 1) % PLACES
  places[at] = number + 1
})

function hashName(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0
  return (hash ^ (hash >>> 10)) & (PLACES - 1)
}

/** The number of the field whose name these bytes are, or -1: without making a string of them. */
export function fieldNamed(bytes: Uint8Array, start: number, end: number): number {
  for (let at = hashName(bytes, start, end); places[at] !== 0; at = (at + 1) % PLACES) {
    const number = places[at]! - 1
    const name = names[number]!
    if (name.length !== end - start) continue
    let same = 0
    while (same < name.length && name[same] === bytes[start + same]) same++
    if (same === name.length) return number
  }
  return -1
}
