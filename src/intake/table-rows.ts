import { PATCH_KNOWN } from './check-row.ts'
import type { CellKind } from './check-schema.ts'
import { type Fault, InputError } from './report.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES } from './row-shapes.ts'
import { type Column, countColumns, readColumns, readPlainHeader, refuseWideHeader } from './table-columns.ts'
import { openTable, type TableLine } from './table-source.ts'
import { type CellReading, kindOf, readTarget, type TableSettings, withMadeFields } from './table-values.ts'
import { priceKindOf, saysUnknown } from './table-words.ts'

export interface TableRow {
  number: number
  row: Record<string, unknown>
  /** Why the row could not be read. */
  problems: Fault[]
  /** What was understood of what people wrote. */
  readings: Fault[]
}

/** The header is looked for among so many lines. */
const HEAD_LINES = 20
/** Clears its field. */
const CLEAR = '-'
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Reads the rows of a table. A row changes only the fields that it has; empty cells are absent, `-` clears. */
export async function* readTable(chunks: AsyncIterable<Buffer>, settings: TableSettings): AsyncGenerator<TableRow[]> {
  const { lines, notes } = await openTable(chunks, settings.sheet)
  if (settings.asIs && notes[0]?.includes('UTF-16'))
    throw new InputError(`${notes[0]}: --as-is takes UTF-8 alone`).at(1)
  let head: TableLine[] = []
  let toRows: ((lines: readonly TableLine[]) => TableRow[]) | undefined
  let failure: unknown
  try {
    for await (const batch of lines) {
      if (toRows) yield toRows(batch)
      else head.push(...batch)
      if (toRows || head.length < HEAD_LINES) continue
      toRows = startTable(head, notes, settings)
      yield toRows(head)
      head = []
    }
  } catch (error) {
    failure = error
  }
  if (!toRows && head.length > 0) yield startTable(head, notes, settings)(head)
  if (failure) throw failure
}

/** Finds the header; what is given back makes rows of the lines, those of the head first. */
function startTable(
  head: readonly TableLine[],
  notes: readonly string[],
  settings: TableSettings,
): (lines: readonly TableLine[]) => TableRow[] {
  const { defaultType, asIs = false } = settings
  const typeAt = head[0]!.cells.findIndex((cell) => cell.trim().toLowerCase() === 'type')
  for (const { cells } of head.slice(0, 1)) refuseWideHeader(cells)
  if (!defaultType && typeAt === -1 && (asIs || !head.some(({ cells }) => typeColumn(cells) !== -1))) {
    throw new InputError('has no column "type": name it with --type').at(1)
  }
  try {
    return rowsUnder(head, notes, settings)
  } catch (error) {
    throw error instanceof InputError ? error.at(head[0]!.number) : error
  }
}

function typeColumn(cells: readonly string[]): number {
  return cells.findIndex((cell) => cell.trim().toLowerCase() === 'type')
}

