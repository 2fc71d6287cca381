import { PATCH_KNOWN } from './check-row.ts'
import type { CellKind } from './check-schema.ts'
import { type Fault, InputError } from './report.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES } from './row-shapes.ts'
import { type Column, countColumns, readColumns, readPlainHeader, refuseWideHeader } from './table-columns.ts'
import { openTable, type TableLine } from './table-source.ts'
import { type CellReading, readTarget, type TableSettings, withMadeFields } from './table-values.ts'
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
    return asIs ? plainTable(head, settings) : understoodTable(head, notes, settings)
  } catch (error) {
    throw error instanceof InputError ? error.at(head[0]!.number) : error
  }
}

function typeColumn(cells: readonly string[]): number {
  return cells.findIndex((cell) => cell.trim().toLowerCase() === 'type')
}

function plainTable(head: readonly TableLine[], { defaultType }: TableSettings) {
  const header = readPlainHeader(head[0]!.cells, defaultType)
  let isFirst = true
  return (lines: readonly TableLine[]) => {
    const rows = isFirst ? lines.slice(1) : lines
    isFirst = false
    return rows.map((line) => plainRow(header, line, defaultType))
  }
}

function plainRow(header: readonly string[], line: TableLine, defaultType: RecordType | undefined): TableRow {
  const { number, cells, isForeign } = line
  const typeAt = header.indexOf('type')
  const type = (typeAt === -1 ? '' : cells[typeAt]?.trim().toLowerCase()) || defaultType
  const row: Record<string, unknown> = { type, patch: PATCH_KNOWN }
  const refused = (path: string, reason: string, found?: string): TableRow => ({
    ...{ number, row, readings: [] },
    problems: [{ path, reason, ...(found === undefined ? {} : { found: found.slice(0, 60) }) }],
  })
  if (isForeign) return refused('row', 'is not valid UTF-8')
  if (cells.length > header.length) {
    return refused('row', 'has more cells than the header', `${cells.length} and ${header.length}`)
  }
  const kinds = RECORD_TYPES.includes(type as RecordType) ? ROW_SHAPES[type as RecordType].cells : undefined
  for (const [at, given] of cells.entries()) {
    const name = header[at]!
    const cell = given.trim()
    if (cell === '' || name === 'type') continue
    const value = plainCell(cell, kinds?.get(name) ?? (name === 'patch' ? 'flag' : 'text'))
    if (value === undefined) return refused(name, 'the cell holds broken JSON', cell)
    put(row, name, value)
  }
  return { number, row, problems: [], readings: [] }
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

function understoodTable(head: readonly TableLine[], notes: readonly string[], settings: TableSettings) {
  const { defaultType } = settings
  const types = defaultType ? [defaultType] : RECORD_TYPES
  const scores = head.slice(0, HEAD_LINES).map(({ cells }) => countColumns(types, cells))
  const at = scores.indexOf(Math.max(...scores))
  const header = head[at]!
  const typeAt = head.slice(at + 1).some(({ cells }) => isType(cells[typeColumn(header.cells)]))
    ? typeColumn(header.cells)
    : -1
  if (!defaultType && typeAt === -1) throw new InputError('has no column "type": name it with --type').at(header.number)
  const constants = (settings.with ?? []).map((pair) => pair.split(/=(.*)/s, 2) as [string, string])
  const made = new Map<RecordType, Column[]>()
  const pending: Fault[] = notes.map((reason) => ({ path: 'row', reason }))
  if (at > 0)
    pending.push({
      path: 'row',
      reason: 'leaves out lines above the header',
      found: `${at}, up to line ${header.number - 1}`,
    })

  function columnsFor(type: RecordType): Column[] {
    const known = made.get(type)
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
  const headerText = header.cells.join('\u0000')
  let rest = at + 1
  return (lines: readonly TableLine[]): TableRow[] => {
    const rows: TableRow[] = []
    const own = lines.slice(rest)
    rest = 0
    for (const line of own) {
      if (line.cells.every((cell) => cell.trim() === '')) {
        pending.push({ path: 'row', reason: 'leaves out blank rows' })
        continue
      }
      if (line.cells.filter((cell) => cell.trim() !== '').length === 1 && header.cells.length > 2) {
        const found = line.cells.join('').trim()
        pending.push({ path: 'row', reason: `leaves out line ${line.number}, which has one cell alone`, found })
        continue
      }
      if (line.cells.join('\u0000') === headerText) {
        pending.push({ path: 'row', reason: 'leaves out a header that is repeated', found: `line ${line.number}` })
        continue
      }
      const given = typeAt === -1 ? '' : (line.cells[typeAt] ?? '').trim().toLowerCase()
      const type = RECORD_TYPES.find((one) => one === given) ?? defaultType
      const row = type
        ? understoodRow(type, line, columnsFor(type), constants, header.cells.length, settings)
        : { number: line.number, row: { type: given }, problems: [], readings: [] }
      row.readings.unshift(...pending.splice(0))
      rows.push(row)
    }
    return rows
  }
}

function isType(cell: string | undefined): boolean {
  return RECORD_TYPES.some((type) => type === cell?.trim().toLowerCase())
}

function understoodRow(
  type: RecordType,
  { number, cells, isForeign }: TableLine,
  columns: readonly Column[],
  constants: readonly (readonly [string, string])[],
  width: number,
  settings: TableSettings,
): TableRow {
  const made: TableRow = { number, row: { type, patch: PATCH_KNOWN }, problems: [], readings: [] }
  const { row, problems, readings } = made
  if (isForeign) readings.push({ path: 'row', reason: 'is read as Windows-1252, not UTF-8' })
  const extra = cells.slice(width).filter((cell) => cell.trim() !== '')
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
    if (saysUnknown(cell)) {
      readings.push({ path: target, reason: 'is not known, says the cell', found: cell })
      continue
    }
    take(made, target, cell, readTarget(type, target, cell, unit, settings))
    if (target === 'price.price_inr' && priceKindOf(name)) part(row, 'price', 'kind', priceKindOf(name))
  }
  withMadeFields(type, made, settings)
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
