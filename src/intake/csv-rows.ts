import { CsvError, type Info, parse } from 'csv-parse'
import type { CellKind } from './check-schema.ts'
import { InputError } from './input-error.ts'
import { MAX_LINE_BYTES } from './lines.ts'
import { pump } from './pump.ts'
import type { Fault } from './report.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES } from './row-shapes.ts'

export interface TableRow {
  number: number
  row: Record<string, unknown>
  /** Why the row could not be read, with the field where there is one. */
  problem?: Fault
}

interface Parsed {
  record: string[]
  info: Info
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const REPLACEMENT = '\ufffd'

/** Reads CSV with the field names as header. Cells are read by the type of their field; empty ones are absent. */
export async function* readTable(
  chunks: AsyncIterable<Buffer>,
  defaultType: RecordType | undefined,
): AsyncGenerator<TableRow[]> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: '\n',
    max_record_size: MAX_LINE_BYTES,
  })
  let header: string[] | undefined
  let line = 1
  try {
    for await (const parsed of pump<Parsed>(withoutReturns(chunks), parser)) {
      const rows: TableRow[] = []
      for (const { record, info } of parsed) {
        // The parser counts to the record's last line.
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

/** Turns CRLF into LF, within cells too: the parser would count such a line twice. */
async function* withoutReturns(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held = ''
  for await (const chunk of chunks) {
    // Latin-1 keeps every byte as it is.
    const text = (held + chunk.toString('latin1')).replaceAll('\r\n', '\n')
    held = text.endsWith('\r') ? '\r' : ''
    yield Buffer.from(held ? text.slice(0, -1) : text, 'latin1')
  }
  if (held) yield Buffer.from(held)
}

function readHeader(record: string[], defaultType: RecordType | undefined): string[] {
  const header = record.map((name) => name.trim())
  for (const [at, name] of header.entries()) {
    if (name === '') throw new InputError(`column ${at + 1} of the header has no name`).at(1)
    if (header.indexOf(name) !== at) throw new InputError(`the header names ${name} twice`).at(1)
  }
  if (!defaultType && !header.includes('type')) throw new InputError('has no column "type": name it with --type').at(1)
  return header
}

function toRow(header: string[], record: string[], number: number, defaultType: RecordType | undefined): TableRow {
  const row: Record<string, unknown> = {}
  if (record.length > header.length) {
    return { number, row, problem: { path: 'row', reason: `has ${record.length} cells, the header ${header.length}` } }
  }
  if (record.some((cell) => cell.includes(REPLACEMENT)))
    return { number, row, problem: { path: 'row', reason: 'is not valid UTF-8' } }
  const typeAt = header.indexOf('type')
  const type = (typeAt === -1 ? '' : record[typeAt]) || defaultType
  const known = RECORD_TYPES.find((one) => one === type)
  const cells = known && ROW_SHAPES[known].cells
  if (type !== undefined) row.type = type
  for (const [at, cell] of record.entries()) {
    const name = header[at]!
    if (cell === '' || name === 'type') continue
    const value = readCell(cell, cells?.get(name) ?? OTHER_CELLS[name] ?? 'text')
    if (value === undefined) return { number, row, problem: { path: name, reason: 'the cell holds broken JSON' } }
    Object.defineProperty(row, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return { number, row }
}

const OTHER_CELLS: Readonly<Record<string, CellKind>> = { patch: 'flag', _errors: 'text', _from: 'text' }

/** A cell that cannot be read as its field's type stays a text, for the checks to name what it should be. */
function readCell(cell: string, kind: CellKind): unknown {
  const trimmed = cell.trim()
  if (kind === 'number') return NUMBER.test(trimmed) ? JSON.parse(trimmed) : cell
  if (kind === 'flag') return /^true$/i.test(trimmed) ? true : /^false$/i.test(trimmed) ? false : cell
  // A manufacturer may be a slug as well as an object.
  if (kind !== 'json' || !/^[[{]/.test(trimmed)) return cell
  try {
    return JSON.parse(trimmed)
  } catch {
    return undefined
  }
}
