import { type Cache, createCache } from '../../lib/cache.ts'
import type { JsonObject } from '../field-checks.ts'
import { error, shownValue, warning } from '../issue.ts'
import { isNeeded, type RecordType, ROW_SHAPES } from '../row-shapes.ts'
import { emptyRow, FOREIGN, type SheetRow, skippedRow } from '../sheet-row.ts'
import type { TableLine } from '../table-source.ts'
import { completeRow, type RowContext } from './complete-row.ts'
import { type DayOrder, datesIn } from './dates.ts'
import { type ColumnMapping, FROM_SHEET, type Mapping, NOTE, OPEN, SECTION, SKIP } from './mapping.ts'
import { type CatalogNames, leadingManufacturer, manufacturersNamed, nearManufacturers } from './names.ts'
import type { OpenValue, Parsed } from './numbers.ts'
import { type MappedColumn, readCell, type SheetContext, splitPhone } from './read-cell.ts'
import { fieldNamed, isFieldName } from './synonyms.ts'
import { targetOf } from './targets.ts'
import { unitNamed } from './units.ts'
import { hasValue, isBlank, isDitto, isSynonymOf, keyOf, lettersOf } from './words.ts'

export interface SheetOptions {
  names: CatalogNames
  today: string
  ids?: ReadonlyMap<string, number> | undefined
  above?: readonly TableLine[]
  onOpen?: (header: string, open: OpenValue) => void
}

const CACHED_CELLS = 4_000
export const SECTION_ROW = 'is a section row'
const NOT_READ: Parsed = { values: {} }
const NAMING_FIELDS: Partial<Record<RecordType, readonly string[]>> = {
  listing: ['variant_name', 'own_number'],
  class: ['key'],
}
const OF_IMPLEMENTS: Readonly<Record<string, string>> = {
  engine_hp: 'hp_min',
  machine_class: 'kind',
  operating_weight_kg: 'weight_kg',
  price: 'price_inr',
}
const REASONS: Readonly<Record<OpenValue['open'], string>> = {
  value: 'is not in the mapping',
  unit: 'has a unit that is not in the mapping',
  manufacturer: 'is not a known manufacturer',
  date_order: 'may be two dates: say whether the day or the month comes first',
}

const byKey = <T>(items: Readonly<Record<string, T>> = {}) =>
  new Map(Object.entries(items).map(([name, item]) => [keyOf(name), item]))
const decided = <T extends string>(value: T | undefined) =>
  (value === OPEN ? undefined : value) as Exclude<T, '?'> | undefined

function toColumn(type: RecordType, header: string, mapping: ColumnMapping): MappedColumn {
  const { field, unit, kind, values, phones } = mapping
  return {
    header,
    field,
    target: targetOf(type, field),
    unit: unit === undefined || unit === OPEN ? undefined : unitNamed(unit),
    isUnitOpen: unit === OPEN,
    kind: decided(kind),
    values: byKey(values),
    phones: decided(phones),
  }
}

function columnFor(type: RecordType, header: string, column: ColumnMapping): ColumnMapping {
  const { field } = column
  if (field === SKIP || field === NOTE || field === OPEN) return column
  const other = fieldNamed(type, header).exact?.field ?? (targetOf(type, field) ? field : OF_IMPLEMENTS[field])
  return { ...column, field: other !== undefined && targetOf(type, other) ? other : SKIP }
}

