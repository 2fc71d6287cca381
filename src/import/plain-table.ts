import { ROW_FIELDS } from './check-row.ts'
import { type CellKind, type JsonObject, SOURCE_FIELDS } from './field-checks.ts'
import { guard } from './guard.ts'
import { error, type Issue, RowInputError } from './issue.ts'
import { isNeeded, RECORD_TYPES, type RecordType, ROW_SHAPES } from './row-shapes.ts'
import { emptyRow, FOREIGN, type SheetRow } from './sheet-row.ts'
import { suggestField } from './suggest-field.ts'
import { refuseWideHeader, type TableLine } from './table-source.ts'

export const CLEAR = '-'
const ASIDE = '_'
/** Parts of prices, contacts and conditions have separate columns: `price.kind`, `price2.kind`. */
const PART = /^(price|contact|condition)(\d*)\.([a-z_]+)$/
const PRICE_PARTS: Readonly<Record<string, CellKind>> = { price_inr: 'number', high_inr: 'number', basis: 'json' }
const OF_ROWS: readonly string[] = [...ROW_FIELDS, ...SOURCE_FIELDS]

const isFieldOf = (name: string, type: RecordType) => ROW_SHAPES[type].names.has(PART.exec(name)?.[1] ?? name)
const isPassedOver = (name: string) => name === 'type' || name.startsWith(ASIDE)

export function isOwnTable({ cells }: TableLine, defaultType: RecordType | undefined): boolean {
  const names = cells.map((cell) => cell.trim())
  const types = names.includes('type') ? RECORD_TYPES : defaultType ? [defaultType] : []
  const isOwn = (name: string) =>
    OF_ROWS.includes(name) || name.startsWith(ASIDE) || types.some((type) => isFieldOf(name, type))
  return types.some((type) => names.includes(ROW_SHAPES[type].key)) && names.every(isOwn)
}

export function readPlainTable(headerLine: TableLine, defaultType: RecordType | undefined, isStrict: boolean) {
  refuseWideHeader(headerLine)
  const header = headerLine.cells.map((name) => name.trim())
  refuseHeader(header, defaultType, headerLine.number)
  const isFilled = (cell: string, i: number) => cell.trim() !== '' && !isPassedOver(header[i] ?? '')
  return (lines: readonly TableLine[]): SheetRow[] =>
    lines.filter(({ cells }) => cells.some(isFilled)).map((line) => toRow(line, header, defaultType, isStrict))
}

function refuseHeader(names: readonly string[], defaultType: RecordType | undefined, line: number): void {
  if (!defaultType && !names.includes('type'))
    throw new RowInputError('has no column "type": name it with --type', line)
  for (const [i, name] of names.entries()) {
    if (name === '') throw new RowInputError(`column ${i + 1} of the header has no name`, line)
    if (names.indexOf(name) !== i) throw new RowInputError(`the header names ${name} twice`, line)
  }
  const types = names.includes('type') ? RECORD_TYPES : [defaultType!]
  const shapes = types.map((type) => ROW_SHAPES[type])
  const [{ key, what }] = shapes as [(typeof shapes)[0]]
  const existing = new Set([...OF_ROWS, ...shapes.flatMap((shape) => [...shape.names])])
  const isContact = (name: string) => shapes.some((shape) => shape.holdsContacts) && guard().isContactKey(name)
  const issues = names.flatMap((name): Issue[] => {
    if (existing.has(name) || isPassedOver(name) || types.some((type) => isFieldOf(name, type)) || isContact(name))
      return []
    if (shapes.some((shape) => shape.computed.has(name)))
      return [error(name, 'is computed and cannot be imported; leave the column out')]
    const record = shapes.length === 1 ? what : 'any record'
    return [error(name, `is not a field of ${record}`, undefined, suggestField(name, existing))]
  })
  const hasKey = shapes.length > 1 || names.includes(key) || issues.some(({ suggestion }) => suggestion === key)
  if (!hasKey) issues.push(error(key, `is a column that ${what} needs`))
  if (issues.length > 0) throw new RowInputError(issues, line)
}

function toRow(
  { number, cells, isForeign }: TableLine,
  header: readonly string[],
  defaultType: RecordType | undefined,
  isStrict: boolean,
): SheetRow {
  const named = cells[header.indexOf('type')]?.trim().toLowerCase() ?? ''
  const type = RECORD_TYPES.find((item) => item === named) ?? defaultType
  const created = emptyRow(number, undefined, cells)
  const { row, issues } = created
  row.type = type ?? named
  if (isForeign) issues.push(isStrict ? error('row', 'is not valid UTF-8') : FOREIGN)
  if (cells.length > header.length) {
    issues.push(error('row', 'has more cells than the header', `${cells.length} and ${header.length}`))
    return created
  }
  const prices = new Map<string, JsonObject>()
  for (const [i, name] of header.entries()) {
    const cell = (cells[i] ?? '').trim()
    if (cell === '' || isPassedOver(name)) continue
    const [, outer, count = '', part] = PART.exec(name) ?? []
    const value = plainValue(name === 'patch' ? cell.toLowerCase() : cell, cellKindOf(name, part, type))
    // A row cannot do without it: nothing is known.
    if (value === null && !isStrict && type && isNeeded(type, name)) continue
    if (value === undefined)
      issues.push({
        ...error(name, 'the cell holds broken JSON', cell.slice(0, 60)),
        severity: isStrict ? 'error' : 'left',
        cell,
      })
    else if (part === undefined) row[name] = value
    else if (outer === 'price') prices.getOrInsertComputed(count, () => ({}))[part] = value
    else row[outer!] = { ...(row[outer!] as JsonObject | undefined), [part]: value }
  }
  if (prices.size > 0) row.price = [...prices.values()]
  return created
}

function cellKindOf(name: string, part: string | undefined, type: RecordType | undefined): CellKind {
  if (name === 'patch') return 'flag'
  if (part !== undefined) return PRICE_PARTS[part] ?? 'text'
  return (type && ROW_SHAPES[type].cells.get(name)) ?? 'text'
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
