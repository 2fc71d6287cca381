import { figureBetween, PAGE, type PageRow } from '../../catalogue/machine-page.ts'
import { isFigure } from '../../records/field.ts'
import { MACHINE } from '../../records/machine.ts'
import { EQUIPMENT } from '../../records/machine-questions.ts'
import { FACT_NUMBERS, FIELDS, FIRST_LETTER, fieldNamed, fieldNumber, MARK } from '../summary-record.ts'

/** Fields that come from columns of their own, not from the facts. None needs escapes. */
const OWN = ['price_from_inr', 'price_to_inr', 'price_kind', 'price_as_of', 'published_at'] as const
const OWN_FIELDS = Uint8Array.from(OWN, (name) => fieldNumber(name))
const OWN_PLACES = Uint8Array.from(OWN, (name) => PAGE[name])
const OWN_TEXTS = Uint8Array.from(OWN, (name) => (isFigure(MACHINE[name]) ? 0 : 1))
const IMAGE = fieldNumber('image')
const QUOTE = 0x22
const POINT = 0x2e
const ZERO = 0x30
const BACKSLASH = 0x5c
const SMALL_N = 0x6e
/** Up to this many digits a double holds a figure, and the power of ten it is divided by, exactly. */
const MAX_DIGITS = 15
/** The OWN fields with their marks and letters take less. */
const ROOM_FOR_OWN = 1024

/** The most bytes that the record of this row can take. */
export function recordRoom({ starts, ends }: PageRow): number {
  const lengthOf = (field: number) => ends[field]! - starts[field]!
  return lengthOf(PAGE.slug) + lengthOf(PAGE.facts) + 6 * lengthOf(PAGE.media_image) + ROOM_FOR_OWN
}

/**
 * A machine's summary in memory: the slug, then for each known field a mark, its letter and its JSON. Maker and class
 * are added when the summary is written, so a change of theirs touches no record. It is good until the next one is read.
 */
export interface SummaryRecord {
  /** What is read: a page of rows. */
  json: Buffer
  /** The bytes that hold the record, perhaps among others, and where it ends. */
  bytes: Buffer
  end: number
  /** Where the JSON of each field lies in the bytes; both are equal for an unknown field. */
  starts: Uint32Array
  ends: Uint32Array
  /** What its equipment is: which, and where its JSON lies in the page. */
  equipment: number[]
  /** Which of FACTS it has. */
  facts: [low: number, high: number]
}

export function createSummaryRecord(): SummaryRecord {
  const none = Buffer.alloc(0)
  const [starts, ends] = [new Uint32Array(FIELDS.length), new Uint32Array(FIELDS.length)]
  return { json: none, bytes: none, end: 0, starts, ends, equipment: [], facts: [0, 0] }
}

/** Writes the record of a page's row into these bytes, copying its JSON as it is. */
export function readRecord(record: SummaryRecord, row: PageRow, into: Buffer, at: number): void {
  const { starts, ends } = record
  record.json = row.bytes
  record.bytes = into
  record.end = at
  starts.fill(0)
  ends.fill(0)
  record.equipment.length = 0
  record.facts.fill(0)
  copy(record, row.starts[PAGE.slug]!, row.ends[PAGE.slug]!)
  scanObject(row.bytes, row.starts[PAGE.facts]!, row.ends[PAGE.facts]!, putFact, record)
  for (let own = 0; own < OWN_FIELDS.length; own++) {
    const start = row.starts[OWN_PLACES[own]!]!
    const end = row.ends[OWN_PLACES[own]!]!
    if (start < end) put(record, OWN_FIELDS[own]!, start, end, OWN_TEXTS[own] === 1)
  }
  if (row.hasImage && starts[IMAGE] === ends[IMAGE])
    putImage(record, row.starts[PAGE.media_image]!, row.ends[PAGE.media_image]!)
}

function copy(record: SummaryRecord, start: number, end: number): void {
  const from = record.json
  const to = record.bytes
  let next = record.end
  for (let at = start; at < end; at++) to[next++] = from[at]!
  record.end = next
}

function open(record: SummaryRecord, field: number): void {
  know(record, field)
  record.bytes[record.end++] = MARK
  record.bytes[record.end++] = FIRST_LETTER + field
  record.starts[field] = record.end
}

function putFact(record: SummaryRecord, nameStart: number, nameEnd: number, start: number, end: number): void {
  const field = record.json[start] === SMALL_N ? -1 : fieldNamed(record.json, nameStart, nameEnd)
  if (field < 0) return
  if (field < FIELDS.length) put(record, field, start, end, false)
  else know(record, field)
  const equipment = field - FIELDS.length
  if (equipment >= 0 && equipment < EQUIPMENT.length) record.equipment.push(equipment, start, end)
}

