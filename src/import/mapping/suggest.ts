import { isNeeded } from '../check-row.ts'
import { RowInputError } from '../report.ts'
import { type RecordType, ROW_SHAPES } from '../row-shapes.ts'
import type { TableLine } from '../table-source.ts'
import { constantValue, createSheetReader, dayAbove, SECTION_ROW } from './apply.ts'
import { findHeaders, headerScores } from './grid.ts'
import { suggestIdentity } from './identity.ts'
import { type ColumnMapping, FROM_SHEET, type Mapping, NOTE, OPEN, type Proposal, SECTION, SKIP } from './mapping.ts'
import { type CatalogNames, kindIn } from './names.ts'
import { createQuestions } from './questions.ts'
import { splitPhone } from './read-cell.ts'
import { type DayOrder, orderIn } from './read-day.ts'
import { type OpenValue, readNumber, splitRange } from './read-figure.ts'
import { fieldNamed, unitInHeader } from './synonyms.ts'
import { targetOf } from './targets.ts'
import { unitChoices, unitOfField } from './units.ts'
import { hasValue, isDitto, isSynonymOf, lettersOf } from './words.ts'

const SHOWN_ROWS = 8
/** A column with more unknown words is something else. */
const MAX_VALUES = 25
const PRICE_PARTS = ['kind', 'observed_at', 'source_kind', 'state_code']
const IMPLEMENT_PRICES: Readonly<Record<string, string>> = { kind: 'price_kind', observed_at: 'price_as_of' }
/** What no price of a record exceeds: an amount that does so in lakh or thousands is in rupees. */
const MAX_AMOUNT: Partial<Record<RecordType, number>> = { implement: 5_000_000 }
const MAX_AMOUNT_OF_MACHINES = 50_000_000

export interface ProposeOptions {
  names: CatalogNames
  today: string
  type?: RecordType | undefined
  sender?: string | undefined
  /** Title words that tell the type, such as the file's name. */
  title?: string | undefined
  /** The mapping of this sender, or the one to be completed. */
  mapping?: Mapping | undefined
}

/** The type of the records is not certain. */
export class TypeUncertain extends RowInputError {
  readonly choices: readonly RecordType[]

  constructor(choices: readonly RecordType[]) {
    super(`may hold records of several types: say --type ${choices.join(' or ')}`)
    this.choices = choices
  }
}

type MappingDraft = Mapping & { columns: Record<string, ColumnMapping>; constants: Record<string, string> }

