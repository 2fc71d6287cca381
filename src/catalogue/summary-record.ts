import { Machine, MachineSummary } from '../contract/machine.ts'
import type { ByteWriter } from './byte-writer.ts'
import type { PriceSummary } from './price-summary.ts'
import type { ClassRecord, MachineFacts } from './records.ts'

/**
 * A machine's summary as it lies in memory: the JSON of each field in a fixed order with a separator between, an
 * unknown one empty. Maker and class are looked up when it is rendered, so that a change of theirs touches no record.
 */
export interface SummarySource extends PriceSummary {
  slug: string
  published_at: string | null
  media_image: string | null
  facts: MachineFacts
}

/** A byte that JSON never holds unescaped. */
const SEPARATOR = 1
const SEPARATOR_TEXT = String.fromCharCode(SEPARATOR)

const summaryFields = Object.keys(MachineSummary.properties)
const afterPlate = summaryFields.slice(summaryFields.indexOf('plate') + 1)
const head = ['slug', 'name', 'lifecycle', 'section', 'is_sample']
/** Figures that only a plate can show. */
const plateOnly = Object.entries(Machine.properties)
  .filter(([name, schema]) => isFigure(schema) && !summaryFields.includes(name) && name !== 'completeness')
  .map(([name]) => name)
const FIELDS: readonly string[] = [...head, ...afterPlate, ...plateOnly]
const AFTER_PLATE = head.length
const PLATE_ONLY = head.length + afterPlate.length
const FIELD_NUMBERS = new Map(FIELDS.map((name, number) => [name, number]))
const PREFIXES = FIELDS.map((name) => Buffer.from(`,"${name}":`))
const FIGURES = new Set(
  Object.entries(Machine.properties)
    .filter(([name, schema]) => isFigure(schema) && FIELD_NUMBERS.has(name))
    .map(([name]) => name),
)

function isFigure(schema: unknown): boolean {
  return [(schema as { type?: string | string[] }).type].flat().some((type) => type === 'number' || type === 'integer')
}

export function encodeRecord({ facts, media_image, ...row }: SummarySource): string {
  const { slug, published_at, price_from_inr, price_to_inr, price_kind, price_as_of } = row
  const own = { slug, published_at, price_from_inr, price_to_inr, price_kind, price_as_of } as Record<string, unknown>
  const given = facts as Record<string, unknown>
  let record = ''
  for (let field = 0; field < FIELDS.length; field++) {
    const name = FIELDS[field]!
    let value = name in own ? own[name] : given[name]
    if (name === 'image') value ??= media_image
    if (field > 0) record += SEPARATOR_TEXT
    if (typeof value === 'number') record += value
    else if (value !== undefined && value !== null) record += JSON.stringify(value)
  }
  return record
}

/** Bytes that all machines of a class share. */
export interface ClassBytes {
  key: Buffer
  cells: readonly { field: number; prefix: Buffer; fallback: Buffer | undefined }[]
}

export function encodeClass(record: ClassRecord): ClassBytes {
  const cells = record.plate
    .filter(({ key }) => FIGURES.has(key))
    .map(({ key, label, label_hi, label_ta, unit }) => {
      const cell = JSON.stringify({ key, label, label_hi: label_hi ?? null, label_ta: label_ta ?? null, unit })
      const hours = key === 'hours_a_year' ? record.hours_a_year : null
      return {
        field: FIELD_NUMBERS.get(key)!,
        prefix: Buffer.from(`${cell.slice(0, -1)},"value":`),
        fallback: hours === null ? undefined : Buffer.from(String(hours)),
      }
    })
  return { key: Buffer.from(JSON.stringify(record.key)), cells }
}

export function encodeMaker({ slug, name }: { slug: string; name: string }): Buffer {
  return Buffer.from(JSON.stringify({ slug, name }))
}

const OPENING = Buffer.from('{"id":')
const MAKER = Buffer.from(',"manufacturer":')
const CLASS = Buffer.from(',"machine_class":')
const PLATE = Buffer.from(',"plate":[')
const LIST_END = Buffer.from(']')
const END = Buffer.from('}')
const COMMA = Buffer.from(',')
const NULL = Buffer.from('null')
const FALSE = Buffer.from('false')

const starts = new Uint32Array(FIELDS.length + 1)

export interface SummaryParts {
  id: number
  maker: Uint8Array
  machineClass: ClassBytes
  /** The record's bytes within their chunk. */
  chunk: Uint8Array
  start: number
  end: number
}

/** Writes the summary as JSON, in the contract's order. */
export function writeSummary(out: ByteWriter, { id, maker, machineClass, chunk, start, end }: SummaryParts): void {
  let field = 0
  starts[0] = start
  for (let at = start; at < end; at++) if (chunk[at] === SEPARATOR) starts[++field] = at + 1
  // One past the last field's own end, as if a separator followed.
  starts[++field] = end + 1

  const value = (number: number, unknown: Uint8Array) => {
    const from = starts[number]!
    const to = starts[number + 1]! - 1
    if (from === to) out.bytes(unknown)
    else out.copy(chunk, from, to)
  }

  out.bytes(OPENING)
  out.text(String(id))
  for (let number = 0; number < AFTER_PLATE; number++) {
    if (number === 2) {
      out.bytes(MAKER)
      out.bytes(maker)
      out.bytes(CLASS)
      out.bytes(machineClass.key)
    }
    out.bytes(PREFIXES[number]!)
    value(number, FALSE)
  }
  out.bytes(PLATE)
  let isFirst = true
  for (const { field, prefix, fallback } of machineClass.cells) {
    const isKnown = starts[field]! < starts[field + 1]! - 1
    if (!isKnown && fallback === undefined) continue
    if (!isFirst) out.bytes(COMMA)
    isFirst = false
    out.bytes(prefix)
    value(field, fallback ?? NULL)
    out.bytes(END)
  }
  out.bytes(LIST_END)
  for (let number = AFTER_PLATE; number < PLATE_ONLY; number++) {
    out.bytes(PREFIXES[number]!)
    value(number, NULL)
  }
  out.bytes(END)
}

/** Where the slug lies in a record, quotes aside. */
export function slugEnd(chunk: Uint8Array, start: number): number {
  let at = start + 1
  while (chunk[at] !== SEPARATOR) at++
  return at - 1
}
