import { type Cache, createCache } from '../../lib/cache.ts'
import type { JsonObject } from '../check-object.ts'
import { isNeeded } from '../check-row.ts'
import { type RecordType, ROW_SHAPES } from '../row-shapes.ts'
import type { TableLine } from '../table-source.ts'
import { type Completion, completeRow } from './complete-row.ts'
import { type ColumnMapping, FROM_SHEET, type Mapping, NOTE, OPEN, SECTION, SKIP } from './mapping.ts'
import { type CatalogNames, leadingManufacturer, manufacturersNamed, nearManufacturers } from './names.ts'
import { type MappedColumn, readCell, type SheetContext, splitPhone } from './read-cell.ts'
import { type DayOrder, daysIn } from './read-day.ts'
import type { OpenValue, Parsed } from './read-figure.ts'
import { emptyRow, FOREIGN, type SheetRow } from './sheet-row.ts'
import { fieldNamed, isFieldName } from './synonyms.ts'
import { targetOf } from './targets.ts'
import { unitNamed } from './units.ts'
import { behindDitto, hasValue, isBlank, isDitto, isSynonymOf, lettersOf } from './words.ts'

export interface SheetOptions {
  names: CatalogNames
  today: string
  /** Ids of the sender's listings, by the identity of their rows. */
  ids?: ReadonlyMap<string, number> | undefined
  /** The lines above the headers, which may say the day of the prices. */
  above?: readonly TableLine[]
  /** Called whenever a person has to decide something. */
  onOpen?: (header: string, open: OpenValue) => void
}

const CACHED_CELLS = 4_000
export const SECTION_ROW = 'is a section row'
const NOT_READ: Parsed = { values: {} }
/** The columns that name a row of each type. */
const NAMES: Partial<Record<RecordType, readonly string[]>> = {
  listing: ['variant_name', 'own_number'],
  class: ['key'],
}
/** Where values of machines go in a row of another type, if its header does not say it. */
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

const keyOf = (text: string) => lettersOf(text) || text
const byLetters = <T>(items: Readonly<Record<string, T>> = {}) =>
  new Map(Object.entries(items).map(([name, item]) => [keyOf(name), item]))
const decided = (value: string | undefined) => (value === undefined || value === OPEN ? undefined : value)

function toColumn(
  type: RecordType,
  header: string,
  { field, unit, kind, values, phones }: ColumnMapping,
): MappedColumn {
  const isRead = field !== SKIP && field !== NOTE && field !== OPEN
  const named = decided(unit)
  return {
    header,
    field,
    target: isRead ? targetOf(type, field) : undefined,
    unit: named === undefined ? undefined : unitNamed(named),
    isUnitOpen: unit === OPEN,
    kind: decided(kind),
    values: byLetters(values),
    phones: decided(phones),
  }
}

/** The columns for rows of another type than the mapping's. */
function columnFor(type: RecordType, header: string, column: ColumnMapping): ColumnMapping {
  const { field } = column
  if (field === SKIP || field === NOTE || field === OPEN) return column
  const other = fieldNamed(type, header).exact?.field ?? (targetOf(type, field) ? field : OF_IMPLEMENTS[field])
  return other !== undefined && targetOf(type, other) ? { ...column, field: other } : { field: SKIP }
}

