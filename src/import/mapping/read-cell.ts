import { nearestName } from '../../lib/text/nearest-name.ts'
import type { Equipment } from '../../schema/records/machine-search-fields.ts'
import { wordLines } from '../../schema/records/words.ts'
import { slugOf } from '../slugs.ts'
import { toStateCode } from '../states.ts'
import { type DayOrder, readDate, readYear } from './dates.ts'
import { OPEN, SKIP } from './mapping.ts'
import { type CatalogNames, manufacturersNamed, nearManufacturers } from './names.ts'
import { type Parsed, type ParsedNumber, readRange } from './numbers.ts'
import type { Target, TargetKind } from './targets.ts'
import { type MeasureUnit, unitNamed, unitOfField, unitsOf } from './units.ts'
import { foldWords, isSynonymOf, keyOf, lettersOf, valueNamed, withWesternDigits } from './words.ts'

export interface MappedColumn {
  header: string
  field: string
  target: Target | undefined
  unit?: MeasureUnit | undefined
  isUnitOpen?: boolean
  kind?: string | undefined
  /** What words of its cells mean, by their letters. */
  values: ReadonlyMap<string, string>
  phones?: string | undefined
}

export interface SheetContext {
  names: CatalogNames
  dateOrder: DayOrder | undefined
  createsManufacturers: boolean
}

interface Cell extends SheetContext {
  text: string
  type: string
  column: MappedColumn
  target: Target
  choice: string | undefined
}

export function readCell(column: MappedColumn, cell: string, type: string, context: SheetContext): Parsed | undefined {
  const { target } = column
  const choice = column.values.get(keyOf(cell))
  if (!target || choice === SKIP) return undefined
  if (choice === OPEN) return { open: 'value', word: cell }
  // The choice for a name is the record that it means, not another name.
  const isName = target.kind === 'manufacturer' || target.kind === 'name'
  const text = choice !== undefined && !isName ? choice : cell
  return PARSERS[target.kind]({ ...context, text, type, column, target, choice })
}

const PARSERS: Readonly<Record<TargetKind, (cell: Cell) => Parsed>> = {
  number: readMeasured,
  money: readMeasured,
  owners: ({ text, target }) => {
    const word = foldWords(text).replace(/\s*(?:owners?|hand)$/, '')
    const count = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1] ?? ORDINALS[word]
    return count === undefined
      ? { refused: 'is not a number of owners' }
      : { values: { [target.field]: Number(count) } }
  },
  year: ({ text, target, dateOrder }) => asField(target, readYear(text, dateOrder)),
  date: ({ text, target, dateOrder }) => asField(target, readDate(text, dateOrder)),
  moment({ text, target, dateOrder }) {
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return { values: { [target.field]: text } }
    const day = readDate(text, dateOrder)
    return asField(target, 'value' in day ? { ...day, value: `${day.value}T00:00:00+05:30` } : day)
  },
  flag({ text, target }) {
    const isYes = /^true$/i.test(text) || isSynonymOf('yes', text)
    if (isYes || /^false$/i.test(text) || isSynonymOf('no', text)) return { values: { [target.field]: isYes } }
    return { open: 'value', word: text, choices: ['yes', 'no'] }
  },
  choice({ text, target: { field, values = [] } }) {
    const value = values.find((item) => lettersOf(item) === lettersOf(text)) ?? valueNamed(field, text)
    return value === undefined ? { open: 'value', word: text, choices: values } : { values: { [field]: value } }
  },
  state({ text, target }) {
    const code = toStateCode(text)
    return code === undefined ? { open: 'value', word: text } : { values: { [target.field]: code } }
  },
  place: readPlace,
  manufacturer: readManufacturer,
  class: readClass,
  kind({ text, type, target, names }) {
    const kind = type === 'implement' ? names.kinds.get(lettersOf(text)) : undefined
    return { values: { [target.field]: kind ?? text } }
  },
  gears: ({ text }) => readGears(withWesternDigits(text)),
  tyre({ text, target }) {
    const isSize = text.match(SIZES)?.length === 1 && !/^\d{1,2}-\p{L}{3}$|^\d{4}-\d\d-\d\d/u.test(text)
    return isSize ? { values: { [target.field]: text } } : { refused: 'is not a tyre size: write 6.00-16' }
  },
  tyres({ text }) {
    const [, front, rear] = TYRE_PAIR.exec(text) ?? []
    return front === undefined
      ? { refused: 'is not a pair of tyre sizes: write 6.00-16 / 13.6-28' }
      : { values: { tyre_front: front, tyre_rear: rear } }
  },
  warranty: ({ text, column }) => readWarranty(withWesternDigits(text).toLowerCase(), column.unit),
  linkage({ text, target }) {
    const parts = text.split(/[,;/&+]|\band\b/i).map((part) => foldWords(part).replace(/^(?:category|cat)\s*/, ''))
    const codes = parts.filter((part) => part !== '').map((part) => `cat-${(ROMAN[part] ?? part).replace(' ', '')}`)
    return { values: { [target.field]: codes } }
  },
  list: ({ text, target }) => ({
    values: { [target.field]: text.split(/[;|\n]|,\s/).flatMap((item) => item.trim() || []) },
  }),
  pin: ({ text, target }) => ({ values: { [target.field]: text.replace(/[\s-]/g, '') } }),
  json({ text, target }) {
    try {
      return { values: { [target.field]: JSON.parse(text) } }
    } catch {
      return { refused: 'holds broken JSON' }
    }
  },
  name: ({ text, target }) => ({ values: { [target.field]: withWesternDigits(text).replace(/\s+/g, ' ') } }),
  equipment: readEquipment,
  text: ({ text, target }) => ({ values: { [target.field]: text } }),
}

