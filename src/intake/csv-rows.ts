import { CsvError, type Info, parse } from 'csv-parse'
import { SOURCE_FIELDS } from './check-object.ts'
import { PATCH_KNOWN, REJECT_FIELDS } from './check-row.ts'
import type { CellKind } from './check-schema.ts'
import { suggestField } from './field-names.ts'
import { guard } from './guard.ts'
import { MAX_LINE_BYTES } from './lines.ts'
import { pump } from './open-input.ts'
import type { Fault } from './report.ts'
import { InputError } from './report.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES } from './row-shapes.ts'

interface TableRow {
  number: number
  row: Record<string, unknown>
  /** Why the row could not be read; nothing else is known of it then. */
  problem?: Fault
}

interface Parsed {
  record: string[]
  info: Info
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const REPLACEMENT = '\ufffd'

/**
 * Reads CSV with a header of field names, separated by commas, semicolons or tabs. Cells are trimmed and read by the
 * type of their field; empty ones are absent, `-` clears. A row changes only the fields that it has.
 */
export async function* readTable(
  chunks: AsyncIterable<Buffer>,
  defaultType: RecordType | undefined,
): AsyncGenerator<TableRow[]> {
  const rest = chunks[Symbol.asyncIterator]()
  const { head, line: headerLine } = await readHeaderLine(rest)
  const parser = parse({
    bom: true,
    info: true,
    delimiter: delimiterOf(headerLine),
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: '\n',
    max_record_size: MAX_LINE_BYTES,
  })
  let header: string[] | undefined
  let line = 1
  try {
    for await (const parsed of pump<Parsed>(withoutReturns(head, rest), parser)) {
      const rows: TableRow[] = []
      for (const { record, info } of parsed) {
        // The parser counts up to the record's last line.
        const number = info.lines - record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
        line = info.lines + 1
        if (header) rows.push(toRow(header, record, number, defaultType))
        else header = readHeader(record, defaultType)
      }
      if (rows.length > 0) yield rows
    }
  } catch (error) {
    if (error instanceof InputError) throw error.at(line)
    if (error instanceof CsvError) throw new InputError(`is not CSV: ${error.message}`).at(line)
    throw error
  }
}

/** Turns CRLF into LF, in cells too: the parser would count such a line twice. */
async function* withoutReturns(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  let held = ''
  for (let chunk = head; ; ) {
    // Latin-1 keeps every byte unchanged.
    const text = (held + chunk.toString('latin1')).replaceAll('\r\n', '\n')
    held = text.endsWith('\r') ? '\r' : ''
    yield Buffer.from(held ? text.slice(0, -1) : text, 'latin1')
    const next = await rest.next()
    if (next.done) break
    chunk = next.value
  }
  if (held) yield Buffer.from(held)
}

function toRow(header: string[], record: string[], number: number, defaultType: RecordType | undefined): TableRow {
  const row: Record<string, unknown> = {}
  if (record.some((cell) => cell.includes(REPLACEMENT))) return refused(number, row, 'row', 'is not valid UTF-8')
  if (record.length > header.length) {
    return refused(number, row, 'row', 'has more cells than the header', `${record.length} and ${header.length}`)
  }
  const typeAt = header.indexOf('type')
  const type = (typeAt === -1 ? '' : record[typeAt]?.trim().toLowerCase()) || defaultType
  const known = RECORD_TYPES.find((one) => one === type)
  const cells = known && ROW_SHAPES[known].cells
  if (type !== undefined) row.type = type
  row.patch = PATCH_KNOWN
  for (const [at, given] of record.entries()) {
    const name = header[at]!
    const cell = given.trim()
    if (cell === '' || name === 'type') continue
    const value = readCell(cell, cells?.get(name) ?? OTHER_CELLS[name] ?? 'text')
    if (value === undefined) return refused(number, row, name, 'the cell holds broken JSON', cell)
    Object.defineProperty(row, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return { number, row }
}

function refused(number: number, row: Record<string, unknown>, path: string, reason: string, found?: string): TableRow {
  return { number, row, problem: { path, reason, ...(found === undefined ? {} : { found: found.slice(0, 60) }) } }
}

/** Clears its field. */
const CLEAR = '-'
const OTHER_CELLS: Readonly<Record<string, CellKind>> = { patch: 'flag', _errors: 'text', _from: 'text' }

/** A cell that does not fit its field's type stays text, so that the checks can name the type. */
function readCell(cell: string, kind: CellKind): unknown {
  if (cell === CLEAR) return null
  if (kind === 'number') return NUMBER.test(cell) ? JSON.parse(cell) : cell
  if (kind === 'flag') return /^true$/i.test(cell) ? true : /^false$/i.test(cell) ? false : cell
  // A manufacturer may be a slug or an object.
  if (kind !== 'json' || !/^[[{]/.test(cell)) return cell
  try {
    return JSON.parse(cell)
  } catch {
    return undefined
  }
}

const DELIMITERS = [',', ';', '\t'] as const
const MAX_HEADER_BYTES = 64 * 1024
const MAX_COLUMNS = 1_000
const NEWLINE = 0x0a
const OTHER_COLUMNS: readonly string[] = ['type', 'patch', ...REJECT_FIELDS, ...SOURCE_FIELDS]

/** Reads to the end of the first line; a table has one soon. */
export async function readHeaderLine(chunks: AsyncIterator<Buffer>): Promise<{ head: Buffer; line: string }> {
  let head = Buffer.alloc(0)
  for (;;) {
    const end = head.indexOf(NEWLINE)
    if (end > MAX_HEADER_BYTES || (end === -1 && head.length > MAX_HEADER_BYTES)) {
      throw new InputError(`the header is longer than ${MAX_HEADER_BYTES / 1024} kB`).at(1)
    }
    if (end !== -1) return { head, line: head.toString('utf8', 0, end) }
    const next = await chunks.next()
    if (next.done) return { head, line: head.toString('utf8') }
    head = Buffer.concat([head, next.value])
  }
}

/** The sign between the names of a header; a comma if there is none. */
export function delimiterOf(line: string): string {
  const open = line.replace(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((sign) => open.split(sign).length - 1)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!
}

/** The column names. A header that fits no row is refused once, not once for each row. */
export function readHeader(record: readonly string[], defaultType: RecordType | undefined): string[] {
  if (record.length > MAX_COLUMNS) {
    throw new InputError(`the header has ${record.length} columns, more than ${MAX_COLUMNS}`).at(1)
  }
  const header = record.map((name) => name.trim())
  const seen = new Set<string>()
  for (const [at, name] of header.entries()) {
    if (name === '') throw new InputError(`column ${at + 1} of the header has no name`).at(1)
    if (seen.has(name)) throw new InputError(`the header names ${name} twice`).at(1)
    seen.add(name)
  }
  if (!defaultType && !seen.has('type')) throw new InputError('has no column "type": name it with --type').at(1)
  const faults = headerFaults(seen, defaultType)
  if (faults.length > 0) throw new InputError(faults).at(1)
  return header
}

function headerFaults(header: ReadonlySet<string>, defaultType: RecordType | undefined): Fault[] {
  const types = header.has('type') ? RECORD_TYPES : [defaultType!]
  const shapes = types.map((type) => ROW_SHAPES[type])
  const what = shapes.length === 1 ? shapes[0]!.what : 'any record'
  const known = new Set(shapes.flatMap((shape) => [...shape.names]))
  const faults: Fault[] = []
  for (const name of header) {
    if (known.has(name) || OTHER_COLUMNS.includes(name)) continue
    if (shapes.some((shape) => shape.holdsContacts) && guard().isContactKey(name)) continue
    if (shapes.some((shape) => shape.computed.has(name))) {
      faults.push({ path: name, reason: 'is computed and cannot be imported; leave the column out' })
      continue
    }
    const suggestion = suggestField(name, known)
    faults.push({ path: name, reason: `is not a field of ${what}`, ...(suggestion ? { suggestion } : {}) })
  }
  if (shapes.length > 1) return faults
  const { key } = shapes[0]!
  if (header.has(key) || faults.some(({ suggestion }) => suggestion === key)) return faults
  return [...faults, { path: key, reason: `is a column that ${what} needs` }]
}
