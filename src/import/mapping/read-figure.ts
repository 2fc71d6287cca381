import { converted, isForeign, isGallon, type MeasureUnit, unitIn, unitsOf } from './units.ts'
import { valueNamed, withWesternDigits } from './words.ts'

// Figures, money and ranges as people write them.

/** What a parser makes of a cell: values by their fields, why it is refused, or what a person has to decide. */
export type Parsed = { values: Readonly<Record<string, unknown>>; note?: string } | { refused: string } | OpenValue

/** A word of a cell that is not known, with its likeliest meanings; or the order of day and month. */
export interface OpenValue {
  open: 'value' | 'unit' | 'manufacturer' | 'date_order'
  word: string
  choices?: readonly string[]
}

/** What is known about a column beside its cells. */
interface FigureColumn {
  /** Of the field. */
  own: MeasureUnit
  /** Of figures that name none. */
  unit?: MeasureUnit | undefined
  /** What words behind a figure mean; an empty text is nothing. */
  unitFor?: ((word: string) => MeasureUnit | '' | undefined) | undefined
  /** What figures without a unit are in is an open question. */
  asksUnit?: boolean | undefined
  isWhole?: boolean
  /** A word in the place of a figure may mean one. */
  asksWords?: boolean | undefined
}

type ParsedNumber = { figure: number; unit: MeasureUnit | undefined }