export function createSheetReader(mapping: Mapping, headers: readonly string[], options: SheetOptions) {
  const { names, ids = new Map(), onOpen = () => {} } = options
  const context: SheetContext = {
    names,
    dateOrder: decided(mapping.date_order),
    createsManufacturers: mapping.unknown_manufacturers === 'create',
  }
  const mapped = byKey(mapping.columns)
  const keys = headers.map(keyOf)
  const columnsByType = new Map<RecordType, MappedColumn[]>()
  const columnsOf = (type: RecordType) =>
    columnsByType.getOrInsertComputed(type, () =>
      headers.map((header, i) => {
        const column = mapped.get(keys[i]!) ?? { field: OPEN }
        return toColumn(type, header, type === mapping.type ? column : columnFor(type, header, column))
      }),
    )
  const main = columnsOf(mapping.type)
  const { field: sectionField = SKIP, values } = mapping.section_rows ?? {}
  const sectionColumn = toColumn(mapping.type, '', { field: sectionField, ...(values && { values }) })
  const rules = (mapping.rows ?? []).map(({ when, type }) => ({
    index: keys.indexOf(keyOf(when.column)),
    isSection: when.column === SECTION,
    is: new Set(when.is.map(keyOf)),
    type,
  }))
  const filledDown = new Set((mapping.fill_down ?? []).map(keyOf))
  const isNaming = main.map(({ field }) => (NAMING_FIELDS[mapping.type] ?? ['name', 'slug']).includes(field))
  const rowContext: RowContext = {
    ...constantsOf(mapping, context, options),
    names,
    mapping,
    ids,
    identity: Array.isArray(mapping.identity)
      ? mapping.identity.map((header) => keys.indexOf(keyOf(header)))
      : undefined,
    nameColumn: main.find(({ field }) => field === 'name' || field === 'variant_name'),
    onOpen,
    refuse,
  }
  // Most cells of a column stand in many rows.
  const cells = new Map<MappedColumn, Cache<string, Parsed>>()
  const lines = new Map<unknown, number>()
  let above: string[] = []
  let section = ''
  let isBelowOtherHeaders = false

  return {
    read(line: TableLine): SheetRow {
      const cells = headers.map((_, i) => line.cells[i]?.trim() ?? '')
      const reason = whySkipped(cells)
      if (reason !== undefined) {
        const skipped = skippedRow(line.number, mapping.type, reason, line.cells)
        if (reason === SECTION_ROW) beginSection(skipped.skipped!.text)
        return skipped
      }
      fillDown(cells)
      return readRow(line, cells)
    },
  }

  function whySkipped(cells: readonly string[]): string | undefined {
    const filled = cells.filter((cell) => cell !== '')
    const isHeader = (cell: string, i: number) => cell !== '' && keys[i]!.endsWith(lettersOf(cell))
    // Nearly every line differs from the headers in its first cell.
    const first = cells.findIndex((cell) => cell !== '')
    const same = isHeader(cells[first] ?? '', first) ? cells.filter(isHeader).length : 0
    if (same > 1 && same * 2 > filled.length) {
      isBelowOtherHeaders = false
      return 'repeats the headers'
    }
    const named =
      filled.length > 2 && !/^\d/.test(filled[0]!) ? filled.filter((cell) => isFieldName(mapping.type, cell)) : []
    if (named.length * 2 > filled.length) isBelowOtherHeaders = true
    if (isBelowOtherHeaders) return 'is below other headers: send it as a separate sheet'
    if (filled.length === 1 && headers.length > 2) return SECTION_ROW
    const isNamed = isNaming.some((is, i) => is && hasValue(cells[i] ?? ''))
    if (!isNamed && filled.length * 2 <= headers.length) return 'names nothing'
    const isSum = isSynonymOf('sum', filled[0]!) || isSynonymOf('sum', filled[0]!.split(' ')[0]!)
    return isSum && filled.length <= headers.length / 2 ? 'is a sum' : undefined
  }

  function beginSection(text: string): void {
    if (sectionColumn.values.get(keyOf(text)) === SKIP) return
    section = text
    // A section row directly above another still needs a value.
    if (!rules.some(({ isSection, is }) => isSection && is.has(keyOf(text))))
      take({ ...emptyRow(0, mapping.type, []), original: {} }, sectionColumn, text, [])
  }

  function fillDown(row: string[]): void {
    for (const [i, cell] of row.entries()) {
      // There is a manufacturer Same.
      const isName = main[i]!.target?.kind === 'manufacturer' && names.manufacturers.has(lettersOf(cell))
      const [lead = '', ...rest] = isNaming[i] ? cell.split(/\s+/) : []
      if (cell === '' ? filledDown.has(keys[i]!) : !isNaming[i] && isDitto(cell) && !isName) row[i] = above[i] ?? ''
      else if (rest.length > 0 && isDitto(lead) && above[i]) row[i] = `${above[i]} ${rest.join(' ')}`
    }
    above = row
  }

  function readRow({ number, cells: input, isForeign }: TableLine, row: string[]): SheetRow {
    const rule = rules.find(({ index, isSection, is }) => is.has(keyOf(isSection ? section : (row[index] ?? ''))))
    const type = rule?.type ?? mapping.type
    const created: SheetRow = { ...emptyRow(number, type, input), original: {} }
    const extra = input.slice(headers.length).filter((cell) => cell.trim() !== '')
    if (extra.length > 0) created.issues.push(warning('row', 'has cells behind the last header', extra.join(' | ')))
    if (isForeign) created.issues.push(FOREIGN)
    const prices: JsonObject[] = []
    for (const [i, column] of columnsOf(type).entries()) {
      const cell = row[i]!
      const isOfWords = column.target?.kind === 'choice' || column.target?.kind === 'flag'
      if (isOfWords ? isBlank(cell) : !hasValue(cell)) continue
      if (isNaming[i] && isDitto(cell)) refuse(created, column.field, 'is a ditto, which names nothing', cell)
      else if (column.field === NOTE || column.field === 'description') takeText(created, column, cell)
      else take(created, column, cell, prices)
    }
    if (section !== '' && type === mapping.type && created.row[sectionField] === undefined)
      take(created, sectionColumn, section, prices)
    nameManufacturer(created)
    completeRow(created, prices, row, rowContext)
    refuseRepeatedIdentity(created)
    return created
  }

  function take(created: SheetRow, column: MappedColumn, cell: string, prices: JsonObject[]): void {
    if (!column.target) return
    const cache = cells.getOrInsertComputed(column, () => createCache<string, Parsed>(CACHED_CELLS))
    // A section row may say anything: it creates no manufacturer.
    const about = column === sectionColumn ? { ...context, createsManufacturers: false } : context
    const parsed = cache.getOrCompute(cell, () => readCell(column, cell, created.type!, about) ?? NOT_READ)
    if (parsed === NOT_READ) return
    if (!('values' in parsed)) {
      if ('open' in parsed) onOpen(column.header, parsed)
      refuse(created, column.field, 'open' in parsed ? REASONS[parsed.open] : parsed.refused, cell)
      return
    }
    const values = Object.entries(parsed.values)
    if (column.field === 'price') {
      const price = values.map(([name, value]) => [name.replace('price.', ''), value])
      prices.push({ ...(column.kind && { kind: column.kind }), ...Object.fromEntries(price) })
    } else for (const [name, value] of values) put(created, column, name, value)
    if (column.kind && created.type === 'implement') created.row.price_kind ??= column.kind
    if (parsed.note !== undefined) created.issues.push(warning(column.field, parsed.note, cell))
    if (values.length > 1 || String(values[0]?.[1]) !== cell) created.original![column.header] = cell
  }

  /** Text for people: phone numbers become the contact, and several columns stand behind one another. */
  function takeText(created: SheetRow, column: MappedColumn, cell: string): void {
    const { phone, rest } = column.phones === undefined ? { rest: cell } : splitPhone(cell)
    if (phone !== undefined && column.phones === 'contact') {
      created.row.contact = { phone, ...(created.row.contact as JsonObject | undefined) }
      created.original![column.header] = cell
    }
    const isRemark = isSynonymOf('remark', column.header) || lettersOf(column.header) === 'description'
    if (column.field === NOTE) created.original![column.header] = cell
    else if (rest !== '') put(created, column, 'description', isRemark ? rest : `${column.header}: ${rest}`)
  }

  function put(created: SheetRow, { field, header }: MappedColumn, name: string, value: unknown): void {
    const [outer, inner] = name.split('.') as [string, string?]
    if (inner !== undefined) created.row[outer] ??= {}
    const place = inner === undefined ? created.row : (created.row[outer] as JsonObject)
    const key = inner ?? outer
    if (name === 'description' && place[key] !== undefined) place[key] = `${place[key]}; ${value}`
    else if (place[key] !== undefined && JSON.stringify(place[key]) !== JSON.stringify(value)) {
      refuse(created, field, `differs from another column of ${field}: ${header}`, String(value))
      delete place[key]
    } else place[key] = value
  }

  /** `Sonalka DI 35` in a column of full names: a lead word near a manufacturer's name is asked. */
  function nameManufacturer(created: SheetRow): void {
    const { nameColumn: column, onCreate } = rowContext
    const field = created.type === 'listing' ? 'maker_slug' : 'manufacturer'
    const name = column && created.row[column.field]
    if (typeof name !== 'string' || created.row[field] !== undefined || onCreate[field] !== undefined) return
    if (leadingManufacturer(name, names) !== undefined) return
    const words = name.split(' ')
    for (const count of [2, 1]) {
      const lead = words.slice(0, count).join(' ')
      const rest = words.slice(count).join(' ')
      const choice = column!.values.get(lettersOf(lead))
      const [slug] = choice === undefined || choice === OPEN ? [] : manufacturersNamed(names, choice)
      const choices = nearManufacturers(names, lead)
      if (rest === '' || (slug === undefined && choices.length === 0)) continue
      if (slug !== undefined) {
        created.original![column!.header] = name
        Object.assign(created.row, { [field]: slug, [column!.field]: rest })
      } else if (choice !== SKIP) {
        onOpen(column!.header, { open: 'value', word: lead, choices })
        refuse(created, created.type === 'listing' ? 'maker_name' : field, REASONS.manufacturer, lead)
      }
      return
    }
  }

  /** Two rows of one identity are two machines, or one that is listed twice: only a person can say. */
  function refuseRepeatedIdentity({ row, line, issues }: SheetRow): void {
    if (row.sender === undefined) return
    const before = lines.get(row.id)
    if (before === undefined) lines.set(row.id, line)
    else issues.push(error('id', 'has the identity of an earlier row', `line ${before}`))
  }
}

