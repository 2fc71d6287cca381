import { SOURCE_FIELDS } from './check-object.ts'
import { REJECT_FIELDS } from './check-row.ts'
import { suggestField } from './field-names.ts'
import { guard } from './guard.ts'
import { InputError } from './input-error.ts'
import type { Fault } from './report.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES } from './row-shapes.ts'

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
  if (shapes.length > 1 || header.has('patch')) return faults
  const meant = new Set(faults.map(({ suggestion }) => suggestion))
  for (const { name, required } of shapes[0]!.fields) {
    if (!required || header.has(name) || meant.has(name)) continue
    faults.push({ path: name, reason: `is a column that ${what} needs` })
  }
  return faults
}
