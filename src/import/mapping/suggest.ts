import { LIFECYCLES, PRICE_KINDS, SELLERS, SOURCE_KINDS, STATES } from '../../schema/records/values.ts'
import { fieldOf, RowInputError } from '../issue.ts'
import { type RecordType, ROW_SHAPES } from '../row-shapes.ts'
import type { TableLine } from '../table-source.ts'
import { constantValue, createSheetReader, dayAbove, SECTION_ROW } from './apply.ts'
import { type DayOrder, datesIn, orderIn } from './dates.ts'
import { findHeaders } from './grid.ts'
import { identityChoices } from './identity.ts'
import {
  type ColumnMapping,
  FROM_SHEET,
  type Mapping,
  type MappingQuestion,
  NOTE,
  OPEN,
  type Proposal,
  pathOf,
  SECTION,
  SKIP,
} from './mapping.ts'
import { type CatalogNames, machinesNamed } from './names.ts'
import { type OpenValue, readNumber, splitRange } from './numbers.ts'
import { splitPhone } from './read-cell.ts'
import { certainType } from './record-type.ts'
import { fieldNamed, unitInHeader } from './synonyms.ts'
import { targetOf, targetsOf } from './targets.ts'
import { unitChoices, unitOfField } from './units.ts'
import { hasValue, isDitto, isSynonymOf, keyOf, lettersOf } from './words.ts'

const SHOWN_ROWS = 8
const EXAMPLES = 3
const MAX_VALUES = 25
/** What no price of a record exceeds: an amount that does so in lakh or thousands is in rupees. */
const MAX_AMOUNT: Partial<Record<RecordType, number>> = { implement: 5_000_000 }
const MAX_AMOUNT_OF_MACHINES = 50_000_000
/** What prices need in addition to their amounts, and where implements have it. */
const PRICE_PARTS: Partial<Record<RecordType, Readonly<Record<string, string>>>> = {
  machine: Object.fromEntries(
    ['kind', 'observed_at', 'source_kind', 'state_code'].map((part) => [part, `price.${part}`]),
  ),
  implement: { kind: 'price_kind', observed_at: 'price_as_of' },
}

export interface ProposeOptions {
  names: CatalogNames
  today: string
  type?: RecordType | undefined
  sender?: string | undefined
  title?: string | undefined
  mapping?: Mapping | undefined
}

type MappingDraft = Mapping & Required<Pick<Mapping, 'constants' | 'fill_down'>>

interface OpenPlace {
  choices: readonly string[]
  examples: Set<string>
}