/** A mapping for a sheet: what is certain filled in, `?` for everything else. */
export function propose(lines: readonly TableLine[], options: ProposeOptions): Proposal {
  if (lines.length === 0) throw new RowInputError('has no lines').at(1)
  const { names, today, mapping: stored } = options
  const type = stored?.type ?? options.type ?? certainType(lines, names, options.title ?? '')
  const { first, last, names: headers } = findHeaders(lines, type, stored)
  const above = lines.slice(0, first)
  const body = lines.slice(last + 1)
  const warnings = new Set<string>()
  const open = new Map<string, { choices: readonly string[]; examples: Set<string> }>()
  const cells = new Map(
    headers.map((header, i) => [
      header,
      body.flatMap((line) => (hasValue(line.cells[i]?.trim() ?? '') ? line.cells[i]!.trim() : [])),
    ]),
  )
  const cellsOf = (header: string) => cells.get(header) ?? []
  const draft = firstDraft()
  for (const header of headers) draft.columns[header] = withUnit(header, draft.columns[header]!)
  addDateOrder()
  addFilledDown()
  addRows()
  checkConstants()
  lookThrough()
  limitValues()
  if (type === 'listing' && (draft.identity === OPEN || !Array.isArray(draft.identity)))
    draft.identity = suggestIdentity(headers, draft.columns, body) ?? OPEN
  const questions = createQuestions(draft, { names, cellsOf, open, above, headers, body })
  const rows = body.slice(0, SHOWN_ROWS).map(({ number, cells: visible }) => ({ line: number, cells: visible }))
  return { mapping: draft, questions, warnings: [...warnings], headers, rows }

  function firstDraft(): MappingDraft {
    const columns: Record<string, ColumnMapping> = {}
    const spelled = new Map(headers.map((header) => [lettersOf(header) || header, header]))
    const missing = new Map<string, [string, ColumnMapping]>()
    for (const [name, column] of Object.entries(stored?.columns ?? {})) {
      const header = spelled.get(lettersOf(name) || name)
      columns[header ?? name] = { ...column }
      if (header !== undefined) continue
      if (!missing.has(column.field)) missing.set(column.field, [name, column])
    }
    let identity = stored?.identity ?? (type === 'listing' ? OPEN : 'slug')
    const taken = new Set(
      headers.flatMap((header) => {
        const { field, kind } = columns[header] ?? { field: OPEN }
        return field === 'price' ? `price ${kind ?? header}` : field
      }),
    )
    for (const header of headers) {
      if (columns[header] && columns[header].field !== OPEN) continue
      const column = firstColumn(header, taken)
      const [old, before] = missing.get(column.field) ?? []
      columns[header] = column
      if (!stored || column.field === OPEN || column.field === SKIP) continue
      if (old === undefined || before === undefined) {
        warnings.add(`the new column "${header}" is read as ${column.field}`)
        continue
      }
      warnings.add(`the column "${header}" is read as ${column.field}, as "${old}" was`)
      const { unit: _, ...same } = before
      columns[header] = { ...same, ...column }
      delete columns[old]
      missing.delete(column.field)
      if (Array.isArray(identity)) identity = identity.map((name) => (name === old ? header : name))
    }
    for (const [name, { field }] of missing.values())
      if (field !== SKIP && field !== NOTE) warnings.add(`the sheet has no column "${name}"`)
    // An identity column that is gone cannot find anything.
    if (Array.isArray(identity) && identity.some((name) => !spelled.has(lettersOf(name) || name))) {
      warnings.add(`the identity column "${identity.join(' + ')}" is not in the sheet`)
      identity = OPEN
    }
    // Which of two prices is stored is asked of both.
    if (headers.some((header) => open.get(`columns/${header}`)?.choices[1] === 'price_inr'))
      for (const header of headers.filter((name) => columns[name]!.field === 'price_inr' && !stored?.columns[name])) {
        columns[header] = { field: OPEN }
        open.set(`columns/${header}`, { choices: ['price_inr', SKIP], examples: new Set() })
      }
    const prices = headers.filter((header) => columns[header]!.field === 'price')
    if (prices.length > 1) for (const header of prices) columns[header]!.kind ??= OPEN
    const isPublished =
      stored?.constants?.status !== undefined ||
      Object.values(columns).some(({ field }) => field === 'published_at' || field === 'status')
    return {
      version: 1,
      sender: options.sender ?? stored?.sender ?? OPEN,
      type,
      ...(stored?.sheet !== undefined && { sheet: stored.sheet }),
      header_row: lines[last]!.number,
      columns,
      ...(stored?.rows && { rows: stored.rows }),
      identity,
      absent: stored?.absent ?? 'keep',
      constants: { ...stored?.constants },
      ...(stored?.unknown_manufacturers && { unknown_manufacturers: stored.unknown_manufacturers }),
      ...(stored?.date_order && { date_order: stored.date_order }),
      fill_down: [...(stored?.fill_down ?? [])],
      ...(stored?.section_rows && {
        section_rows: { ...stored.section_rows, values: { ...stored.section_rows.values } },
      }),
      ...(stored?.publish !== undefined
        ? { publish: stored.publish }
        : /^(?:machine|implement|listing)$/.test(type) && !isPublished && { publish: OPEN as typeof OPEN }),
    }
  }

  function firstColumn(header: string, taken: Set<string>): ColumnMapping {
    const self = cellsOf(header)
    if (isSynonymOf('serial', header)) return { field: type === 'listing' && !isRunning(self) ? 'own_number' : SKIP }
    if (isSynonymOf('remark', header)) return type === 'listing' ? textColumn(self) : { field: NOTE }
    const { exact, choices } = fieldNamed(type, header)
    if (!exact) {
      // A column without cells says nothing.
      if (self.length === 0 && /^column \d+$/.test(header)) return { field: SKIP }
      open.set(`columns/${header}`, { choices, examples: new Set() })
      return { field: OPEN }
    }
    if (exact.field === 'description') return textColumn(self)
    const key = exact.field === 'price' ? `price ${exact.kind ?? header}` : exact.field
    if (taken.has(key)) {
      open.set(`columns/${header}`, { choices: [SKIP, exact.field], examples: new Set() })
      return { field: OPEN }
    }
    taken.add(key)
    return exact
  }

  function textColumn(self: readonly string[]): ColumnMapping {
    const hasPhones = self.some((cell) => splitPhone(cell).phone !== undefined)
    const hasContacts = headers.some((header) => fieldNamed(type, header).exact?.field === 'contact.phone')
    return {
      field: 'description',
      ...(hasPhones && { phones: hasContacts ? ('drop' as const) : (OPEN as typeof OPEN) }),
    }
  }

  /** The unit of numbers without one: of the header, the only possible one, or a question. */
  function withUnit(header: string, column: ColumnMapping): ColumnMapping {
    const target = targetOf(type, column.field)
    if ((column.unit !== undefined && column.unit !== OPEN) || !target?.unit) return column
    const named = unitInHeader(header, target)
    if (named) return { ...column, unit: named.name }
    const self = unitOfField(target.unit)
    const bare = cellsOf(header).flatMap((cell) => {
      const low = splitRange(cell)?.[0] ?? cell
      const parsed = readNumber(low, { own: self, asksUnit: true })
      const number = 'open' in parsed && parsed.word === '' ? readNumber(low, { own: self }) : undefined
      return number && 'value' in number ? number.value : []
    })
    const choices = unitChoices(target, header)
    if (bare.length === 0 || choices.length === 1) return column
    // In any other unit the amounts would be absurd.
    const max = MAX_AMOUNT[type] ?? MAX_AMOUNT_OF_MACHINES
    if (self.measure === 'inr' && bare.every((amount) => amount * 1_000 > max)) return { ...column, unit: self.name }
    return { ...column, unit: OPEN }
  }

  /** The order that some dates of the sheet can only have, if no other date contradicts. */
  function addDateOrder(): void {
    const isOfDates = (header: string) =>
      /^(?:date|moment)$/.test(targetOf(type, draft.columns[header]!.field)?.kind ?? '')
    const orders = new Set(headers.filter(isOfDates).flatMap((header) => cellsOf(header).map(orderIn)))
    orders.delete(undefined)
    if (orders.size === 1 && (draft.date_order ?? OPEN) === OPEN) draft.date_order = [...orders][0]!
  }

  function addFilledDown(): void {
    for (const [i, header] of headers.entries()) {
      const isOfNames = /^(?:maker|class|kind)$/.test(targetOf(type, draft.columns[header]!.field)?.kind ?? '')
      const self = body.map((line) => line.cells[i]?.trim() ?? '')
      const filled = self.filter((cell) => cell !== '')
      // Groups: the first cell is filled, and most below it are empty.
      const isGrouped = self[0] !== '' && filled.length > 1 && filled.length * 2 <= self.length
      if (isOfNames && isGrouped && !filled.some(isDitto) && !draft.fill_down!.includes(header))
        draft.fill_down!.push(header)
    }
    if (draft.fill_down!.length === 0) delete draft.fill_down
  }

  /** Rows of another type, and section rows, where all of them have exact names. */
  function addRows(): void {
    const header = headers.find((name) => draft.columns[name]!.field === 'machine_class')
    const isKind = (text: string) =>
      !names.classes.has(lettersOf(text)) && (names.kinds.has(lettersOf(text)) || /^implements?$/i.test(text.trim()))
    const rules = draft.rows ?? []
    if (type === 'machine' && header !== undefined) {
      const kinds = [...new Set(cellsOf(header).filter(isKind))]
      if (kinds.length > 0 && !stored) rules.push({ when: { column: header, is: kinds }, type: 'implement' })
    }
    const texts = new Set<string>()
    const reader = createSheetReader(draft, headers, { names, today, above })
    let section: string | undefined
    for (const line of body) {
      const { skipped } = reader.read(line)
      if (skipped?.reason === SECTION_ROW) section = skipped.text
      else if (!skipped && section !== undefined) {
        texts.add(section)
        section = undefined
      }
    }
    if (rules.length > 0) draft.rows = rules
    if (texts.size === 0 || draft.section_rows) return
    const others = [...texts].filter((text) => type === 'machine' && isKind(text))
    if (others.length > 0) rules.push({ when: { column: SECTION, is: others }, type: 'implement' })
    const rest = [...texts].filter((text) => !others.includes(text))
    const parses = (field: string) => (text: string) =>
      constantValue(type, field, text, { names, dateOrder: undefined, createsManufacturers: false }) !== undefined
    const fields = ['machine_class', 'kind', 'manufacturer', 'maker_name'].filter(
      (field) => targetOf(type, field) && !(field === 'kind' && type !== 'implement'),
    )
    const field = fields.find(
      (name) => rest.every(parses(name)) && !headers.some((header) => draft.columns[header]!.field === name),
    )
    open.set('section_rows/field', { choices: [SKIP, ...fields], examples: new Set([...rest].slice(0, 3)) })
    draft.section_rows = { field: rest.length === 0 ? SKIP : (field ?? OPEN), values: {} }
    if (rules.length > 0) draft.rows = rules
  }

  /** Constants that cannot be read, and dates of prices that are not this month's, are asked again. */
  function checkConstants(): void {
    const context = { names, dateOrder: undefined, createsManufacturers: false }
    for (const [name, text] of Object.entries(draft.constants)) {
      if (text === OPEN || text === SKIP || text === 'today') continue
      const day = text === FROM_SHEET ? dayAbove(above, draft.date_order as DayOrder) : text
      const values =
        day === undefined ? undefined : constantValue(name.startsWith('price.') ? 'machine' : type, name, day, context)
      const value = Object.values(values ?? {})[0]
      const isFuture = name === 'price.observed_at' && String(value) > today
      if (value !== undefined && !isFuture) continue
      warnings.add(`${name}: "${text}" ${isFuture ? 'is in the future' : 'cannot be read'}`)
      draft.constants[name] = OPEN
    }
  }

  /** Reads every row, and marks what a person has to decide. */
  function lookThrough(): void {
    const note = (path: string, word: string, choices: readonly string[] = []) => {
      const recorded = open.get(path) ?? { choices, examples: new Set<string>() }
      if (recorded.examples.size < 3) recorded.examples.add(word)
      open.set(path, recorded)
    }
    function onOpen(header: string, { open: what, word, choices }: OpenValue): void {
      if (what === 'date_order') draft.date_order ??= OPEN
      else if (what === 'manufacturer') {
        draft.unknown_manufacturers ??= OPEN
        note('unknown_manufacturers', word)
      } else if (header === '') {
        const { values = {} } = draft.section_rows!
        draft.section_rows!.values = { ...values, [word]: values[word] ?? OPEN }
        note(`section_rows/values/${word}`, word, choices)
      } else if (what === 'unit' && word === '') draft.columns[header]!.unit ??= OPEN
      else {
        const column = draft.columns[header]!
        column.values = { ...column.values, [word]: column.values?.[word] ?? OPEN }
        note(
          `columns/${header}/values/${word}`,
          word,
          what === 'unit' ? [...unitChoices(targetOf(type, column.field)!, word), SKIP] : choices,
        )
      }
    }
    const reader = createSheetReader(draft, headers, { names, today, onOpen, above })
    const required = ROW_SHAPES[type].fields.filter(
      ({ name, required }) =>
        required &&
        name !== ROW_SHAPES[type].key &&
        !/slug$|^(?:name|variant_name|maker_name)$/.test(name) &&
        isNeeded(type, name),
    )
    const missing = new Set(missingOfPrices())
    for (const line of body) {
      const { skipped, row, onCreate, left, type: ownType } = reader.read(line)
      if (skipped || ownType !== type) continue
      const slug = typeof row.slug === 'string' ? row.slug : ''
      if (!names.machines.get(slug.replaceAll('-', ''))?.includes(slug))
        for (const { name } of required)
          if (row[name] === undefined && onCreate[name] === undefined && !(name in left.fields)) missing.add(name)
      if (type === 'machine' || type === 'implement')
        if (row.manufacturer === undefined && onCreate.manufacturer === undefined && !('manufacturer' in left.fields))
          missing.add('manufacturer')
    }
    for (const name of missing) addConstant(name)
    // Stock of a dealer, or of owners: nothing else in the sheet says it.
    const isOfSellers = headers.some((header) => /^seller$|^dealer_name$/.test(draft.columns[header]!.field))
    if (type === 'listing' && !isOfSellers) for (const name of ['seller', 'dealer_name']) draft.constants[name] ??= OPEN
  }

  function addConstant(name: string): void {
    if (Object.hasOwn(draft.constants, name)) return
    const isListing = type === 'listing'
    if (isListing && (name === 'status' || name === 'price_inr')) return
    if (isListing && name === 'created_at') draft.constants.created_at = 'today'
    else if (isListing && name === 'km' && headers.some((header) => draft.columns[header]!.field === 'hours'))
      draft.constants.km = '0'
    else if (name === 'price.observed_at' && dayAbove(above, draft.date_order as DayOrder) !== undefined)
      draft.constants[name] = FROM_SHEET
    else draft.constants[name] = OPEN
  }

  /** What prices need in addition to their amounts, and no column says. */
  function missingOfPrices(): string[] {
    const isOne = type === 'implement'
    const columns = headers.map((header) => {
      const column = draft.columns[header]!
      // A column that may be the price needs what prices need.
      const mayBePrice = column.field === OPEN && open.get(`columns/${header}`)?.choices.includes('price_inr')
      return mayBePrice ? { field: 'price_inr' } : column
    })
    const amounts: ColumnMapping[] = columns.filter(({ field }) => field === (isOne ? 'price_inr' : 'price'))
    if (amounts.length === 0 || (type !== 'machine' && !isOne)) return []
    const isInColumn = (part: string) =>
      columns.some(({ field }) => field === (isOne ? IMPLEMENT_PRICES[part] : `price.${part}`))
    const hasKinds = (part: string) => part === 'kind' && amounts.every(({ kind }) => kind !== undefined)
    const parts = isOne ? Object.keys(IMPLEMENT_PRICES) : PRICE_PARTS
    return parts.filter((part) => !isInColumn(part) && !hasKinds(part)).map((part) => `price.${part}`)
  }

  function limitValues(): void {
    for (const header of headers) {
      const column = draft.columns[header]!
      const unknown = Object.values(column.values ?? {}).filter((value) => value === OPEN).length
      if (unknown <= MAX_VALUES) continue
      if (stored?.columns[header])
        column.values = Object.fromEntries(Object.entries(column.values!).filter(([, value]) => value !== OPEN))
      else draft.columns[header] = { field: OPEN }
    }
  }
}

