import type { ClassRecord } from '../catalogue/records.ts'
import type { MachineSummary, PlateCell } from '../contract/machine.ts'
import type { ByteWriter } from '../memory/byte-writer.ts'
import { AFTER_PLATE, FIELDS, FIRST_LETTER, fieldNumber, isFigureField, MARK, PLATE_ONLY } from './summary-fields.ts'

const PREFIXES = FIELDS.map((name) => Buffer.from(`,"${name}":`))

/** What all machines of a class share, as values and as bytes. */
export interface SharedClass {
  key: string
  keyBytes: Buffer
  cells: readonly { field: number; cell: Omit<PlateCell, 'value'>; prefix: Buffer; fallback: Buffer | undefined }[]
}

/** The same of a maker. */
export interface SharedMaker {
  value: MachineSummary['manufacturer']
  bytes: Buffer
}

export function shareClass(record: ClassRecord): SharedClass {
  const cells = record.plate
    .filter(({ key }) => isFigureField(key))
    .map(({ key, label, label_hi, label_ta, unit }) => {
      const cell = { key, label, label_hi: label_hi ?? null, label_ta: label_ta ?? null, unit }
      const hours = key === 'hours_a_year' ? record.hours_a_year : null
      return {
        field: fieldNumber(key),
        cell,
        prefix: Buffer.from(`${JSON.stringify(cell).slice(0, -1)},"value":`),
        fallback: hours === null ? undefined : Buffer.from(String(hours)),
      }
    })
  return { key: record.key, keyBytes: Buffer.from(JSON.stringify(record.key)), cells }
}

export function shareMaker({ slug, name }: { slug: string; name: string }): SharedMaker {
  return { value: { slug, name }, bytes: Buffer.from(JSON.stringify({ slug, name })) }
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

/** Where the values of the current record lie; both are equal for an unknown field. */
const starts = new Uint32Array(FIELDS.length)
const ends = new Uint32Array(FIELDS.length)

const unknownRuns = new Map<number, Buffer>()

/** A run of unknown fields as one piece of JSON: most machines lack most figures. */
function unknownRun(from: number, to: number): Buffer {
  const key = from * FIELDS.length + to
  let run = unknownRuns.get(key)
  if (!run) {
    run = Buffer.from(
      FIELDS.slice(from, to)
        .map((name) => `,"${name}":null`)
        .join(''),
    )
    unknownRuns.set(key, run)
  }
  return run
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

/** Writes the summary as JSON, in the contract's order. */
export function writeSummary(out: ByteWriter, { id, maker, machineClass, chunk, start, end }: SummaryParts): void {
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
  out.text(String(id))
  out.bytes(SLUG)
  out.copy(chunk, start, slugEnds)
  out.bytes(QUOTE)
  for (let field = 0; field < AFTER_PLATE; field++) {
    if (field === 1) {
      out.bytes(MAKER)
      out.bytes(maker.bytes)
      out.bytes(CLASS)
      out.bytes(machineClass.keyBytes)
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
      out.copy(chunk, starts[next]!, ends[next]!)
    }
    field = next + 1
  }
  out.bytes(END)
}

const MARK_TEXT = String.fromCharCode(MARK)

/** The same summary as a value. */
export function readSummary({ id, maker, machineClass, chunk, start, end }: SummaryParts): MachineSummary {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset + start, end - start).toString()
  const [slug, ...given] = text.split(MARK_TEXT)
  const known: unknown[] = []
  for (const one of given) known[one.charCodeAt(0) - FIRST_LETTER] = JSON.parse(one.slice(1))
  const named = (from: number, to: number, unknown: unknown) =>
    Object.fromEntries(FIELDS.slice(from, to).map((name, at) => [name, known[from + at] ?? unknown]))
  const plate = machineClass.cells.flatMap(({ field, cell, fallback }) => {
    const value = known[field] ?? (fallback && Number(fallback))
    return value === undefined ? [] : [{ ...cell, value }]
  })
  return {
    ...{ id, slug, ...named(0, 1, false), manufacturer: maker.value, machine_class: machineClass.key },
    ...{ ...named(1, AFTER_PLATE, false), plate, ...named(AFTER_PLATE, PLATE_ONLY, null) },
  } as MachineSummary
}

/** Where the slug at the start of a record ends. */
export function slugEnd(chunk: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && chunk[at] !== MARK) at++
  return at
}