export function propose(lines: readonly TableLine[], options: ProposeOptions): Proposal {
  if (lines.length === 0) throw new RowInputError('has no lines', 1)
  const { names, today, mapping: stored } = options
  const type = stored?.type ?? options.type ?? certainType(lines, names, options.title ?? '')
  const { first, last, names: headers } = findHeaders(lines, type, stored)
  const above = lines.slice(0, first)
  const body = lines.slice(last + 1)
  const warnings = new Set<string>()
  const open = new Map<string, OpenPlace>()
  const cells = new Map(headers.map((header, i) => [header, filledCells(body, i)]))
  const cellsOf = (header: string) => cells.get(header)!
  const draft = firstDraft()
  for (const header of headers) draft.columns[header] = withUnit(header, draft.columns[header]!)
  setDateOrder()
  setFilledDown()
  setRows()
  checkConstants()
  readAllRows()
  limitValues()
  const identities = type === 'listing' ? identityChoices(headers, draft.columns, body) : []
  const [number] = headers.filter((header) => draft.columns[header]!.field === 'own_number')
  if (!Array.isArray(draft.identity) && number !== undefined && identities.some((set) => set.join() === number))
    draft.identity = [number]
  if (draft.fill_down.length === 0) delete (draft as Mapping).fill_down
  return {
    mapping: draft,
    questions: questionsOf(),
    warnings: [...warnings],
    headers,
    rows: body.slice(0, SHOWN_ROWS).map(({ number: line, cells }) => ({ line, cells })),
  }

  function firstDraft(): MappingDraft {
    const columns = columnsOfHeaders()
    const isPublished =
      stored?.constants?.status !== undefined ||
      Object.values(columns).some(({ field }) => field === 'published_at' || field === 'status')
    const asksPublish = ['machine', 'implement', 'listing'].includes(type) && !isPublished
    return {
      identity: type === 'listing' ? OPEN : 'slug',
      absent: 'keep',
      ...(asksPublish && { publish: OPEN }),
      ...structuredClone(stored),
      version: 1,
      sender: options.sender ?? stored?.sender ?? OPEN,
      type,
      header_row: lines[last]!.number,
      columns,
      constants: { ...stored?.constants },
      fill_down: [...(stored?.fill_down ?? [])],
      ...(stored && Array.isArray(stored.identity) && { identity: identityNow(stored.identity, columns) }),
    }
  }

  function columnsOfHeaders(): Record<string, ColumnMapping> {
    const columns: Record<string, ColumnMapping> = {}
    const keys = new Map(headers.map((header) => [keyOf(header), header]))
    for (const [name, column] of Object.entries(stored?.columns ?? {}))
      columns[keys.get(keyOf(name)) ?? name] = { ...column }
    const isOpenHeader = (header: string) => (columns[header]?.field ?? OPEN) === OPEN
    const taken = new Set(
      headers.flatMap((header) => (isOpenHeader(header) ? [] : columnKey(header, columns[header]!))),
    )
    for (const header of headers.filter(isOpenHeader))
      columns[header] = renamed(columns, header, newColumn(header, taken))
    for (const [name, { field }] of Object.entries(columns))
      if (!headers.includes(name) && field !== SKIP && field !== NOTE) warnings.add(`the sheet has no column "${name}"`)
    // Which of two prices is stored is asked of both.
    const isPrice = (header: string) => columns[header]!.field === 'price_inr' && !stored?.columns[header]
    if (headers.some((header) => open.get(pathOf('columns', header, 'field'))?.choices[1] === 'price_inr'))
      for (const header of headers.filter(isPrice)) columns[header] = openColumn(header, ['price_inr', SKIP])
    const prices = headers.filter((header) => columns[header]!.field === 'price')
    if (prices.length > 1) for (const header of prices) columns[header]!.kind ??= OPEN
    return columns
  }

  function openColumn(header: string, choices: readonly string[]): ColumnMapping {
    open.set(pathOf('columns', header, 'field'), { choices, examples: new Set() })
    return { field: OPEN }
  }

  function newColumn(header: string, taken: Set<string>): ColumnMapping {
    const self = cellsOf(header)
    if (isSynonymOf('serial', header)) return { field: type === 'listing' && !isRunning(self) ? 'own_number' : SKIP }
    if (isSynonymOf('remark', header)) return type === 'listing' ? textColumn(self) : { field: NOTE }
    const { exact, choices } = fieldNamed(type, header)
    if (!exact && self.length === 0 && /^column \d+$/.test(header)) return { field: SKIP }
    if (!exact) return openColumn(header, choices)
    if (exact.field === 'description') return textColumn(self)
    const key = columnKey(header, exact)
    if (taken.has(key)) return openColumn(header, [SKIP, exact.field])
    taken.add(key)
    return exact
  }

  /** A new header that is read as the field of one that is gone takes its place. */
  function renamed(columns: Record<string, ColumnMapping>, header: string, column: ColumnMapping): ColumnMapping {
    if (!stored || column.field === OPEN || column.field === SKIP) return column
    const [old, before] =
      Object.entries(columns).find(([name, { field }]) => field === column.field && !headers.includes(name)) ?? []
    if (old === undefined || before === undefined) {
      warnings.add(`the new column "${header}" is read as ${column.field}`)
      return column
    }
    warnings.add(`the column "${header}" is read as ${column.field}, as "${old}" was`)
    delete columns[old]
    const { unit: _, ...same } = before
    return { ...same, ...column }
  }

  /** The identity under the headers of this sheet; one whose column is gone cannot find anything. */
  function identityNow(identity: readonly string[], columns: Record<string, ColumnMapping>): Mapping['identity'] {
    const now = identity.map((name) => {
      const field = stored!.columns[name]?.field
      const isSame = (header: string) => keyOf(header) === keyOf(name)
      const isRenamed = (header: string) => !stored!.columns[header] && columns[header]!.field === field
      return headers.find(isSame) ?? headers.find(isRenamed)
    })
    if (now.every((name) => name !== undefined)) return now
    warnings.add(`the identity column "${identity.join(' + ')}" is not in the sheet`)
    return OPEN
  }

  function textColumn(self: readonly string[]): ColumnMapping {
    const hasPhones = self.some((cell) => splitPhone(cell).phone !== undefined)
    const hasContacts = headers.some((header) => fieldNamed(type, header).exact?.field === 'contact.phone')
    return { field: 'description', ...(hasPhones && { phones: hasContacts ? 'drop' : OPEN }) }
  }

  /** The unit of numbers without one: of the header, the only possible one, or a question. */
  function withUnit(header: string, column: ColumnMapping): ColumnMapping {
    const target = targetOf(type, column.field)
    if ((column.unit !== undefined && column.unit !== OPEN) || !target?.unit) return column
    const named = unitInHeader(header, target)
    if (named) return { ...column, unit: named.name }
    const own = unitOfField(target.unit)
    const bare = cellsOf(header).flatMap((cell) => {
      const low = splitRange(cell)?.[0] ?? cell
      const parsed = readNumber(low, { own, asksUnit: true })
      const number = 'open' in parsed && parsed.word === '' ? readNumber(low, { own }) : undefined
      return number && 'value' in number ? number.value : []
    })
    if (bare.length === 0 || unitChoices(target, header).length === 1) return column
    // In any other unit the amounts would be absurd.
    const max = MAX_AMOUNT[type] ?? MAX_AMOUNT_OF_MACHINES
    const isRupees = own.measure === 'inr' && bare.every((amount) => amount * 1_000 > max)
    return { ...column, unit: isRupees ? own.name : OPEN }
  }

  function setDateOrder(): void {
    if ((draft.date_order ?? OPEN) !== OPEN) return
    const isOfDates = (header: string) =>
      ['date', 'moment'].includes(targetOf(type, draft.columns[header]!.field)?.kind ?? '')
    const orders = new Set(
      headers.filter(isOfDates).flatMap((header) => cellsOf(header).flatMap((cell) => orderIn(cell) ?? [])),
    )
    if (orders.size === 1) draft.date_order = [...orders][0]!
  }

  function setFilledDown(): void {
    for (const [i, header] of headers.entries()) {
      const { kind = '' } = targetOf(type, draft.columns[header]!.field) ?? {}
      const column = body.map((line) => line.cells[i]?.trim() ?? '')
      const filled = column.filter((cell) => cell !== '')
      // Groups: the first cell is filled, and most below it are empty.
      const isGrouped = column[0] !== '' && filled.length > 1 && filled.length * 2 <= column.length
      if (['manufacturer', 'class', 'kind'].includes(kind) && isGrouped && !filled.some(isDitto))
        draft.fill_down = [...new Set([...draft.fill_down, header])]
    }
  }

  function setRows(): void {
    const isKind = (text: string) =>
      type === 'machine' &&
      !names.classes.has(lettersOf(text)) &&
      (names.kinds.has(lettersOf(text)) || /^implements?$/i.test(text.trim()))
    const rules = [...(draft.rows ?? [])]
    const classColumn = headers.find((name) => draft.columns[name]!.field === 'machine_class')
    const kinds = classColumn === undefined || stored ? [] : [...new Set(cellsOf(classColumn).filter(isKind))]
    if (kinds.length > 0) rules.push({ when: { column: classColumn!, is: kinds }, type: 'implement' })
    const sections = draft.section_rows ? [] : sectionTexts()
    const others = sections.filter(isKind)
    if (others.length > 0) rules.push({ when: { column: SECTION, is: others }, type: 'implement' })
    if (rules.length > 0) draft.rows = rules
    if (sections.length === 0) return
    const rest = sections.filter((text) => !others.includes(text))
    const fields = ['machine_class', 'kind', 'manufacturer', 'maker_name'].filter(
      (field) => targetOf(type, field) && (field !== 'kind' || type === 'implement'),
    )
    const isInColumn = (field: string) => headers.some((header) => draft.columns[header]!.field === field)
    const field = fields.find((name) => !isInColumn(name) && rest.every((text) => isReadable(name, text)))
    open.set('section_rows/field', { choices: [SKIP, ...fields], examples: new Set(rest.slice(0, EXAMPLES)) })
    draft.section_rows = { field: rest.length === 0 ? SKIP : (field ?? OPEN), values: {} }
  }

  function sectionTexts(): string[] {
    const reader = createSheetReader(draft, headers, { names, today, above })
    const texts = new Set<string>()
    let section: string | undefined
    for (const line of body) {
      const { skipped } = reader.read(line)
      if (skipped?.reason === SECTION_ROW) section = skipped.text
      else if (!skipped && section !== undefined) texts.add(section)
    }
    return [...texts]
  }

  function isReadable(field: string, text: string): boolean {
    return readConstant(field, text) !== undefined
  }

  function readConstant(field: string, text: string): unknown {
    const about = { names, dateOrder: undefined, createsManufacturers: false }
    return Object.values(constantValue(field.startsWith('price.') ? 'machine' : type, field, text, about) ?? {})[0]
  }

  /** Constants that cannot be read, and dates of prices that are not this month's, are asked again. */
  function checkConstants(): void {
    for (const [name, text] of Object.entries(draft.constants)) {
      if (text === OPEN || text === SKIP || text === 'today') continue
      const value = readConstant(name, text === FROM_SHEET ? (dayAbove(above, dateOrder()) ?? '') : text)
      const isFuture = name === 'price.observed_at' && String(value) > today
      if (value !== undefined && !isFuture) continue
      warnings.add(`${name}: "${text}" ${isFuture ? 'is in the future' : 'cannot be read'}`)
      draft.constants[name] = OPEN
    }
  }

  function dateOrder(): DayOrder | undefined {
    return draft.date_order === OPEN ? undefined : draft.date_order
  }

  function readAllRows(): void {
    const reader = createSheetReader(draft, headers, { names, today, onOpen, above })
    const missing = new Set(missingOfPrices())
    const required = requiredOf(type)
    for (const line of body) {
      const { skipped, row, onCreate, issues, type: ownType } = reader.read(line)
      if (skipped || ownType !== type) continue
      const fields = new Set([
        ...Object.keys(row),
        ...Object.keys(onCreate),
        ...issues.filter(({ cell }) => cell !== undefined).map(fieldOf),
      ])
      if (!machinesNamed(names, String(row.slug)).includes(String(row.slug)))
        for (const name of required) if (!fields.has(name)) missing.add(name)
      const manufacturer = type === 'listing' ? 'maker_name' : 'manufacturer'
      if (ROW_SHAPES[type].names.has(manufacturer) && !fields.has(manufacturer) && !fields.has('maker_slug'))
        missing.add(manufacturer)
    }
    for (const name of missing) addConstant(name)
    // Stock of a dealer, or of owners: nothing else in the sheet says it.
    const isOfSellers = headers.some((header) => ['seller', 'dealer_name'].includes(draft.columns[header]!.field))
    if (type === 'listing' && !isOfSellers) for (const name of ['seller', 'dealer_name']) draft.constants[name] ??= OPEN
  }

  function onOpen(header: string, { open: what, word, choices = [] }: OpenValue): void {
    const note = (path: string, offered = choices) => {
      const { examples } = open.getOrInsertComputed(path, () => ({ choices: offered, examples: new Set<string>() }))
      if (examples.size < EXAMPLES) examples.add(word)
    }
    const column = header === '' ? draft.section_rows! : draft.columns[header]!
    if (what === 'date_order') draft.date_order ??= OPEN
    else if (what === 'manufacturer') {
      draft.unknown_manufacturers ??= OPEN
      note('unknown_manufacturers')
    } else if (what === 'unit' && word === '') (column as ColumnMapping).unit ??= OPEN
    else {
      column.values = { ...column.values, [word]: column.values?.[word] ?? OPEN }
      const path = header === '' ? pathOf('section_rows', 'values', word) : pathOf('columns', header, 'values', word)
      note(path, what === 'unit' ? [...unitChoices(targetOf(type, column.field)!, word), SKIP] : choices)
    }
  }

  function addConstant(name: string): void {
    if (Object.hasOwn(draft.constants, name)) return
    const isListing = type === 'listing'
    if (isListing && (name === 'status' || name === 'price_inr')) return
    const countsHours = headers.some((header) => draft.columns[header]!.field === 'hours')
    const isDated = name === 'price.observed_at' && dayAbove(above, dateOrder()) !== undefined
    if (isListing && name === 'created_at') draft.constants[name] = 'today'
    else if (isListing && name === 'km' && countsHours) draft.constants[name] = '0'
    else draft.constants[name] = isDated ? FROM_SHEET : OPEN
  }

  function missingOfPrices(): string[] {
    const parts = Object.entries(PRICE_PARTS[type] ?? {})
    const columns = headers.map((header) => draft.columns[header]!)
    // A column that may be the price needs what prices need.
    const isAmount = (header: string) =>
      draft.columns[header]!.field === (type === 'implement' ? 'price_inr' : 'price') ||
      open.get(pathOf('columns', header, 'field'))?.choices.includes('price_inr')
    const amounts = headers.filter(isAmount).map((header) => draft.columns[header]!)
    if (amounts.length === 0) return []
    const hasKinds = amounts.every(({ kind }) => kind !== undefined)
    const isSaid = (part: string, field: string) =>
      columns.some((column) => column.field === field) || (part === 'kind' && hasKinds)
    return parts.flatMap(([part, field]) => (isSaid(part, field) ? [] : `price.${part}`))
  }

  function limitValues(): void {
    for (const header of headers) {
      const column = draft.columns[header]!
      const values = Object.entries(column.values ?? {})
      const decided = values.filter(([, value]) => value !== OPEN)
      if (values.length - decided.length <= MAX_VALUES) continue
      if (stored?.columns[header]) column.values = Object.fromEntries(decided)
      else draft.columns[header] = openColumn(header, [])
    }
  }

  /** One question for each `?`, in the order of the mapping. None depends on the answer to another. */
  function questionsOf(): MappingQuestion[] {
    const questions: MappingQuestion[] = []
    function ask(
      value: unknown,
      path: readonly string[],
      text: string,
      choices: readonly string[],
      such?: Iterable<string>,
    ) {
      if (value !== OPEN) return
      const examples = [...new Set(such ?? open.get(pathOf(...path))?.examples)].slice(0, EXAMPLES)
      questions.push({ path: pathOf(...path), text, choices: [...new Set(choices)], examples })
    }
    const offered = (...path: string[]) => open.get(pathOf(...path))?.choices ?? []
    ask(draft.sender, ['sender'], 'Who sends this sheet? A short name, such as shree-tractors.', [])
    for (const header of headers) {
      const { field, unit, kind, phones, values = {} } = draft.columns[header]!
      const at = (...path: string[]) => ['columns', header, ...path]
      const such = cellsOf(header)
      const target = targetOf(type, field)
      const fields = [...offered(...at('field')), SKIP, NOTE, 'or another field']
      ask(field, at('field'), `What is "${header}"?`, fields, such)
      const units = target?.unit === undefined ? [] : unitChoices(target, header)
      ask(unit, at('unit'), `Unit of the numbers in "${header}"?`, units, such)
      ask(kind, at('kind'), `Kind of the prices in "${header}"?`, PRICE_KINDS, such)
      const phoneText = `"${header}" holds phone numbers: the private contact, or dropped?`
      ask(phones, at('phones'), phoneText, ['contact', 'drop'], such)
      for (const [word, value] of Object.entries(values)) {
        const choices = offered(...at('values', word))
        const meanings = choices.length > 0 ? choices : (target?.values ?? [])
        ask(value, at('values', word), `What does "${word}" mean?`, [...meanings, SKIP], [])
      }
    }
    const identityTexts = identities.map((set) => set.join(' + '))
    ask(draft.identity, ['identity'], 'Which columns identify a row in the next sheet?', identityTexts)
    for (const [name, value] of Object.entries(draft.constants))
      ask(
        value,
        ['constants', name],
        constantQuestion(name),
        constantChoices(name),
        name === 'price.observed_at' ? ['2026-08-21'] : [],
      )
    const unknown = 'Manufacturers that are not known: create them, or reject their rows?'
    ask(draft.unknown_manufacturers, ['unknown_manufacturers'], unknown, ['create', 'skip'])
    ask(draft.date_order, ['date_order'], 'Is 05/06/2026 the 5th of June (dmy) or of May (mdy)?', ['dmy', 'mdy'])
    const { field, values = {} } = draft.section_rows ?? {}
    ask(
      field,
      ['section_rows', 'field'],
      'What do lines of one cell say of the rows below?',
      offered('section_rows', 'field'),
    )
    for (const [word, value] of Object.entries(values)) {
      const path = ['section_rows', 'values', word]
      ask(value, path, `What does the line "${word}" say?`, [SKIP, ...offered(...path)], [])
    }
    ask(draft.publish, ['publish'], 'Publish new records at once?', ['false', 'true'])
    return questions
  }

  /** What the lines above the headers say comes first. */
  function constantChoices(name: string): readonly string[] {
    const text = above.flatMap(({ cells }) => cells).join(' ')
    const states = Object.entries(STATES).flatMap(([code, state]) =>
      text.toLowerCase().includes(state.toLowerCase()) ? code : [],
    )
    const days = datesIn([text])
    const choices: Readonly<Record<string, readonly string[]>> = {
      'price.kind': PRICE_KINDS,
      'price.source_kind': SOURCE_KINDS,
      'price.state_code': [...states, 'IN', 'a state such as PB'],
      'price.observed_at': days.length === 1 ? [FROM_SHEET] : days,
      state_code: [...states, 'a state such as PB'],
      lifecycle: LIFECYCLES,
      seller: SELLERS,
      machine_class: names.classKeys,
      vehicle_class: names.classKeys,
      owners: ['1', SKIP],
      km: ['0', SKIP],
      pin: ['a PIN code such as 141001', SKIP],
      year: ['a year', SKIP],
      district: ['a district', SKIP],
      manufacturer: ['a manufacturer', SKIP],
      maker_name: ['a manufacturer', SKIP],
    }
    return choices[name] ?? [...(targetOf(type, name)?.values ?? []), SKIP]
  }
}

