import type { ClassRecord } from '../catalogue/records.ts'
import type { MachineSummary } from '../contract/machine.ts'
import { type ByteWriter, writeBytes } from '../memory/byte-writer.ts'
import { namesWhere } from '../records/field.ts'
import { FIGURES, MACHINE } from '../records/machine.ts'
import { EQUIPMENT } from '../records/machine-questions.ts'
import { FACTS, factNumber } from '../search/index/completeness.ts'

/** Stands before each field of a record. JSON never holds this byte unescaped. */
export const MARK = 1
/** A field's letter is this byte plus its number. */
export const FIRST_LETTER = 0x20

/** What is written from the row, its maker and its class. */
const ELSEWHERE = new Set(['id', 'slug', 'manufacturer', 'machine_class', 'plate'])
const summary = namesWhere(MACHINE, ({ summary }) => summary === true)
const held = (names: readonly string[]) => names.filter((name) => !ELSEWHERE.has(name))
const head = held(summary.slice(0, summary.indexOf('plate')))
const afterPlate = held(summary.slice(summary.indexOf('plate')))
/** Figures that only the plate shows. */
const plateOnly = FIGURES.filter((name) => !summary.includes(name))

/** The fields of a record by number. */
export const FIELDS: readonly string[] = [...head, ...afterPlate, ...plateOnly]
const AFTER_PLATE = head.length
const PLATE_ONLY = head.length + afterPlate.length

const NUMBERS = new Map(FIELDS.map((name, number) => [name, number]))

export function fieldNumber(name: string): number {
  return NUMBERS.get(name)!
}

const IMAGE = fieldNumber('image')
const SLASH = 0x2f

const PLACES = 1024
/** A hash table of field numbers plus one, by name; 0 is an empty place. Those of equipment, then of other facts, come after the record's. */
const numbers = new Uint8Array(PLACES)
const NAMED = [...new Set([...FIELDS, ...EQUIPMENT, ...FACTS])]
/** The number of each field among FACTS. */
export const FACT_NUMBERS = NAMED.map(factNumber)
const names = NAMED.map((name) => Buffer.from(name))
names.forEach((name, number) => {
  let at = hashName(name, 0, name.length)
  while (numbers[at] !== 0) at = (at + 1) % PLACES
  numbers[at] = number + 1
})

function hashName(bytes: Uint8Array, start: number, end: number): number {
  // A few bytes tell nearly all names apart; a hit is compared in full.
  const length = end - start
  const hash = bytes[start]! + 7 * bytes[end - 1]! + 31 * bytes[start + (length >> 1)]! + 61 * bytes[end - 2]!
  return (hash + 127 * length) & (PLACES - 1)
}

/** The number of the field with this name, perhaps one beyond those of a record, or -1. Makes no string. */
export function fieldNamed(bytes: Uint8Array, start: number, end: number): number {
  for (let at = hashName(bytes, start, end); numbers[at] !== 0; at = (at + 1) % PLACES) {
    const number = numbers[at]! - 1
    const name = names[number]!
    if (name.length !== end - start) continue
    let same = 0
    while (same < name.length && name[same] === bytes[start + same]) same++
    if (same === name.length) return number
  }
  return -1
}

const PREFIXES = FIELDS.map((name) => Buffer.from(`,"${name}":`))

/** What all machines of a class share, as bytes. */
export type SharedClass = ReturnType<typeof shareClass>

/** The same of a maker. */
export type SharedMaker = ReturnType<typeof shareMaker>

const figures: ReadonlySet<string> = new Set(FIGURES)

export function shareClass(record: ClassRecord) {
  const cells = record.plate
    .filter(({ key }) => figures.has(key))
    .map(({ key, label, label_hi, label_ta, unit }) => {
      const cell = { key, label, label_hi: label_hi ?? null, label_ta: label_ta ?? null, unit }
      const hours = key === 'hours_a_year' ? record.hours_a_year : null
      return {
        field: fieldNumber(key),
        prefix: Buffer.from(`${JSON.stringify(cell).slice(0, -1)},"value":`),
        fallback: hours === null ? undefined : Buffer.from(String(hours)),
      }
    })
  return { key: Buffer.from(JSON.stringify(record.key)), cells }
}