/** Reads the lines below the headers, one after another. */
export function createSheetReader(mapping: Mapping, headers: readonly string[], options: SheetOptions) {
  const { names, onOpen = () => {} } = options
  const context: SheetContext = {
    names,
    dateOrder: decided(mapping.date_order) as DayOrder | undefined,
    createsManufacturers: mapping.unknown_manufacturers === 'create',
  }
  const mapped = byLetters(mapping.columns)
  const columnsByType = new Map<RecordType, MappedColumn[]>()
  const columnsOf = (type: RecordType) =>
    columnsByType.getOrInsertComputed(type, () =>
      headers.map((header) => {
        const column = mapped.get(keyOf(header)) ?? { field: OPEN }
        return toColumn(type, header, type === mapping.type ? column : columnFor(type, header, column))
      }),
    )
  const main = columnsOf(mapping.type)
  const section = mapping.section_rows
  const sectionValues = byLetters(section?.values)
  const sectionColumn =
    section && section.field !== SKIP && section.field !== OPEN
      ? { ...toColumn(mapping.type, '', { field: section.field }), values: sectionValues }
      : undefined
  const rules = (mapping.rows ?? []).map(({ when, type }) => {
    const index = headers.findIndex((header) => keyOf(header) === keyOf(when.column))
    return { index, isSection: when.column === SECTION, is: new Set(when.is.map(keyOf)), type }
  })
  const letters = headers.map(lettersOf)
  const fills = new Set((mapping.fill_down ?? []).map(keyOf))
  const isFilledDown = headers.map((header) => fills.has(keyOf(header)))
  const namesRow = main.map(({ field }) => (NAMES[mapping.type] ?? ['name', 'slug']).includes(field))
  const completion: Completion = {
    ...constantsOf(mapping, context, options),
    names,
    mapping,
    ids: options.ids ?? new Map(),
    identity: identityIndexes(mapping, headers),
    nameColumn: main.find(({ field }) => field === 'name' || field === 'variant_name'),
    onOpen,
    refuse,
  }
  // Most cells of a column stand in many rows.
  const cells = new Map<MappedColumn, Cache<string, Parsed>>()
  let above: string[] = []
  let currentSection = ''
  let isBelowOtherHeaders = false
  const lines = new Map<unknown, number>()

  function whySkipped(row: readonly string[]): string | undefined {
    const filled = row.filter((cell) => cell !== '')
    const isHeader = (cell: string, i: number) => cell !== '' && letters[i]!.endsWith(lettersOf(cell))
    // Nearly every line differs in its first cell.
    const first = row.findIndex((cell) => cell !== '')
    const same = isHeader(row[first] ?? '', first) ? row.filter(isHeader).length : 0
    if (same > 1 && same * 2 > filled.length) {
      isBelowOtherHeaders = false
      return 'repeats the headers'
    }
    const named =
      filled.length > 2 && !/^\d/.test(filled[0]!) ? filled.filter((cell) => isFieldName(mapping.type, cell)) : []
    if (named.length * 2 > filled.length) isBelowOtherHeaders = true
    if (isBelowOtherHeaders) return 'stands below other headers: send it as a sheet of its own'
    if (filled.length === 1 && headers.length > 2) return SECTION_ROW
    const isNamed = namesRow.some((is, i) => is && hasValue(row[i] ?? ''))
    if (!isNamed && filled.length * 2 <= headers.length) return 'names nothing'
    const isSum = isSynonymOf('sum', filled[0]!) || isSynonymOf('sum', filled[0]!.split(' ')[0]!)
    return isSum && filled.length <= headers.length / 2 ? 'is a sum' : undefined
  }

  function typeOf(row: readonly string[]): RecordType {
    const rule = rules.find(({ index, isSection, is }) =>
      is.has(keyOf(isSection ? currentSection : (row[index] ?? ''))),
    )
    return rule?.type ?? mapping.type
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

  function take(created: SheetRow, column: MappedColumn, cell: string, prices: JsonObject[]): void {
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
      const price = Object.fromEntries(values.map(([name, value]) => [name.replace('price.', ''), value]))
      prices.push({ ...(column.kind && { kind: column.kind }), ...price })
    } else for (const [name, value] of values) put(created, column, name, value)
    if (column.kind && created.type === 'implement') created.row.price_kind ??= column.kind
    if (parsed.note !== undefined) created.notes.push({ path: column.field, reason: parsed.note, found: cell })
    const [value, ...more] = Object.values(parsed.values)
    if (more.length > 0 || String(value) !== cell) created.original[column.header] = cell
  }

  /** Text for people: phone numbers become the contact, and several columns stand behind one another. */
  function takeText(created: SheetRow, column: MappedColumn, cell: string): void {
    const { phone, rest } = column.phones === undefined ? { phone: undefined, rest: cell } : splitPhone(cell)
    if (phone !== undefined && column.phones === 'contact') {
      created.row.contact = { phone, ...(created.row.contact as JsonObject | undefined) }
      created.original[column.header] = cell
    }
    if (column.field === NOTE) created.original[column.header] = cell
    else if (rest !== '') {
      const isRemark = isSynonymOf('remark', column.header) || lettersOf(column.header) === 'description'
      put(created, column, 'description', isRemark ? rest : `${column.header}: ${rest}`)
    }
  }

  return {
    read({ number, cells: input, isForeign }: TableLine): SheetRow {
      const row = headers.map((_, i) => input[i]?.trim() ?? '')
      const reason = whySkipped(row)
      if (reason !== undefined) {
        const text = input.flatMap((cell) => cell.trim() || []).join(' | ')
        if (reason === SECTION_ROW && sectionValues.get(keyOf(text)) !== SKIP) {
          currentSection = text
          // A section row directly above another still needs a value.
          if (sectionColumn && !rules.some(({ isSection, is }) => isSection && is.has(keyOf(text))))
            take(emptyRow(number, mapping.type), sectionColumn, text, [])
        }
        return { ...emptyRow(number, mapping.type), skipped: { reason, text } }
      }
      fillDown(row)
      const created = emptyRow(number, typeOf(row))
      const extra = input.slice(headers.length).filter((cell) => cell.trim() !== '')
      if (extra.length > 0)
        created.notes.push({ path: 'row', reason: 'has cells behind the last header', found: extra.join(' | ') })
      if (isForeign) created.notes.push(FOREIGN)
      const prices: JsonObject[] = []
      for (const [i, column] of columnsOf(created.type!).entries()) {
        const cell = row[i]!
        const isOfWords = column.target?.kind === 'choice' || column.target?.kind === 'flag'
        if (isOfWords ? isBlank(cell) : !hasValue(cell)) continue
        if (namesRow[i] && isDitto(cell)) refuse(created, column.field, 'is a ditto, which names nothing', cell)
        else if (column.field === NOTE || column.field === 'description') takeText(created, column, cell)
        else if (column.target) take(created, column, cell, prices)
      }
      if (
        sectionColumn &&
        currentSection !== '' &&
        created.type === mapping.type &&
        created.row[sectionColumn.field] === undefined
      )
        take(created, sectionColumn, currentSection, prices)
      nameManufacturer(created)
      completeRow(created, prices, row, completion)
      refuseRepeatedIdentity(created)
      return created
    },
  }

  /** Two rows of one identity are two machines, or one that is listed twice: only a person can say. */
  function refuseRepeatedIdentity({ row, line, problems }: SheetRow): void {
    if (row.sender === undefined) return
    const before = lines.get(row.id)
    if (before === undefined) lines.set(row.id, line)
    else problems.push({ path: 'id', reason: 'has the identity of an earlier row', found: `line ${before}` })
  }

  function fillDown(row: string[]): void {
    for (const [i, cell] of row.entries()) {
      const isAbove =
        (isFilledDown[i] && cell === '') || (!namesRow[i] && isDitto(cell) && !isManufacturer(main[i]!, cell))
      const more = namesRow[i] ? behindDitto(cell) : undefined
      if (isAbove) row[i] = above[i] ?? ''
      else if (more !== undefined && above[i]) row[i] = `${above[i]} ${more}`
    }
    above = row
  }

  /** `Sonalka DI 35` in a column of full names: a lead word near a manufacturer's name is asked. */
  function nameManufacturer(created: SheetRow): void {
    const column = completion.nameColumn
    const name = column && created.row[column.field]
    const field = created.type === 'listing' ? 'maker_slug' : 'manufacturer'
    if (typeof name !== 'string' || created.row[field] !== undefined || completion.onCreate[field] !== undefined) return
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
        created.original[column!.header] = name
        Object.assign(created.row, { [field]: slug, [column!.field]: rest })
      } else if (choice !== SKIP) {
        onOpen(column!.header, { open: 'value', word: lead, choices })
        refuse(created, created.type === 'listing' ? 'maker_name' : field, REASONS.manufacturer, lead)
      }
      return
    }
  }

  /** There is a manufacturer Same. */
  function isManufacturer({ target }: MappedColumn, cell: string): boolean {
    return target?.kind === 'maker' && names.manufacturers.has(lettersOf(cell))
  }
}

