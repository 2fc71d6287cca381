import { EQUIPMENT, type Equipment } from '../../schema/records/machine-search-fields.ts'
import { NOTE, OPEN, SKIP } from './mapping.ts'
import type { CatalogNames } from './names.ts'
import { type DayOrder, readDay, readYear } from './read-day.ts'
import { type Parsed, readMoney, readNumber, splitRange } from './read-figure.ts'
import * as words from './read-words.ts'
import type { Target } from './targets.ts'
import { type MeasureUnit, unitNamed, unitOfField } from './units.ts'
import { lettersOf, withWesternDigits } from './words.ts'

/** Norms have names of their own. */
const FITTED: ReadonlySet<string> = new Set(EQUIPMENT.filter((field) => field !== 'emission_norm'))

/** A column of a sheet, ready to read its cells. */
export interface MappedColumn {
  header: string
  field: string
  /** Undefined for a column that is not read. */
  target: Target | undefined
  unit?: MeasureUnit | undefined
  /** The unit is an open question. */
  isUnitOpen?: boolean
  /** The kind of a column of prices. */
  kind?: string | undefined
  /** What words of its cells mean, by their letters. */
  values: ReadonlyMap<string, string>
  /** Whether phone numbers in its text become the contact. */
  phones?: string | undefined
}

/** What holds for all columns. */
export interface SheetContext {
  names: CatalogNames
  dateOrder: DayOrder | undefined
  createsManufacturers: boolean
}

/** The other end of a range. */
const HIGH: Readonly<Record<string, string>> = {
  price: 'price.high_inr',
  price_inr: 'price_high_inr',
  hp_min: 'hp_max',
}
const INDIA = 'T00:00:00+05:30'
const asField = (
  name: string,
  read: { value: unknown; note?: string } | Exclude<Parsed, { values: unknown }>,
): Parsed =>
  'value' in read ? { values: { [name]: read.value }, ...(read.note !== undefined && { note: read.note }) } : read

/** Reads a cell that has a value; undefined where its mapping leaves it out. */
export function readCell(column: MappedColumn, cell: string, type: string, context: SheetContext): Parsed | undefined {
  const { field, target } = column
  if (!target || field === SKIP || field === NOTE) return undefined
  const choice = column.values.get(lettersOf(cell) || cell)
  if (choice === SKIP) return undefined
  if (choice === OPEN) return { open: 'value', word: cell }
  // The choice for a name is the record that it means, not another name.
  const isName = target.kind === 'maker' || target.kind === 'name'
  const text = choice !== undefined && !isName ? choice : cell
  switch (target.kind) {
    case 'number':
    case 'money':
      return readFigure(column, text, type, context)
    case 'date':
      return asField(field, readDay(text, context.dateOrder))
    case 'moment': {
      if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return { values: { [field]: text } }
      const day = readDay(text, context.dateOrder)
      return asField(field, 'value' in day ? { ...day, value: day.value + INDIA } : day)
    }
    case 'flag':
      return words.readFlag(field, text)
    case 'choice':
      return words.readChoice(field, text, target.values!)
    case 'state':
      return words.readState(field, text)
    case 'place':
      return words.readPlace(field, text)
    case 'maker': {
      const how = { choice, creates: context.createsManufacturers }
      return words.readManufacturer(field, cell, context.names, how)
    }
    case 'class':
      return words.readClass(field, text, context.names)
    case 'kind': {
      const kind = type === 'implement' ? context.names.kinds.get(lettersOf(text)) : undefined
      return { values: { [field]: kind ?? text } }
    }
    case 'gears':
      return words.readGears(text)
    case 'tyre':
      return words.readTyre(field, text)
    case 'tyres':
      return words.readTyres(text)
    case 'warranty':
      return words.readWarranty(text, column.unit)
    case 'list':
      if (field === 'linkage') return { values: { linkage: words.readLinkage(text) } }
      return { values: { [field]: text.split(/[;|\n]|,\s/).flatMap((item) => item.trim() || []) } }
    case 'pin':
      return { values: { [field]: text.replace(/[\s-]/g, '') } }
    case 'json':
      try {
        return { values: { [field]: JSON.parse(text) } }
      } catch {
        return { refused: 'holds broken JSON' }
      }
    case 'name':
      return { values: { [field]: withWesternDigits(text).replace(/\s+/g, ' ') } }
    case 'text':
      return choice === undefined && FITTED.has(field)
        ? words.readEquipment(field as Equipment, text)
        : { values: { [field]: text } }
  }
}

function readFigure(column: MappedColumn, text: string, type: string, context: SheetContext): Parsed {
  const { field, unit, isUnitOpen } = column
  const target = column.target!
  if (field === 'owners') return asField(field, words.readOrdinal(text) ?? { refused: 'is not a number of owners' })
  if (field === 'year') return asField(field, readYear(text, context.dateOrder))
  const about = {
    own: unitOfField(target.unit ?? ''),
    unit,
    asksUnit: isUnitOpen,
    unitFor(word: string) {
      const choice = column.values.get(lettersOf(word) || word)
      return choice === undefined ? undefined : choice === SKIP ? ('' as const) : unitNamed(choice)
    },
    isWhole: target.isWhole ?? false,
    // Small counts are written in words, too.
    asksWords: target.isWhole && target.unit === '' && field !== 'id',
  }
  const high = field === 'price_inr' && type === 'listing' ? undefined : HIGH[field]
  if (target.kind === 'money') return readMoney(text, about, [field === 'price' ? 'price.price_inr' : field, high])
  const range = splitRange(text)
  if (!range) return asField(field, readNumber(text, about))
  if (high === undefined) return { refused: 'is a range, and the field takes one number' }
  const [low, upper] = range.map((part) => readNumber(part, about)) as [
    ReturnType<typeof readNumber>,
    ReturnType<typeof readNumber>,
  ]
  if (!('value' in low)) return low
  return 'value' in upper ? { values: { [field]: low.value, [high]: upper.value } } : upper
}

const PHONE = /(?<![\d.])(?:\+?91[\s-]?|0)?[6-9]\d{4}[\s-]?\d{5}(?!\d)/

/** The first mobile number in a text, and the text without it. */
export function splitPhone(text: string): { phone?: string; rest: string } {
  const plain = withWesternDigits(text)
  const phone = PHONE.exec(plain)?.[0]
  if (phone === undefined) return { rest: text }
  const rest = plain
    .replace(phone, ' ')
    .replace(/\b(?:mob(?:ile)?|ph(?:one)?|call|contact|m|मो)\b\.?\s*(?:no\.?)?\s*[:\-–]?\s*(?=[\s,;/|]|$)/giu, ' ')
  return { phone: phone.trim(), rest: rest.replace(/\s+/g, ' ').replace(/^[\s,;:/|-]+|[\s,;:/|-]+$/g, '') }
}