function know({ facts }: SummaryRecord, field: number): void {
  const number = FACT_NUMBERS[field]
  if (number !== undefined) facts[number >>> 5]! |= 1 << (number & 31)
}

function put(record: SummaryRecord, field: number, start: number, end: number, isText: boolean): void {
  open(record, field)
  if (isText) record.bytes[record.end++] = QUOTE
  copy(record, start, end)
  if (isText) record.bytes[record.end++] = QUOTE
  record.ends[field] = record.end
}

function putImage(record: SummaryRecord, start: number, end: number): void {
  const { json, bytes } = record
  if (!needsEscapes(json, start, end)) {
    put(record, IMAGE, start, end, true)
    return
  }
  open(record, IMAGE)
  record.end += bytes.write(JSON.stringify(json.toString('utf8', start, end)), record.end)
  record.ends[IMAGE] = record.end
}

/** The value of a text field. */
export function textIn({ bytes, starts, ends }: SummaryRecord, field: number): string | null {
  const start = starts[field]!
  const end = ends[field]!
  if (start === end) return null
  if (hasEscapes(bytes, start, end)) return JSON.parse(bytes.toString('utf8', start, end)) as string
  return bytes[start] === QUOTE ? bytes.toString('utf8', start + 1, end - 1) : null
}

/** A date as a number: 2026-11-15 is 20261115, an unknown one is 0. */
export function dateIn({ bytes, starts, ends }: SummaryRecord, field: number): number {
  const start = starts[field]! + 1
  if (start > ends[field]!) return 0
  const monthAndDay = figureBetween(bytes, start + 5, start + 7) * 100 + figureBetween(bytes, start + 8, start + 10)
  return figureBetween(bytes, start, start + 4) * 10_000 + monthAndDay
}

export function figureIn({ bytes, starts, ends }: SummaryRecord, field: number): number | null {
  return starts[field] === ends[field] ? null : readFigure(bytes, starts[field]!, ends[field]!)
}

/** Whether the field is text without escapes. */
export function isPlain({ bytes, starts, ends }: SummaryRecord, field: number): boolean {
  return bytes[starts[field]!] === QUOTE && !hasEscapes(bytes, starts[field]!, ends[field]!)
}

function needsEscapes(json: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = json[at]!
    if (code < 0x20 || code === QUOTE || code === BACKSLASH) return true
  }
  return false
}

function hasEscapes(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === BACKSLASH) return true
  return false
}

function readFigure(out: Buffer, start: number, end: number): number {
  let whole = 0
  let scale = 0
  if (end - start > MAX_DIGITS) return Number(out.toString('latin1', start, end))
  for (let at = start; at < end; at++) {
    const code = out[at]!
    if (code === POINT) scale = 1
    else if (code >= ZERO && code <= ZERO + 9) {
      whole = whole * 10 + code - ZERO
      scale *= 10
    } else return Number(out.toString('latin1', start, end))
  }
  return scale > 1 ? whole / scale : whole
}

const COMMA = 0x2c
const LIST = 0x5b
const LIST_END = 0x5d
const OBJECT = 0x7b
const OBJECT_END = 0x7d

/** Gets where a member's name lies, without quotes, and where the JSON of its value lies. */
type OnMember<To> = (to: To, nameStart: number, nameEnd: number, start: number, end: number) => void

/** Visits each member of a JSON object that JSON.stringify wrote between two places. */
export function scanObject<To>(json: Uint8Array, from: number, end: number, onMember: OnMember<To>, to: To): void {
  const last = end - 1
  for (let at = from + 1; at < last; ) {
    const nameEnd = stringEnd(json, at)
    const start = nameEnd + 1
    const end = json[start] === QUOTE ? stringEnd(json, start) : valueEnd(json, start)
    onMember(to, at + 1, nameEnd - 1, start, end)
    at = end + 1
  }
}

/** The place after the closing quote of the string that starts here. */
function stringEnd(json: Uint8Array, start: number): number {
  let at = start + 1
  for (;;) {
    const code = json[at++]
    if (code === QUOTE || code === undefined) return at
    if (code === BACKSLASH) at++
  }
}

function valueEnd(json: Uint8Array, start: number): number {
  let depth = 0
  for (let at = start; at < json.length; at++) {
    const code = json[at]
    if (code === QUOTE) at = stringEnd(json, at) - 1
    else if (code === LIST || code === OBJECT) depth++
    else if (code === COMMA && depth === 0) return at
    else if ((code === LIST_END || code === OBJECT_END) && depth-- === 0) return at
  }
  return json.length
}