/** A cell that does not fit its field's type stays text, so that the checks can name the type. */
export function plainCell(cell: string, kind: CellKind): unknown {
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

function put(row: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(row, name, { value, enumerable: true, configurable: true, writable: true })
}

function rowsUnder(head: readonly TableLine[], notes: readonly string[], settings: TableSettings) {
  const { defaultType, asIs = false } = settings
  const types = defaultType ? [defaultType] : RECORD_TYPES
  const scores = asIs ? [0] : head.slice(0, HEAD_LINES).map(({ cells }) => countColumns(types, cells))
  const at = scores.indexOf(Math.max(...scores))
  const header = head[at]!
  const plain = asIs ? readPlainHeader(header.cells, defaultType).map((name) => ({ name, target: name })) : undefined
  const typeAt = plain
    ? typeColumn(header.cells)
    : head.slice(at + 1).some(({ cells }) => isType(cells[typeColumn(header.cells)]))
      ? typeColumn(header.cells)
      : -1
  if (!defaultType && typeAt === -1) throw new InputError('has no column "type": name it with --type').at(header.number)
  const constants = (asIs ? [] : (settings.with ?? [])).map((pair) => pair.split(/=(.*)/s, 2) as [string, string])
  const made = new Map<RecordType, Column[]>()
  const pending: Fault[] = notes.map((reason) => ({ path: 'row', reason }))
  if (at > 0)
    pending.push({
      path: 'row',
      reason: 'leaves out lines above the header',
      found: `${at}, up to line ${header.number - 1}`,
    })

  function columnsFor(type: RecordType): Column[] {
    const known = plain ?? made.get(type)
    if (known) return known
    const names = [...header.cells, ...constants.map(([name]) => name)]
    const classAt = typeAt === -1 ? typeColumn(header.cells) : -1
    const { columns, readings } = readColumns(
      ...([type, names, typeAt === -1 ? [] : RECORD_TYPES, classAt, header.cells.length] as const),
    )
    const strange = constants.find((_, index) => columns[header.cells.length + index]!.target === undefined)
    if (strange) throw new InputError(`--with ${strange[0]}: means no field of ${ROW_SHAPES[type].what}`)
    pending.push(...readings)
    made.set(type, columns)
    return columns
  }

  if (defaultType && typeAt === -1) columnsFor(defaultType)
  let rest = at + 1
  return (lines: readonly TableLine[]): TableRow[] => {
    const rows: TableRow[] = []
    const own = lines.slice(rest)
    rest = 0
    for (const line of own) {
      const leftOut = asIs ? undefined : whyLeftOut(line, header.cells)
      if (leftOut) {
        pending.push({ path: 'row', ...leftOut })
        continue
      }
      const given = typeAt === -1 ? '' : (line.cells[typeAt] ?? '').trim().toLowerCase()
      const type = RECORD_TYPES.find((one) => one === given) ?? defaultType
      const row = type
        ? rowFrom(type, line, columnsFor(type), constants, header.cells.length, settings)
        : { number: line.number, row: { type: given, ...textsOf(line, header) }, problems: [], readings: [] }
      row.readings.unshift(...pending.splice(0))
      rows.push(row)
    }
    return rows
  }
}

/** A line that is no row. */
function whyLeftOut({ number, cells }: TableLine, header: readonly string[]): Omit<Fault, 'path'> | undefined {
  const filled = cells.filter((cell) => cell.trim() !== '')
  if (filled.length === 0) return { reason: 'leaves out blank rows' }
  if (filled.length === 1 && header.length > 2) {
    return { reason: `leaves out line ${number}, which has one cell alone`, found: filled[0]!.trim() }
  }
  const isHeader = cells.join('\u0000') === header.join('\u0000')
  return isHeader ? { reason: 'leaves out a header that is repeated', found: `line ${number}` } : undefined
}

/** The cells of a row of no known type, which is rejected, for the file of rejects. */
function textsOf({ cells }: TableLine, header: TableLine): Record<string, string> {
  const named = header.cells.map((name, at) => [name.trim(), cells[at] ?? ''] as const)
  return Object.fromEntries(named.filter(([name, cell]) => name !== '' && name !== 'type' && cell !== ''))
}

function isType(cell: string | undefined): boolean {
  return RECORD_TYPES.some((type) => type === cell?.trim().toLowerCase())
}

function rowFrom(
  type: RecordType,
  { number, cells, isForeign }: TableLine,
  columns: readonly Column[],
  constants: readonly (readonly [string, string])[],
  width: number,
  settings: TableSettings,
): TableRow {
  const made: TableRow = { number, row: { type, patch: PATCH_KNOWN }, problems: [], readings: [] }
  const { row, problems, readings } = made
  const { asIs = false } = settings
  if (isForeign) {
    if (asIs) problems.push({ path: 'row', reason: 'is not valid UTF-8' })
    else readings.push({ path: 'row', reason: 'is read as Windows-1252, not UTF-8' })
  }
  const extra = cells.slice(width).filter((cell) => asIs || cell.trim() !== '')
  if (extra.length > 0) {
    problems.push({ path: 'row', reason: 'has more cells than the header', found: `${cells.length} and ${width}` })
    return made
  }
  const all = [...Array.from({ length: width }, (_, at) => cells[at] ?? ''), ...constants.map(([, value]) => value)]
  for (const [at, given] of all.entries()) {
    const { target, unit, name } = columns[at]!
    const cell = given.trim()
    if (cell === '' || target === undefined || target === 'type') continue
    // A constant stands for cells that are not there.
    if (at >= width && isThere(row, target)) continue
    if (cell === CLEAR) {
      if (!target.includes('.')) for (const field of fieldsOf(target)) put(row, field, null)
      continue
    }
    if (asIs) {
      const value = plainCell(cell, kindOf(type, target))
      if (value === undefined)
        problems.push({ path: target, reason: 'the cell holds broken JSON', found: cell.slice(0, 60) })
      else put(row, target, value)
      continue
    }
    if (saysUnknown(cell)) {
      readings.push({ path: target, reason: 'is not known, says the cell', found: cell })
      continue
    }
    take(made, target, cell, readTarget(type, target, cell, unit, settings))
    if (target === 'price.price_inr' && priceKindOf(name)) part(row, 'price', 'kind', priceKindOf(name))
  }
  if (!asIs) withMadeFields(type, made, settings)
  return made
}

function take({ row, problems, readings }: TableRow, target: string, cell: string, read: CellReading): void {
  if ('reason' in read) {
    const { reason, suggestion } = read
    problems.push({
      path: target,
      reason,
      found: JSON.stringify(cell.slice(0, 60)),
      ...(suggestion ? { suggestion } : {}),
    })
    return
  }
  for (const [name, value] of Object.entries(read.values)) {
    const [field, inner] = name.split('.') as [string, string | undefined]
    if (inner === undefined) put(row, field, value)
    else part(row, field, inner, value)
  }
  if (read.told === undefined) return
  const shown = Object.values(read.values).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  readings.push({ path: target, reason: read.told, found: `${JSON.stringify(cell.slice(0, 60))}: ${shown.join(', ')}` })
}

function part(row: Record<string, unknown>, field: string, name: string, value: unknown): void {
  put(row, field, { ...((row[field] as object | undefined) ?? {}), [name]: value })
}

function isThere(row: Record<string, unknown>, target: string): boolean {
  const [field, inner] = target.split('.') as [string, string | undefined]
  const value = row[fieldsOf(field)[0]!]
  return inner === undefined
    ? value !== undefined
    : (value as Record<string, unknown> | undefined)?.[inner] !== undefined
}

/** The fields that a pair stands for. */
function fieldsOf(target: string): string[] {
  if (target === 'gears') return ['gears_fwd', 'gears_rev']
  return target === 'warranty' ? ['warranty_years', 'warranty_hours'] : [target]
}