const CONSTANTS: Readonly<Record<string, string>> = {
  'price.kind': 'Kind of the prices?',
  'price.observed_at': 'Day of the prices? It is asked each month unless the sheet says it.',
  'price.source_kind': 'Who states the prices?',
  'price.state_code': 'State in which the prices hold?',
  seller: 'Does a dealer or an owner sell?',
  dealer_name: 'Name of the dealer? skip if owners sell.',
}
const constantQuestion = (name: string) => CONSTANTS[name] ?? `${name} of new records whose row does not say it?`

function requiredOf(type: RecordType): string[] {
  const { required, key } = ROW_SHAPES[type]
  const isGenerated = (name: string) => /slug$|^(?:name|variant_name|maker_name)$/.test(name)
  return [...required].filter((name) => name !== key && !isGenerated(name))
}

function filledCells(body: readonly TableLine[], i: number): string[] {
  return body.flatMap(({ cells }) => (hasValue(cells[i]?.trim() ?? '') ? cells[i]!.trim() : []))
}

/** Two columns of one field need a decision, unless they are prices of different kinds. */
const columnKey = (header: string, { field, kind }: ColumnMapping) =>
  field === 'price' ? `price ${kind ?? header}` : field

const isRunning = (cells: readonly string[]): boolean => {
  const numbers = cells.map((cell) => Number(cell.replace(/\D/g, '')))
  return numbers.every((number, i) => i === 0 || number === numbers[i - 1]! + 1)
}

export const fieldChoices = (type: Mapping['type']): string[] => targetsOf(type)
export const kindChoices: readonly string[] = PRICE_KINDS
export function unitChoicesOf(type: Mapping['type'], field: string, header: string): string[] {
  const target = targetOf(type, field)
  return target?.unit ? unitChoices(target, header) : []
}