/** Leaves a cell out of its row, or rejects the row if it needs the field. */
function refuse(created: SheetRow, field: string, reason: string, result: string): void {
  const [name] = field.split('.') as [string]
  const type = created.type!
  const isRequired = ROW_SHAPES[type].names.has(name) && isNeeded(type, name)
  const why = isRequired ? `${reason}, and ${ROW_SHAPES[type].what} needs it` : reason
  const fault = { path: field, reason: why, found: JSON.stringify(result.slice(0, 60)) }
  ;(isRequired ? created.problems : created.left.faults).push(fault)
  created.left.fields[name] ??= result
}

function identityIndexes({ identity }: Mapping, headers: readonly string[]): number[] | undefined {
  if (!Array.isArray(identity)) return undefined
  const keys = headers.map(keyOf)
  return identity.map((header) => keys.indexOf(keyOf(header)))
}

/** The one day that stands above the headers. */
export function dayAbove(lines: readonly TableLine[], order: DayOrder | undefined): string | undefined {
  const days = daysIn(
    lines.flatMap(({ cells }) => cells),
    order,
  )
  return days.length === 1 ? days[0] : undefined
}

/** What the mapping gives to new records and to prices, read as cells are. */
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
  const parsed = readCell(toColumn(type, name, { field: name }), text, type, {
    ...context,
    dateOrder: context.dateOrder ?? 'dmy',
  })
  return parsed && 'values' in parsed ? { ...parsed.values } : undefined
}
