import type { CellKind } from './check-field.ts'
import { type JsonObject, SOURCE_FIELDS } from './check-object.ts'
import { isNeeded, ROW_FIELDS } from './check-row.ts'
import { guard } from './guard.ts'
import { emptyRow, FOREIGN, type SheetRow } from './mapping/sheet-row.ts'
import { type Fault, RowInputError } from './report.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES } from './row-shapes.ts'
import { suggestField } from './suggest-field.ts'
import { refuseWideHeader, type TableLine } from './table-source.ts'

// A table that is taken as it is: names of fields in its first line, plain values below. Exports are such tables, and
// what was understood of a sheet.

/** Clears its field. */
export const CLEAR = '-'
/** A column whose name begins so says something about the row, and is passed over. */
const ASIDE = '_'
/** Parts of prices, of a contact and of a condition have columns of their own: `price.kind`, `price2.kind`. */
const PART = /^(price\d*|contact|condition)\.([a-z_]+)$/
const PRICE_PARTS: Readonly<Record<string, CellKind>> = { price_inr: 'number', high_inr: 'number', basis: 'json' }

const isNamed = (name: string, type: RecordType) => {
  const [, outer] = PART.exec(name) ?? []
  return ROW_SHAPES[type].names.has(outer === undefined ? name : outer.replace(/\d+$/, ''))
}
const OF_ROWS: readonly string[] = [...ROW_FIELDS, ...SOURCE_FIELDS]

/** Whether a first line holds names of fields alone, the one that finds the record among them. */
export function isOwnTable({ cells }: TableLine, defaultType: RecordType | undefined): boolean {
  const names = cells.map((cell) => cell.trim())
  const types = names.includes('type') ? RECORD_TYPES : defaultType ? [defaultType] : []
  const isOwn = (name: string) =>
    OF_ROWS.includes(name) || name.startsWith(ASIDE) || types.some((type) => isNamed(name, type))
  return types.some((type) => names.includes(ROW_SHAPES[type].key)) && names.every(isOwn)
}

export async function* readPlainTable(
  batches: AsyncIterable<TableLine[]>,
  defaultType: RecordType | undefined,
  isStrict: boolean,
): AsyncGenerator<SheetRow[]> {
  let header: string[] | undefined
  for await (const lines of batches) {
    header ??= readHeader(lines.shift()!, defaultType)
    const isFilled = (cell: string, i: number) =>
      cell.trim() !== '' && header![i] !== 'type' && !header![i]?.startsWith(ASIDE)
    yield lines.filter(({ cells }) => cells.some(isFilled)).map((line) => toRow(line, header!, defaultType, isStrict))
  }
}

function readHeader(line: TableLine, defaultType: RecordType | undefined): string[] {
  const { cells, number } = line
  refuseWideHeader(line)
  const names = cells.map((name) => name.trim())
  if (!defaultType && !names.includes('type')) {
    throw new RowInputError('has no column "type": name it with --type').at(number)
  }
  for (const [i, name] of names.entries()) {
    if (name === '') throw new RowInputError(`column ${i + 1} of the header has no name`)
    if (names.indexOf(name) !== i) throw new RowInputError(`the header names ${name} twice`)
  }
  const types = names.includes('type') ? RECORD_TYPES : [defaultType!]
  const shapes = types.map((type) => ROW_SHAPES[type])
  const [{ key, what }] = shapes as [(typeof shapes)[0]]
  const existing = new Set([...OF_ROWS, ...shapes.flatMap((shape) => [...shape.names])])
  const isContact = (name: string) => shapes.some((shape) => shape.holdsContacts) && guard().isContactKey(name)
  const faults = names.flatMap((path): Fault[] => {
    if (existing.has(path) || path.startsWith(ASIDE) || types.some((type) => isNamed(path, type)) || isContact(path))
      return []
    if (shapes.some((shape) => shape.computed.has(path))) {
      return [{ path, reason: 'is computed and cannot be imported; leave the column out' }]
    }
    const suggestion = suggestField(path, existing)
    const reason = `is not a field of ${shapes.length === 1 ? what : 'any record'}`
    return [{ path, reason, ...(suggestion ? { suggestion } : {}) }]
  })
  const hasKey = shapes.length > 1 || names.includes(key) || faults.some(({ suggestion }) => suggestion === key)
  if (!hasKey) faults.push({ path: key, reason: `is a column that ${what} needs` })
  if (faults.length > 0) throw new RowInputError(faults)
  return names
}

function toRow(
  { number, cells, isForeign }: TableLine,
  header: readonly string[],
  defaultType: RecordType | undefined,
  isStrict: boolean,
): SheetRow {
  const input = cells[header.indexOf('type')]?.trim().toLowerCase() ?? ''
  const type = RECORD_TYPES.find((item) => item === input) ?? defaultType
  const created = emptyRow(number)
  const { row, problems, left, notes } = created
  row.type = type ?? input
  if (isForeign && isStrict) problems.push({ path: 'row', reason: 'is not valid UTF-8' })
  else if (isForeign) notes.push(FOREIGN)
  if (cells.length > header.length) {
    const result = `${cells.length} and ${header.length}`
    problems.push({ path: 'row', reason: 'has more cells than the header', found: result })
    return created
  }
  const prices = new Map<string, JsonObject>()
  for (const [i, name] of header.entries()) {
    const cell = (cells[i] ?? '').trim()
    if (cell === '' || name === 'type' || name.startsWith(ASIDE)) continue
    const [, outer, inner] = PART.exec(name) ?? []
    const kind = inner ? (PRICE_PARTS[inner] ?? 'text') : type ? (ROW_SHAPES[type].cells.get(name) ?? 'text') : 'text'
    const value = plainValue(name === 'patch' ? cell.toLowerCase() : cell, name === 'patch' ? 'flag' : kind)
    // A row cannot do without it: nothing is known.
    if (value === null && !isStrict && type && isNeeded(type, name)) continue
    if (value === undefined) {
      const faults = isStrict ? problems : left.faults
      faults.push({ path: name, reason: 'the cell holds broken JSON', found: cell.slice(0, 60) })
    } else if (inner === undefined) row[name] = value
    else if (outer!.startsWith('price')) prices.set(outer!, { ...prices.get(outer!), [inner]: value })
    else row[outer!] = { ...(row[outer!] as JsonObject | undefined), [inner]: value }
  }
  if (prices.size > 0) row.price = [...prices.values()]
  return created
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