const asField = (
  { field }: Target,
  read: ParsedNumber | { value: string; note?: string } | { refused: string },
): Parsed =>
  'value' in read ? { values: { [field]: read.value }, ...(read.note !== undefined && { note: read.note }) } : read

const HIGH: Readonly<Record<string, string>> = {
  price: 'price.high_inr',
  price_inr: 'price_high_inr',
  hp_min: 'hp_max',
}

function readMeasured({ text, type, column, target }: Cell): Parsed {
  const { field, unit: ownUnit = '', isWhole = false } = target
  const about = {
    own: unitOfField(ownUnit),
    unit: column.unit,
    asksUnit: column.isUnitOpen,
    unitFor(word: string) {
      const choice = column.values.get(keyOf(word))
      return choice === undefined ? undefined : choice === SKIP ? ('' as const) : unitNamed(choice)
    },
    isWhole: isWhole || target.kind === 'money',
    // Small counts are written in words, too.
    asksWords: isWhole && ownUnit === '' && field !== 'id',
  }
  const high = field === 'price_inr' && type === 'listing' ? undefined : HIGH[field]
  return readRange(text, about, field === 'price' ? 'price.price_inr' : field, high)
}

const ORDINALS: Readonly<Record<string, number>> = {
  ...{ first: 1, second: 2, third: 3, fourth: 4, fifth: 5, single: 1 },
  ...{ पहला: 1, दूसरा: 2, तीसरा: 3 },
}
const ROMAN: Readonly<Record<string, string>> = { i: '1', ii: '2', iii: '3', iv: '4' }