const ABOUT = /^(?:~|≈|±|approx\.?|about|लगभग|करीब)\s*/iu
const ENDS = /\s*(?:[*#†]+|\/-|\/=|\bonly|मात्र|மட்டும்)$/iu
const RUPEE = /^(?:₹|rs\.?|inr|रु\.?|रू\.?|ரூ\.?)\s*/iu
const NUMBER = /^(\d[\d, ]*(?:\.\d+)?|\.\d+)\s*(.*)$/su
const INDIAN = /^\d{1,2}(?:[, ]\d\d)*[, ]\d{3}(?:\.\d+)?$/
const WESTERN = /^\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?$/
/** Nothing costs a thousand lakh. */
const MAX_PRICE = 100_000_000
/** Less than this is in another unit than its column, if the cell does not name it. */
const MIN_PLAUSIBLE: Readonly<Record<string, number>> = { inr: 500, kg: 5, mm: 20, cc: 20 }
/** `4 lakh 20 hazar`. */
const COMPOUND = /^(\d{1,3})\s*(?:lakhs?|lacs?|लाख)\s*(?:and\s*)?(\d{1,2})\s*(?:thousand|haz[aā]r|hajar|k|हजार|हज़ार)$/iu
const BRACKET = /\s*\(([^()]*)\)$/u
/** The speed at which it is measured. */
const AT_SPEED = /\s*@\s*\d[\d,]*\s*(?:e?rpm|r\/min)?\.?$/iu
/** Two figures are one in two units if they differ by less. */
const SAME = 0.02

/** A number with its unit: that of the cell, else that of the column, else the field's own. */
export function readNumber(
  cell: string,
  column: FigureColumn,
): { value: number; note?: string } | { refused: string } | OpenValue {
  const read = figureIn(cell, column)
  if (!('figure' in read)) return read
  const { own: self } = column
  if (!read.unit && column.asksUnit) return { open: 'unit', word: '' }
  const unit = read.unit ?? column.unit ?? self
  if (unit.measure !== self.measure) return { refused: `is in ${unit.name}, not in ${self.name}` }
  // Nothing costs that much: the amount can only be in rupees.
  const isRupees = self.measure === 'inr' && !read.unit && unit.size > 1 && read.figure * unit.size >= MAX_PRICE
  const isGrouped = unit.size > 1 && /\d[, ]\d{3}(?!\d)/.test(cell)
  if (self.measure === 'inr' && !read.unit && isGrouped && !isRupees)
    return { refused: `may be in rupees or in ${unit.name}: name the unit in the cell` }
  if (isRupees) return { value: read.figure, note: `is in rupees: ${unit.name} would be too much` }
  const value = converted(read.figure, unit, self)
  if (!read.unit && column.unit && value > 0 && value < (MIN_PLAUSIBLE[self.measure] ?? 0) / self.size)
    return { refused: `is too little for ${unit.name}: name the unit in the cell` }
  const isExact = /^1(?:0*|e.*)$|^0?\.0*1$/.test(String(unit.size / self.size))
  return { value: isExact ? value : Math.round(value * (column.isWhole ? 1 : 100)) / (column.isWhole ? 1 : 100) }
}

type NumberMatch = ParsedNumber | { refused: string } | OpenValue

function figureIn(input: string, column: FigureColumn): NumberMatch {
  const { own: self, unitFor } = column
  const isMoney = self.measure === 'inr'
  if (isForeign(input)) return { refused: 'is in a foreign currency' }
  let text = withWesternDigits(input).trim().replace(AT_SPEED, '')
  const inside = BRACKET.exec(text)?.[1]?.trim()
  if (inside !== undefined) {
    const read = figureIn(text.replace(BRACKET, ''), column)
    return 'figure' in read ? withBracket(read, inside, column) : read
  }
  for (let rest = ''; rest !== text; ) {
    rest = text
    text = text.replace(ABOUT, '').replace(ENDS, '').trim()
  }
  if (isMoney) text = text.replace(RUPEE, '')
  const [, digits, rest = ''] = NUMBER.exec(text) ?? []
  if (digits === undefined && column.asksWords && !/\d/.test(text)) return { open: 'value', word: input }
  if (digits === undefined) return { refused: 'is not a number' }
  const figure = digits.trim()
  const groups = figure.split(/[, ]/)
  if (groups.length > 1 && !INDIAN.test(figure) && !WESTERN.test(figure)) {
    return { refused: `may be ${groups[0]}.${groups.slice(1).join('')} or ${groups.join('')}` }
  }
  const plain = Number(groups.join(''))
  const word = rest.replace(/^(?:\/[-=])?[\s.-]*|[\s.]+$/g, '')
  const compound = isMoney ? COMPOUND.exec(text) : null
  if (compound) {
    const [, lakhs, thousands] = compound
    return { figure: Number(lakhs) * 100_000 + Number(thousands) * 1_000, unit: self }
  }
  if (word === '' || (isMoney && RUPEE.test(`${word} `) && word.length < 5)) return { figure: plain, unit: undefined }
  if (/\d/.test(word)) return { refused: 'is more than one number' }
  const spoken = unitFor?.(word)
  if (spoken !== undefined) return { figure: plain, unit: spoken === '' ? undefined : spoken }
  if (isGallon(word)) return { open: 'unit', word }
  const unit = unitIn(word, self)
  return unit ? { figure: plain, unit } : { open: 'unit', word }
}

/** `45 HP (33.5 kW)`, `6.75 (lakh)`, `7 lakh (on road)`: what stands in brackets says the same, or is not understood. */
function withBracket(
  read: ParsedNumber,
  inside: string,
  { own: self, unit: unitOfColumn, unitFor }: FigureColumn,
): NumberMatch {
  if (inside === '' || (self.measure === 'inr' && valueNamed('price.kind', inside) !== undefined)) return read
  const spoken =
    unitFor?.(inside) ?? (read.unit ? undefined : unitsOf(inside).find((item) => item.measure === self.measure))
  if (spoken !== undefined) return spoken === '' ? read : { ...read, unit: spoken }
  if (!/\d/.test(inside)) return { open: 'unit', word: inside }
  const other = figureIn(inside, { own: self })
  if (!('figure' in other) || !other.unit) return { refused: 'is more than one number' }
  const { size } = read.unit ?? unitOfColumn ?? self
  const ratio = (other.figure * other.unit.size) / (read.figure * size)
  const isSame = other.unit.measure !== self.measure || Math.abs(ratio - 1) < SAME
  return isSame ? read : { refused: 'is more than one number' }
}

/** `6.82 - 7.14 lakh`: the lower bound takes the unit of the upper one. */
export function splitRange(text: string): [string, string] | undefined {
  const [, low, high] = /^(.*?\d[^-–—]*?)\s*(?:[-–—~]|\b(?:to|se)\b|से|முதல்)\s*([^-–—]*\d.*)$/isu.exec(text) ?? []
  if (low === undefined || high === undefined) return undefined
  const word = /[^\d.,\s₹].*$/su.exec(high.replace(RUPEE, '').replace(ENDS, ''))?.[0] ?? ''
  return [/\p{L}\s*$/u.test(low.replace(RUPEE, '')) ? low : `${low} ${word}`, high]
}

/** An amount or a range of them, and its kind where the cell says it in brackets. */
export function readMoney(
  cell: string,
  column: FigureColumn,
  [low, high]: readonly [string, string | undefined],
): Parsed {
  const kind = valueNamed('price.kind', /\(([^()]*)\)\s*$/.exec(cell)?.[1] ?? '')
  const range = high === undefined ? undefined : splitRange(cell.replaceAll('/-', ' '))
  const parts = (range ?? [cell]).map((part) => readNumber(part, { ...column, isWhole: true }))
  const wrong = parts.find((part) => !('value' in part))
  if (wrong) return wrong as Parsed
  const [first, second] = (parts as { value: number }[]).map(({ value }) => value)
  const { note } = parts[0] as { note?: string }
  return {
    values: { [low]: first, ...(second !== undefined && { [high!]: second }), ...(kind && { 'price.kind': kind }) },
    ...(note !== undefined && { note }),
  }
}
