import type { CellKind } from './check-field.ts'
import { SOURCE_FIELDS } from './check-object.ts'
import { ROW_FIELDS } from './check-row.ts'
import { suggestField } from './column-words.ts'
import { guard } from './guard.ts'
import { newRow, type TableRow } from './made-row.ts'
import { type Fault, InputError } from './report.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES, type RowShape } from './row-shapes.ts'
import { CLEAR } from './table-cells.ts'
import { refuseWideHeader, type TableLine } from './table-source.ts'
import { kindOf } from './table-values.ts'

// A table that is taken as it is: names of fields in its first line, plain values below.

export async function* readPlainTable(
  batches: AsyncIterable<TableLine[]>,
  defaultType: RecordType | undefined,
): AsyncGenerator<TableRow[]> {
  let header: string[] | undefined
  for await (const lines of batches) {
    header ??= readHeader(lines.shift()!, defaultType)
    yield lines.map((line) => toRow(line, header!, defaultType))
  }
}

function readHeader(line: TableLine, defaultType: RecordType | undefined): string[] {
  const { cells, number } = line
  refuseWideHeader(line)
  const names = cells.map((name) => name.trim())
  if (!defaultType && !names.includes('type')) {
    throw new InputError('has no column "type": name it with --type').at(number)
  }
  for (const [at, name] of names.entries()) {
    if (name === '') throw new InputError(`column ${at + 1} of the header has no name`)
    if (names.indexOf(name) !== at) throw new InputError(`the header names ${name} twice`)
  }
  const shapes = (names.includes('type') ? RECORD_TYPES : [defaultType!]).map((type) => ROW_SHAPES[type])
  const [{ key, what }] = shapes as [RowShape]
  const known = new Set([...ROW_FIELDS, ...SOURCE_FIELDS, ...shapes.flatMap((shape) => [...shape.names])])
  const isContact = (name: string) => shapes.some((shape) => shape.holdsContacts) && guard().isContactKey(name)
  const faults = names.flatMap((path): Fault[] => {
    if (known.has(path) || isContact(path)) return []
    if (shapes.some((shape) => shape.computed.has(path))) {
      return [{ path, reason: 'is computed and cannot be imported; leave the column out' }]
    }
    const suggestion = suggestField(path, known)
    const reason = `is not a field of ${shapes.length === 1 ? what : 'any record'}`
    return [{ path, reason, ...(suggestion ? { suggestion } : {}) }]
  })
  const hasKey = shapes.length > 1 || names.includes(key) || faults.some(({ suggestion }) => suggestion === key)
  if (!hasKey) faults.push({ path: key, reason: `is a column that ${what} needs` })
  if (faults.length > 0) throw new InputError(faults)
  return names
}

function toRow({ number, cells, isForeign }: TableLine, header: readonly string[], defaultType?: RecordType): TableRow {
  const given = cells[header.indexOf('type')]?.trim().toLowerCase() ?? ''
  const type = RECORD_TYPES.find((one) => one === given) ?? defaultType
  const made = newRow(number, type ?? given)
  const { row, problems } = made
  if (isForeign) problems.push({ path: 'row', reason: 'is not valid UTF-8' })
  if (cells.length > header.length) {
    const found = `${cells.length} and ${header.length}`
    problems.push({ path: 'row', reason: 'has more cells than the header', found })
    return made
  }
  for (const [at, name] of header.entries()) {
    const cell = (cells[at] ?? '').trim()
    if (cell === '' || name === 'type') continue
    row[name] = type ? plainValue(cell, kindOf(type, name)) : cell
    if (row[name] !== undefined) continue
    problems.push({ path: name, reason: 'the cell holds broken JSON', found: cell.slice(0, 60) })
  }
  return made
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A cell that does not fit its field's type stays text, so that the checks can name the type. */
function plainValue(cell: string, kind: CellKind): unknown {
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