/** Leaves a cell out of its row, or rejects the row if it needs the field. */
function refuse({ issues, type }: SheetRow, path: string, reason: string, cell: string): void {
  const name = path.split('.')[0]!
  const { names, what } = ROW_SHAPES[type!]
  const isRejected = names.has(name) && isNeeded(type!, name)
  const why = isRejected ? `${reason}, and ${what} needs it` : reason
  issues.push({ ...error(path, why, shownValue(cell)), severity: isRejected ? 'error' : 'left', cell })
}

export function dayAbove(lines: readonly TableLine[], order: DayOrder | undefined): string | undefined {
  const days = datesIn(
    lines.flatMap(({ cells }) => cells),
    order,
  )
  return days.length === 1 ? days[0] : undefined
}

function constantsOf(mapping: Mapping, context: SheetContext, { today, above = [] }: SheetOptions) {
  const { type, constants = {}, publish } = mapping
  const onCreate: JsonObject = {}
  const price: JsonObject = {}
  for (const [name, text] of Object.entries(constants)) {
    const isPrice = name.startsWith('price.')
    const day = text === FROM_SHEET ? (dayAbove(above, context.dateOrder) ?? '') : text === 'today' ? today : text
    const values = constantValue(isPrice ? 'machine' : type, name, day, context)
    if (!isPrice) Object.assign(onCreate, values)
    else for (const [part, value] of Object.entries(values ?? {})) price[part.replace('price.', '')] = value
  }
  if (publish === true && (type === 'machine' || type === 'implement')) onCreate.published_at ??= today
  if (type === 'listing' && typeof publish === 'boolean') onCreate.status ??= publish ? 'live' : 'draft'
  return { onCreate, price }
}

/** The value of a constant; undefined if it is open, skipped or cannot be read. */
export function constantValue(
  type: RecordType,
  name: string,
  text: string,
  context: SheetContext,
): JsonObject | undefined {
  if (text === OPEN || text === SKIP || text === '') return undefined
  const about = { ...context, dateOrder: context.dateOrder ?? 'dmy' }
  const parsed = readCell(toColumn(type, name, { field: name }), text, type, about)
  return parsed && 'values' in parsed ? { ...parsed.values } : undefined
}