export function shareMaker({ slug, name }: { slug: string; name: string }) {
  return Buffer.from(JSON.stringify({ slug, name }))
}

const OPENING = Buffer.from('{"id":')
const SLUG = Buffer.from(',"slug":"')
const QUOTE = Buffer.from('"')
const MAKER = Buffer.from(',"manufacturer":')
const CLASS = Buffer.from(',"machine_class":')
const PLATE = Buffer.from(',"plate":[')
const LIST_END = Buffer.from(']')
const END = Buffer.from('}')
const COMMA = Buffer.from(',')
const NULL = Buffer.from('null')
const FALSE = Buffer.from('false')

const unknownRuns = new Map<number, Buffer>()

/** A run of unknown fields as one piece of JSON: most machines lack most figures. */
function unknownRun(from: number, to: number): Buffer {
  const write = () =>
    Buffer.from(
      FIELDS.slice(from, to)
        .map((name) => `,"${name}":null`)
        .join(''),
    )
  return unknownRuns.getOrInsertComputed(from * FIELDS.length + to, write)
}

export interface SummaryParts {
  id: number
  maker: SharedMaker
  machineClass: SharedClass
  /** The record lies here in its chunk. */
  chunk: Uint8Array
  start: number
  end: number
}

/** The beginning of a JSON text that holds an address under this base. */
export const addressUnder = (base: string) => Buffer.from(JSON.stringify(base).slice(0, -1))

/** Where the values of the record being written lie; both are equal for an unknown field. */
const places = { starts: new Uint32Array(FIELDS.length), ends: new Uint32Array(FIELDS.length) }

/** Writes the summary as JSON, in the contract's order. A picture stored by its path alone comes under the base. */
export function writeSummary(out: ByteWriter, parts: SummaryParts, base: Buffer): void {
  const { id, maker, machineClass, chunk, start, end } = parts
  const { starts, ends } = places
  starts.fill(0)
  ends.fill(0)
  const slugEnds = slugEnd(chunk, start, end)
  let at = slugEnds
  while (at < end) {
    const field = chunk[at + 1]! - FIRST_LETTER
    starts[field] = at += 2
    while (at < end && chunk[at] !== MARK) at++
    ends[field] = at
  }

  const value = (field: number, unknown: Uint8Array) => {
    if (starts[field] === ends[field]) out.bytes(unknown)
    else out.copy(chunk, starts[field]!, ends[field]!)
  }

  out.bytes(OPENING)
  out.number(id)
  out.bytes(SLUG)
  out.copy(chunk, start, slugEnds)
  out.bytes(QUOTE)
  for (let field = 0; field < AFTER_PLATE; field++) {
    if (field === 1) {
      out.bytes(MAKER)
      out.bytes(maker)
      out.bytes(CLASS)
      out.bytes(machineClass.key)
    }
    out.bytes(PREFIXES[field]!)
    value(field, FALSE)
  }
  out.bytes(PLATE)
  let isFirst = true
  for (const { field, prefix, fallback } of machineClass.cells) {
    if (starts[field] === ends[field] && fallback === undefined) continue
    if (!isFirst) out.bytes(COMMA)
    isFirst = false
    out.bytes(prefix)
    value(field, fallback ?? NULL)
    out.bytes(END)
  }
  out.bytes(LIST_END)
  for (let field = AFTER_PLATE; field < PLATE_ONLY; ) {
    let next = field
    while (next < PLATE_ONLY && starts[next] === ends[next]) next++
    if (next > field) out.bytes(unknownRun(field, next))
    if (next < PLATE_ONLY) {
      out.bytes(PREFIXES[next]!)
      const isPath = next === IMAGE && chunk[starts[next]! + 1] === SLASH && chunk[starts[next]! + 2] !== SLASH
      if (isPath) out.bytes(base)
      out.copy(chunk, starts[next]! + Number(isPath), ends[next]!)
    }
    field = next + 1
  }
  out.bytes(END)
}

const NO_BASE = addressUnder('')

/** The same summary as a value. */
export function readSummary(parts: SummaryParts): MachineSummary {
  return JSON.parse(writeBytes((out) => writeSummary(out, parts, NO_BASE)).toString())
}

/** Where the slug at the start of a record ends. */
export function slugEnd(chunk: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && chunk[at] !== MARK) at++
  return at
}
