import { EQUIPMENT, type Equipment } from '../../schema/records/machine-search-fields.ts'
import { LEFT_OUT, REMARKS } from './mapping.ts'
import type { KnownNames } from './names.ts'
import { type DayOrder, readDay, readYear } from './read-day.ts'
import { type Reading, readMoney, readNumber } from './read-figure.ts'
import * as words from './read-words.ts'
import type { Target } from './targets.ts'
import { type Unit, unitNamed, unitOfField } from './units.ts'
import { lettersOf, withWesternDigits } from './words.ts'

/** Norms have names of their own. */
const FITTED: ReadonlySet<string> = new Set(EQUIPMENT.filter((field) => field !== 'emission_norm'))

/** A column of a sheet, ready to read its cells. */
export interface Column {
  heading: string
  /** `left out` and `remarks` have no target. */
  field: string
  target: Target | undefined
  unit?: Unit | undefined
  /** The kind of a column of prices. */
  kind?: string | undefined
  /** What words of its cells mean, by their letters. */
  words: ReadonlyMap<string, string>
  /** Its unit is an open question. */
  asksUnit?: boolean
}

/** What holds for all columns. */
export interface SheetContext {
  names: KnownNames
  days: DayOrder | undefined
  makesNew: boolean
}

/** The other end of a range. */
const HIGH: Readonly<Record<string, string>> = { price: 'price.high_inr', price_inr: 'price_high_inr' }
const INDIA = 'T00:00:00+05:30'
type One = { value: unknown; note?: string }
const one = (name: string, read: One | Exclude<Reading, { values: unknown }>): Reading =>
  'value' in read ? { values: { [name]: read.value }, ...(read.note !== undefined && { note: read.note }) } : read

/** Reads a cell that says something; undefined where its recipe leaves it out. */
export function readCell(column: Column, cell: string, type: string, context: SheetContext): Reading | undefined {
  const { field, target } = column
  if (!target || field === LEFT_OUT || field === REMARKS) return undefined
  const said = column.words.get(lettersOf(cell) || cell)
  if (said === LEFT_OUT) return undefined
  const text = said !== undefined && target.kind !== 'maker' ? said : cell
  switch (target.kind) {
    case 'number':
    case 'money': {
      if (field === 'owners') return one(field, words.readOrdinal(text) ?? { refused: 'is no number of owners' })
      if (field === 'year') return one(field, readYear(text, context.days))
      const unitSaid = (word: string) => {
        const meant = column.words.get(lettersOf(word) || word)
        return meant === undefined ? undefined : meant === LEFT_OUT ? '' : unitNamed(meant)
      }
      const { unit, asksUnit } = column
      // Small counts are written in words, too.
      const asksWords = target.isWhole && target.unit === '' && field !== 'id'
      const about = {
        own: unitOfField(target.unit ?? ''),
        unit,
        asksUnit,
        unitSaid,
        isWhole: target.isWhole ?? false,
        asksWords,
      }
      if (target.kind === 'number') return one(field, readNumber(text, about))
      const hasHigh = HIGH[field] !== undefined && !(field === 'price_inr' && type === 'listing')
      return readMoney(text, about, [field === 'price' ? 'price.price_inr' : field, hasHigh ? HIGH[field] : undefined])
    }
    case 'date':
      return one(field, readDay(text, context.days))
    case 'moment': {
      if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return { values: { [field]: text } }
      const day = readDay(text, context.days)
      return one(field, 'value' in day ? { ...day, value: day.value + INDIA } : day)
    }
    case 'flag':
      return words.readFlag(field, text)
    case 'choice':
      return words.readChoice(field, text, target.values!)
    case 'state':
      return words.readState(field, text)
    case 'place':
      return words.readPlace(field, text)
    case 'maker':
      return words.readMaker(field, cell, context.names, said, context.makesNew)
    case 'class':
      return words.readClass(field, text, context.names, type === 'machine')
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
      return said === undefined && FITTED.has(field)
        ? words.readEquipment(field as Equipment, text)
        : { values: { [field]: text } }
  }
}
