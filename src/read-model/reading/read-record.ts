import { figureBetween, PAGE, type PageRow } from '../../catalogue/machine-page.ts'
import { FIELDS, FIRST_LETTER, fieldNamed, fieldNumber, MARK } from '../summary-record.ts'

/**
 * A machine's summary in memory: the slug, then for each known field a mark, its letter and its JSON. Maker and class
 * are added when the summary is written, so a change of theirs touches no record.
 */
export interface SummaryRecord {
  /** The bytes that hold the record, perhaps among others. */
  bytes: Uint8Array
  length: number
  /** The value of a text field. */
  text(field: number): string | null
  /** A date as a number: 2026-11-15 is 20261115, an unknown one is 0. */
  date(field: number): number
  figure(field: number): number | null
  /** Where the JSON of a field lies in the bytes; both are equal for an unknown field. */
  start(field: number): number
  end(field: number): number
  /** Whether the field is text without escapes. */
  isPlain(field: number): boolean
}

/** Fields that come from columns of their own, not from the facts. None needs escapes. */
const OWN = ['price_from_inr', 'price_to_inr', 'price_kind', 'price_as_of', 'published_at'] as const
const OWN_FIELDS = Uint8Array.from(OWN, (name) => fieldNumber(name))
const OWN_PLACES = Uint8Array.from(OWN, (name) => PAGE[name])
const OWN_TEXTS = Uint8Array.from(OWN, (name) => (name.endsWith('_inr') ? 0 : 1))
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

// One record is read at a time, so all share these.
let json: Buffer = Buffer.alloc(0)
let out: Buffer = json
let length = 0
const starts = new Uint32Array(FIELDS.length)
const ends = new Uint32Array(FIELDS.length)

const record: SummaryRecord = {
  bytes: out,
  length: 0,
  text: readText,
  date: readDate,
  figure: (field) => (starts[field] === ends[field] ? null : readFigure(starts[field]!, ends[field]!)),
  start: (field) => starts[field]!,
  end: (field) => ends[field]!,
  isPlain: (field) => out[starts[field]!] === QUOTE && !hasEscapes(starts[field]!, ends[field]!),
}

/** The most bytes that the record of this row can take. */
export function recordRoom({ starts, ends }: PageRow): number {
  const lengthOf = (field: number) => ends[field]! - starts[field]!
  return lengthOf(PAGE.slug) + lengthOf(PAGE.facts) + 6 * lengthOf(PAGE.media_image) + ROOM_FOR_OWN
}

/** Writes the record of a page's row into these bytes, copying its JSON as it is. Good until the next record is read. */
export function readPageRecord(row: PageRow, into: Buffer, at: number): SummaryRecord {
  begin(row.bytes, into, at)
  copy(row.starts[PAGE.slug]!, row.ends[PAGE.slug]!)
  scanObject(json, row.starts[PAGE.facts]!, row.ends[PAGE.facts]!, putFact)
  for (let own = 0; own < OWN_FIELDS.length; own++) {
    const start = row.starts[OWN_PLACES[own]!]!
    const end = row.ends[OWN_PLACES[own]!]!
    if (start < end) putBytes(OWN_FIELDS[own]!, start, end, OWN_TEXTS[own] === 1)
  }
  if (row.hasImage && starts[IMAGE] === ends[IMAGE]) {
    const start = row.starts[PAGE.media_image]!
    const end = row.ends[PAGE.media_image]!
    if (needsEscapes(start, end)) putText(IMAGE, JSON.stringify(json.toString('utf8', start, end)))
    else putBytes(IMAGE, start, end, true)
  }
  record.bytes = out
  record.length = length - at
  return record
}

function needsEscapes(start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = json[at]!
    if (code < 0x20 || code === QUOTE || code === BACKSLASH) return true
  }
  return false
}

function begin(source: Buffer, into: Buffer, at: number): void {
  json = source
  out = into
  length = at
  starts.fill(0)
  ends.fill(0)
}

function copy(start: number, end: number): void {
  const from = json
  const to = out
  let next = length
  for (let at = start; at < end; at++) to[next++] = from[at]!
  length = next
}

function open(field: number): void {
  out[length++] = MARK
  out[length++] = FIRST_LETTER + field
  starts[field] = length
}

function putFact(nameStart: number, nameEnd: number, start: number, end: number): void {
  const field = json[start] === SMALL_N ? -1 : fieldNamed(json, nameStart, nameEnd)
  if (field < 0) return
  open(field)
  copy(start, end)
  ends[field] = length
}

function putBytes(field: number, start: number, end: number, isText: boolean): void {
  open(field)
  if (isText) out[length++] = QUOTE
  copy(start, end)
  if (isText) out[length++] = QUOTE
  ends[field] = length
}

function putText(field: number, text: string): void {
  open(field)
  length += out.write(text, length)
  ends[field] = length
}

function readText(field: number): string | null {
  const start = starts[field]!
  const end = ends[field]!
  if (start === end) return null
  if (hasEscapes(start, end)) return JSON.parse(out.toString('utf8', start, end)) as string
  return out[start] === QUOTE ? out.toString('utf8', start + 1, end - 1) : null
}

function readDate(field: number): number {
  const start = starts[field]! + 1
  if (start > ends[field]!) return 0
  const monthAndDay = figureBetween(out, start + 5, start + 7) * 100 + figureBetween(out, start + 8, start + 10)
  return figureBetween(out, start, start + 4) * 10_000 + monthAndDay
}

function hasEscapes(start: number, end: number): boolean {
  const bytes = out
  for (let at = start; at < end; at++) if (bytes[at] === BACKSLASH) return true
  return false
}

function readFigure(start: number, end: number): number {
  let whole = 0
  let scale = 0
  if (end - start <= MAX_DIGITS) {
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
  return Number(out.toString('latin1', start, end))
}

const COMMA = 0x2c
const LIST = 0x5b
const LIST_END = 0x5d
const OBJECT = 0x7b
const OBJECT_END = 0x7d

/** Gets where a member's name lies, without quotes, and where the JSON of its value lies. */
type OnMember = (nameStart: number, nameEnd: number, start: number, end: number) => void

/** Visits each member of a JSON object that JSON.stringify wrote between two places. */
export function scanObject(json: Uint8Array, from: number, to: number, onMember: OnMember): void {
  const last = to - 1
  for (let at = from + 1; at < last; ) {
    const nameEnd = stringEnd(json, at)
    const start = nameEnd + 1
    const end = json[start] === QUOTE ? stringEnd(json, start) : valueEnd(json, start)
    onMember(at + 1, nameEnd - 1, start, end)
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