/** Whether numbers only count the lines: 1, 2, 3. */
const isRunning = (cells: readonly string[]): boolean =>
  cells.length === 0 ||
  cells.every((cell, i) => i === 0 || Number(cell.replace(/\D/g, '')) === Number(cells[i - 1]!.replace(/\D/g, '')) + 1)

/** The share of rows whose manufacturer and name are those of a machine in the catalogue. */
function shareOfMachines(lines: readonly TableLine[], names: CatalogNames): number {
  const { last, names: headers } = findHeaders(lines, 'machine')
  const columns = Object.fromEntries(
    headers.map((header) => [header, fieldNamed('machine', header).exact ?? { field: SKIP }]),
  )
  const mapping = { version: 1, sender: '', type: 'machine', columns, identity: 'slug', absent: 'keep' } as const
  const reader = createSheetReader(mapping, headers, { names, today: '' })
  const rows = lines.slice(last + 1).map(reader.read)
  const isListed = (slug: unknown) => names.machines.get(String(slug).replaceAll('-', ''))?.includes(String(slug))
  const read = rows.filter(({ skipped }) => !skipped)
  return read.filter(({ row }) => isListed(row.slug)).length / Math.max(1, read.length)
}

const OF_LISTINGS = [
  'year',
  'hours',
  'km',
  'owners',
  'contact.phone',
  'contact.name',
  'condition.overall',
  'seller',
  'district',
  'pin',
  'own_number',
]
const OF_MACHINES = [
  'engine_cc',
  'cylinders',
  'gears',
  'gears_fwd',
  'pto_hp',
  'lift_capacity_kg',
  'wheelbase_mm',
  'tyres',
  'tyre_front',
  'brakes',
  'clutch',
  'steering',
  'engine_hp',
  'wheel_drive',
  'fuel_l',
  'operating_weight_kg',
]
const OF_IMPLEMENTS = ['hp_min', 'hp_max', 'kind', 'width_mm', 'fits_classes', 'linkage']