/** What a machine is fitted with, in the sender's own words; a code such as `OIB` means nothing to anybody else. */
function readEquipment({ text, target: { field }, choice }: Cell): Parsed {
  const lines = wordLines().filter(([of, key]) => of === (field as Equipment) || (of === 'spec' && key === field))
  const vocabulary = new Set(lines.flatMap((line) => line.slice(1).flatMap(wordsIn)))
  if (choice !== undefined || wordsIn(text).some((word) => vocabulary.has(word))) return { values: { [field]: text } }
  return { open: 'value', word: text, choices: lines.flatMap(([of, , en]) => (of === field ? en! : [])) }
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []

function readManufacturer({ text: cell, target, names, choice, createsManufacturers }: Cell): Parsed {
  const text = choice === undefined || choice === 'new' ? cell.replace(/^\s*m\/s\.?\s*/i, '').trim() : choice
  const found = manufacturersNamed(names, text)
  const near = found.length === 0 && choice !== 'new' ? nearManufacturers(names, text) : []
  if (found.length > 1 || near.length > 0) return { open: 'value', word: cell, choices: [...found, ...near, 'new'] }
  const slug = found[0] ?? (choice === 'new' || createsManufacturers ? slugOf(text) : undefined)
  if (slug === undefined) return { open: 'manufacturer', word: cell }
  const name = names.manufacturerNames.get(slug)
  if (target.field === 'maker_name') return { values: { maker_name: name ?? text, maker_slug: slug } }
  return { values: { [target.field]: name === undefined ? { slug, name: text } : slug } }
}

function readClass({ text, target: { field }, names }: Cell): Parsed {
  const isList = field === 'fits_classes'
  const parts = isList ? text.split(/[;,|]/).map((part) => part.trim()) : [text]
  const found = parts.map((part) => names.classes.get(lettersOf(part)) ?? [])
  const unknown = found.findIndex(({ length }) => length !== 1)
  if (unknown === -1) return { values: { [field]: isList ? found.flat() : found[0]![0] } }
  const near = nearestName(lettersOf(parts[unknown]!), names.classes.keys())
  const likely = found[unknown]!.length > 0 ? found[unknown]! : (names.classes.get(near ?? '') ?? [])
  return { open: 'value', word: parts[unknown]!, choices: [...new Set([...likely, ...names.classKeys])] }
}

/** States that are towns, too. */
const TOWNS = /^(?:delhi|new delhi|chandigarh|puducherry|pondicherry)$/i

/** `Raipur (C.G.)`: a town, and its state where the cell says it; a state alone. */
function readPlace({ text, target: { field } }: Cell): Parsed {
  const state = field === 'price.city' ? 'price.state_code' : 'state_code'
  const [, town = '', behind = ''] = /^(\p{L}[^(),]{2,}?)\s*[(,]\s*(\p{L}[\p{L}. ]*)\)?$/u.exec(text) ?? []
  const code = toStateCode(behind)
  if (code !== undefined) return { values: { [field]: town.trim(), [state]: code } }
  const alone = text.length > 2 && field === 'price.city' && !TOWNS.test(text) ? toStateCode(text) : undefined
  return { values: alone === undefined ? { [field]: text } : { [state]: alone } }
}

function readGears(text: string): Parsed {
  const [, forward, reverse] =
    /^(\d{1,2})\s*(?:f|fwd|fwds|forward|आगे)?\.?\s*(?:[-+/x×,&]|and|और)\s*(\d{1,2})\s*(?:r|rev|reverse|पीछे)?\.?$/iu.exec(
      text,
    ) ?? []
  const alone = /^(\d{1,2})\s*(?:f|fwd|forward)\.?$/i.exec(text)?.[1]
  if (forward === undefined && alone === undefined) return { refused: 'is not a pair of gears: write 8F + 2R' }
  if (Number(reverse) > Number(forward)) return { refused: 'has more reverse than forward gears' }
  return { values: { gears_fwd: Number(forward ?? alone), ...(reverse && { gears_rev: Number(reverse) }) } }
}

const SIZE = '\\d+(?:\\.\\d+)?(?:\\/\\d+(?:\\.\\d+)?)?\\s*(?:[-x×*]\\s*R?|[RD]\\s*)\\d+(?:\\.\\d+)?'
const SIZES = new RegExp(SIZE, 'gi')
const PLY = '(?:\\s*[,(]?\\s*\\d+\\s*PR\\)?)?'
const TYRE_PAIR = new RegExp(
  `^(?:front|f)?[\\s:.-]*(${SIZE}${PLY})\\s*[/,;&+|]?\\s*(?:rear|r)?[\\s:.-]*(${SIZE}${PLY})$`,
  'i',
)

const NUMBER_AND_WORD = /(\d[\d,]*(?:\.\d+)?)\s*[-.]?\s*(\p{L}[\p{L}\p{M}]*)\.?/gu
const JOINED = /^(?:[\s/,;&+.()-]|or|and|whichever|is|earlier|first|या|जो भी पहले हो)*$/u

function readWarranty(text: string, unit: MeasureUnit | undefined): Parsed {
  const values: Record<string, number> = {}
  const put = (number: string, { measure, size }: MeasureUnit) => {
    values[`warranty_${measure}`] = Math.round(Number(number.replaceAll(',', '')) * size * 100) / 100
  }
  let rest = text.replace(NUMBER_AND_WORD, (whole, number: string, word: string) => {
    const named = unitsOf(word).find(({ measure }) => measure === 'years' || measure === 'hours')
    if (!named || `warranty_${named.measure}` in values) return whole
    put(number, named)
    return ' '
  })
  if (!unit && /^\d[\d,]*(?:\.\d+)?$/.test(rest)) return { open: 'unit', word: '' }
  if (unit && !(`warranty_${unit.measure}` in values))
    rest = rest.replace(/\d[\d,]*(?:\.\d+)?/, (number) => {
      put(number, unit)
      return ' '
    })
  const isRead = Object.keys(values).length > 0 && JOINED.test(rest)
  return isRead ? { values } : { refused: 'is not a warranty: write 2 years / 2000 hours' }
}

const PHONE = /(?<![\d.])(?:\+?91[\s-]?|0)?[6-9]\d{4}[\s-]?\d{5}(?!\d)/

export function splitPhone(text: string): { phone?: string; rest: string } {
  const plain = withWesternDigits(text)
  const phone = PHONE.exec(plain)?.[0]
  if (phone === undefined) return { rest: text }
  const rest = plain
    .replace(phone, ' ')
    .replace(/\b(?:mob(?:ile)?|ph(?:one)?|call|contact|m|मो)\b\.?\s*(?:no\.?)?\s*[:\-–]?\s*(?=[\s,;/|]|$)/giu, ' ')
  return { phone: phone.trim(), rest: rest.replace(/\s+/g, ' ').replace(/^[\s,;:/|-]+|[\s,;:/|-]+$/g, '') }
}
