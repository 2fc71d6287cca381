import type { JsonObject } from './check-object.ts'
import { isNeeded, type LeftOut, PATCH_KNOWN } from './check-row.ts'
import type { CellKind } from './check-schema.ts'
import { priceKindOf } from './column-words.ts'
import { FIRST, type Said, unitSaid } from './headings.ts'
import type { Fault } from './report.ts'
import { type RecordType, ROW_SHAPES } from './row-shapes.ts'
import type { Column } from './table-columns.ts'
import type { TableLine } from './table-source.ts'
import { type CellReading, kindOf, readTarget, type TableSettings, withMadeFields } from './table-values.ts'
import { isDitto, saysUnknown } from './table-words.ts'
import { fieldUnit, unitsOf } from './written-values.ts'

// Makes a row of the cells of a line.

export interface TableRow {
  number: number
  row: Record<string, unknown>
  /** Why the row could not be read. */
  problems: Fault[]
  /** Cells that are not understood; those that the row needs are among its problems. */
  left: LeftOut
  /** What was understood of what people wrote. */
  readings: Fault[]
}

/** Clears its field. */
const CLEAR = '-'
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A cell that does not fit its field's type stays text, so that the checks can name the type. */
function plainCell(cell: string, kind: CellKind): unknown {
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

interface RowContext {
  columns: readonly Column[]
  constants: readonly (readonly [string, string])[]
  width: number
  said: Said
}

export function rowFrom(
  type: RecordType,
  { number, cells, given = cells, isForeign }: TableLine,
  { columns, constants, width, said }: RowContext,
  settings: TableSettings,
): TableRow {
  const row: Record<string, unknown> = { type, patch: PATCH_KNOWN }
  const made: TableRow = { number, row, problems: [], left: { faults: [], fields: {} }, readings: [] }
  const { problems, left, readings } = made
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
  const isThere = (target: string) => {
    const [field, inner] = fieldsOf(target)[0]!.split('.') as [string, string | undefined]
    const values = [row[field], left.fields[field]] as (JsonObject | undefined)[]
    return values.some((value) => (inner === undefined ? value : value?.[inner]) !== undefined)
  }
  /** What the columns said, by what they mean: two may mean the same. */
  const before = new Map<string, { name: string; cell: string; values: string }>()
  const amounts: JsonObject[] = []
  const kindAbove = said.findLast(([field]) => field === 'price.kind')
  const unitAbove = (target: string) => {
    const word = unitSaid(said, target)
    return word === undefined
      ? undefined
      : unitsOf(word).find(({ measure }) => measure === fieldUnit(target.split('.').at(-1)!)?.measure)
  }

  function readCell({ target, unit, name }: Column, cell: string): void {
    if (cell === '' || target === undefined || target === 'type') return
    // What a row needs cannot be cleared: there the sign says that nothing is known.
    const isCleared = cell === CLEAR && (asIs || !(ROW_SHAPES[type].names.has(target) && isNeeded(type, target)))
    if (isCleared) {
      if (!target.includes('.')) for (const field of fieldsOf(target)) put(row, field, null)
    } else if (asIs) {
      const value = plainCell(cell, kindOf(type, target))
      if (value !== undefined) put(row, target, value)
      else problems.push({ path: target, reason: 'the cell holds broken JSON', found: cell.slice(0, 60) })
    } else if (cell === CLEAR || saysUnknown(cell))
      readings.push({ path: target, reason: 'is not known, says the cell', found: cell })
    else {
      const isAmount = target.endsWith('price_inr') && type !== 'listing'
      const [amount, ownKind] = isAmount ? splitKind(cell) : [cell, undefined]
      if (ownKind !== undefined) readings.push({ path: 'price.kind', reason: 'is said by the amount', found: cell })
      const named = isAmount ? priceKindOf(name) : undefined
      // The name of a column is nearer than the lines above the header, and farther than a heading.
      const above = isAmount && !ownKind && !(named && kindAbove?.[2] === FIRST) ? kindAbove : undefined
      const kind = ownKind ?? above?.[1] ?? named
      if (above) readings.push({ path: 'price.kind', reason: above[2], found: above[1] })
      // A name is one line, however it was broken in its cell.
      const line = /name$/.test(target) ? cell.replace(/\s+/g, ' ') : amount
      const read = readTarget(type, target, line, unitAbove(target) ?? unit, settings)
      const values = 'values' in read ? JSON.stringify(read.values) : ''
      const other = before.get(target + (kind ?? ''))
      if (other?.values === values && values !== '') return
      before.set(target + (kind ?? ''), { name, cell, values })
      if (other) {
        for (const field of fieldsOf(target)) delete row[field.split('.')[0]!]
        const reason = `is ambiguous: "${other.name}" and "${name}" differ`
        take(made, target, `${other.cell} / ${cell}`, { reason })
      } else if (kind === undefined || 'reason' in read) {
        take(made, target, cell, read)
        if (kind !== undefined) part(left.fields, 'price', 'kind', kind)
      } else if (type === 'implement') {
        const reason = 'is left out: an implement has one price'
        if (row.price_inr !== undefined) readings.push({ path: target, reason, found: `${name} ${cell}` })
        else take(made, target, cell, { ...read, values: { ...read.values, price_kind: kind } })
      } else {
        tell(made, target, cell, read)
        const [price_inr, high_inr] = Object.values(read.values)
        amounts.push({ kind, price_inr, ...(high_inr !== undefined && { high_inr }) })
      }
    }
  }

  /** Each half of a cell for its own field. */
  function readBoth({ name, both }: Column, cell: string): void {
    const halves = cell.split(/[/|]/)
    for (const [at, column] of both!.entries()) {
      const half = halves.length === both!.length ? halves[at]!.trim() : cell
      const isWhole = cell !== '' && halves.length !== both!.length
      const reason = `is not understood: ${name} holds ${both!.length} with / between`
      if (isWhole) take(made, column.target!, cell, { reason })
      else readCell({ ...column, name: column.target! }, half)
    }
  }

  const rearAt = columns.findIndex(({ target }) => target === 'tyre_rear')
  /** Both sizes may stand in the column of the front ones: the rim of a rear one is larger. */
  function isPair(at: number, cell: string): boolean {
    const [, front, rear] = /^[^/]*?(\d+)\s*\/[^/]*?(\d+)$/.exec(cell) ?? []
    return columns[at]!.target === 'tyre_front' && !cells[rearAt]?.trim() && Number(rear) > Number(front)
  }

  for (let at = 0; at < width; at++) {
    const { name, target } = columns[at]!
    // Words of a name mean nothing else.
    const isName = /^(?:variant_)?name$|^slug$|^id$/.test(target ?? '') && !isDitto(given[at] ?? '')
    const cell = ((isName ? given : cells)[at] ?? '').trim()
    if (columns[at]!.both) readBoth(columns[at]!, cell)
    else if (name !== '') readCell(isPair(at, cell) ? { name, target: 'tyres' } : columns[at]!, cell)
    else if (cell !== '')
      readings.push({ path: 'row', reason: `leaves out column ${at + 1}, which has no name`, found: cell })
  }
  for (const [field, text, reason] of asIs ? [] : said) {
    const target = field === 'machine_class' && type === 'implement' ? 'kind' : field
    if (isThere(target) || !ROW_SHAPES[type].names.has(target)) continue
    readings.push({ path: target, reason, found: text })
    readCell({ name: target, target }, text)
  }
  // A constant stands for cells that are not there.
  for (const [at, [, value]] of constants.entries()) {
    const column = columns[width + at]!
    if (column.target === undefined || isThere(column.target)) continue
    readings.push({ path: column.target, reason: 'is taken from --with', found: value.trim() })
    readCell(column, value.trim())
  }
  if (type === 'machine' && !asIs) takePrices(made, amounts)
  if (!asIs) withMadeFields(type, made, settings)
  return made
}

/** An amount that says its kind: `9.90 (on road)`, `25.5 L dealer quote`. */
function splitKind(cell: string): [amount: string, kind: string | undefined] {
  const words = cell.split(/\s+/)
  for (let at = words.length - 1; at > 0 && !/\d/.test(words[at]!); at--) {
    const kind = priceKindOf(words.slice(at).join(' '))
    if (kind === undefined) continue
    const open = words.findLastIndex((word) => word.startsWith('('))
    return [words.slice(0, words.at(-1)!.endsWith(')') && open > 0 ? open : at).join(' '), kind]
  }
  return [cell, undefined]
}

/** Puts together what several cells say about prices: amounts by kind, and what holds for all of them. */
function takePrices({ row, left, readings }: TableRow, amounts: readonly JsonObject[]): void {
  const shared = row.price as JsonObject | null | undefined
  if (!shared && amounts.length === 0) return
  const all = [...(shared?.price_inr === undefined ? [] : [shared]), ...amounts.map((one) => ({ ...shared, ...one }))]
  const refused = left.fields.price as JsonObject | undefined
  if (refused) left.fields.price = { ...(all[0] ?? shared), ...refused }
  if (refused && Object.keys(refused).some((name) => name !== 'high_inr')) delete row.price
  else if (all.length > 0) row.price = all.length === 1 ? all[0] : all
  else if (shared) {
    delete row.price
    readings.push({ path: 'price', reason: 'is left out: the row has no amount' })
  }
}

function take(made: TableRow, target: string, cell: string, read: CellReading): void {
  const { row, problems, left } = made
  if ('reason' in read) {
    const { reason, suggestion } = read
    const found = JSON.stringify(cell.slice(0, 60))
    const fault = { path: target, reason, found, ...(suggestion ? { suggestion } : {}) }
    const [field, inner] = fieldsOf(target)[0]!.split('.') as [string, string | undefined]
    const isWanted = isNeeded(row.type as RecordType, field)
    if (isWanted) problems.push(fault)
    else left.faults.push(fault)
    if (inner === undefined) put(left.fields, field, cell)
    else part(left.fields, field, inner, cell)
    return
  }
  for (const [name, value] of Object.entries(read.values)) {
    // A model behind its maker stands in for a name.
    if (name === 'name' && target !== 'name' && row.name !== undefined) continue
    const [field, inner] = name.split('.') as [string, string | undefined]
    if (inner === undefined) put(row, field, value)
    else part(row, field, inner, value)
  }
  tell(made, target, cell, read)
}

/** Tells what was understood of a cell, unless it was plain. */
function tell({ readings }: TableRow, target: string, cell: string, read: Extract<CellReading, { values: unknown }>) {
  if (read.told === undefined) return
  const shown = Object.values(read.values).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  readings.push({ path: target, reason: read.told, found: `${JSON.stringify(cell.slice(0, 60))}: ${shown.join(', ')}` })
}

function part(row: Record<string, unknown>, field: string, name: string, value: unknown): void {
  put(row, field, { ...((row[field] as object | undefined) ?? {}), [name]: value })
}

/** The fields that a pair stands for. */
function fieldsOf(target: string): string[] {
  if (target === 'gears') return ['gears_fwd', 'gears_rev']
  if (target === 'tyres') return ['tyre_front', 'tyre_rear']
  return target === 'warranty' ? ['warranty_years', 'warranty_hours'] : [target]
}