/** The only type that the headers, the names and the title allow; otherwise a person has to say it. */
function certainType(lines: readonly TableLine[], names: CatalogNames, title: string): RecordType {
  const fields = headerScores(lines)
  const has = (type: keyof typeof fields, list: readonly string[]) =>
    list.filter((name) => fields[type].has(name)).length
  const isPriced = fields.machine.has('price')
  const [listing, machine] = [has('listing', OF_LISTINGS), has('machine', OF_MACHINES)]
  // Year, hours, owner or seller: a used machine.
  if (has('listing', ['hours', 'owners', 'km']) > 0 && fields.listing.has('year')) return 'listing'
  if (listing >= 3 && machine <= 2 && fields.listing.has('year')) return 'listing'
  const { last } = findHeaders(lines, 'machine')
  const body = lines.slice(last + 1).filter(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1)
  const share = (isSo: (text: string) => boolean) =>
    body.filter(({ cells }) => cells.some((cell) => /\p{L}/u.test(cell) && isSo(cell))).length /
    Math.max(1, body.length)
  const kinds = share((cell) => kindIn(cell, names) !== undefined)
  const classes = share((cell) => (names.classes.get(lettersOf(cell)) ?? []).length > 0)
  const heads = [title, ...lines.slice(0, last).flatMap(({ cells }) => cells)].join(' ')
  const isTitled = (list: ReadonlyMap<string, unknown>) =>
    heads
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .some((word) => word.length > 2 && (list.has(lettersOf(word)) || list.has(lettersOf(word).replace(/s$/, ''))))
  if (listing < 2 && kinds >= 0.6 && machine <= 2) return 'implement'
  if (listing < 2 && kinds < 0.3 && shareOfMachines(lines, names) >= 0.5) return 'machine'
  if (listing < 2 && kinds < 0.3 && (machine >= 2 || classes >= 0.5)) return 'machine'
  if (listing < 2 && kinds === 0 && isTitled(names.classes) && !isTitled(names.kinds) && (machine > 0 || isPriced))
    return 'machine'
  if (listing < 2 && machine <= 1 && (isTitled(names.kinds) || has('implement', OF_IMPLEMENTS) > 1)) return 'implement'
  const likely = (
    listing >= 2
      ? ['listing', 'machine', 'implement']
      : kinds > 0
        ? ['implement', 'machine', 'listing']
        : ['machine', 'implement', 'listing']
  ) as RecordType[]
  throw new TypeUncertain(likely)
}
