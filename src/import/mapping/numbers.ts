import { converted, isForeign, isGallon, type MeasureUnit, unitIn, unitsOf } from './units.ts'
import { valueNamed, withWesternDigits } from './words.ts'

export type Parsed = { values: Readonly<Record<string, unknown>>; note?: string } | { refused: string } | OpenValue

/** A word of a cell that is not known, with its likeliest meanings; or the order of day and month. */
export interface OpenValue {
  open: 'value' | 'unit' | 'manufacturer' | 'date_order'
  word: string
  choices?: readonly string[]
}

export type ParsedNumber = { value: number; note?: string } | { refused: string } | OpenValue

interface NumberColumn {
  own: MeasureUnit
  unit?: MeasureUnit | undefined
  unitFor?: ((word: string) => MeasureUnit | '' | undefined) | undefined
  asksUnit?: boolean | undefined
  isWhole?: boolean
  asksWords?: boolean | undefined
}

type ParsedAmount = { amount: number; unit: MeasureUnit | undefined } | { refused: string } | OpenValue

const ABOUT = /^(?:~|≈|±|approx\.?|about|लगभग|करीब)\s*/iu
const ENDS = /\s*(?:[*#†]+|\/-|\/=|\bonly|मात्र|மட்டும்)$/iu
const RUPEE = /^(?:₹|rs\.?|inr|रु\.?|रू\.?|ரூ\.?)\s*/iu
const NUMBER = /^(\d[\d, ]*(?:\.\d+)?|\.\d+)\s*(.*)$/su
const GROUPED = /^(?:\d{1,2}(?:[, ]\d\d)*[, ]\d{3}|\d{1,3}(?:[, ]\d{3})+)(?:\.\d+)?$/
const MAX_PRICE = 100_000_000
/** Less than this is in another unit than its column, if the cell does not name it. */
const MIN_PLAUSIBLE: Readonly<Record<string, number>> = { inr: 500, kg: 5, mm: 20, cc: 20 }
const COMPOUND = /^(\d{1,3})\s*(?:lakhs?|lacs?|लाख)\s*(?:and\s*)?(\d{1,2})\s*(?:thousand|haz[aā]r|hajar|k|हजार|हज़ार)$/iu
const BRACKET = /\s*\(([^()]*)\)$/u
/** The speed at which it is measured. */
const AT_SPEED = /\s*@\s*\d[\d,]*\s*(?:e?rpm|r\/min)?\.?$/iu
/** Two numbers are one in two units if they differ by less. */
const SAME = 0.02

export function readNumber(cell: string, column: NumberColumn): ParsedNumber {
  const read = readAmount(cell, column)
  if (!('amount' in read)) return read
  const { own } = column
  const { amount } = read
  if (!read.unit && column.asksUnit) return { open: 'unit', word: '' }
  const unit = read.unit ?? column.unit ?? own
  if (unit.measure !== own.measure) return { refused: `is in ${unit.name}, not in ${own.name}` }
  if (own.measure === 'inr' && !read.unit && unit.size > 1) {
    if (amount * unit.size >= MAX_PRICE) return { value: amount, note: `is in rupees: ${unit.name} would be too much` }
    if (/\d[, ]\d{3}(?!\d)/.test(cell))
      return { refused: `may be in rupees or in ${unit.name}: name the unit in the cell` }
  }
  const value = converted(amount, unit, own)
  if (!read.unit && column.unit && value > 0 && value < (MIN_PLAUSIBLE[own.measure] ?? 0) / own.size)
    return { refused: `is too little for ${unit.name}: name the unit in the cell` }
  const isPowerOfTen = /^1(?:0*|e.*)$|^0?\.0*1$/.test(String(unit.size / own.size))
  const places = column.isWhole ? 1 : 100
  return { value: isPowerOfTen ? value : Math.round(value * places) / places }
}

function readAmount(input: string, column: NumberColumn): ParsedAmount {
  const { own, unitFor } = column
  const isMoney = own.measure === 'inr'
  if (isForeign(input)) return { refused: 'is in a foreign currency' }
  let text = withWesternDigits(input).trim().replace(AT_SPEED, '')
  const inside = BRACKET.exec(text)?.[1]?.trim()
  if (inside !== undefined) return withBracket(readAmount(text.replace(BRACKET, ''), column), inside, column)
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(ABOUT, '').replace(ENDS, '').trim()
  }
  if (isMoney) text = text.replace(RUPEE, '')
  const [, digits, rest = ''] = NUMBER.exec(text) ?? []
  if (digits === undefined)
    return column.asksWords && !/\d/.test(text) ? { open: 'value', word: input } : { refused: 'is not a number' }
  const groups = digits.trim().split(/[, ]/)
  if (groups.length > 1 && !GROUPED.test(digits.trim()))
    return { refused: `may be ${groups[0]}.${groups.slice(1).join('')} or ${groups.join('')}` }
  const amount = Number(groups.join(''))
  const word = rest.replace(/^(?:\/[-=])?[\s.-]*|[\s.]+$/g, '')
  const [, lakhs, thousands] = (isMoney && COMPOUND.exec(text)) || []
  if (lakhs !== undefined) return { amount: Number(lakhs) * 100_000 + Number(thousands) * 1_000, unit: own }
  if (word === '' || (isMoney && RUPEE.test(`${word} `) && word.length < 5)) return { amount, unit: undefined }
  if (/\d/.test(word)) return { refused: 'is more than one number' }
  const chosen = unitFor?.(word)
  if (chosen !== undefined) return { amount, unit: chosen || undefined }
  const unit = isGallon(word) ? undefined : unitIn(word, own)
  return unit ? { amount, unit } : { open: 'unit', word }
}

/** `45 HP (33.5 kW)`, `6.75 (lakh)`, `7 lakh (on road)`: what stands in brackets says the same, or is not understood. */
function withBracket(
  read: ParsedAmount,
  inside: string,
  { own, unit: columnUnit, unitFor }: NumberColumn,
): ParsedAmount {
  if (!('amount' in read) || inside === '') return read
  if (own.measure === 'inr' && valueNamed('price.kind', inside) !== undefined) return read
  const chosen =
    unitFor?.(inside) ?? (read.unit ? undefined : unitsOf(inside).find((unit) => unit.measure === own.measure))
  if (chosen !== undefined) return chosen === '' ? read : { ...read, unit: chosen }
  if (!/\d/.test(inside)) return { open: 'unit', word: inside }
  const other = readAmount(inside, { own })
  if (!('amount' in other) || !other.unit) return { refused: 'is more than one number' }
  const { size } = read.unit ?? columnUnit ?? own
  const ratio = (other.amount * other.unit.size) / (read.amount * size)
  const isSame = other.unit.measure !== own.measure || Math.abs(ratio - 1) < SAME
  return isSame ? read : { refused: 'is more than one number' }
}

/** `6.82 - 7.14 lakh`: the lower bound takes the unit of the upper one. */
export function splitRange(text: string): [low: string, high: string] | undefined {
  const [, low, high] = /^(.*?\d[^-–—]*?)\s*(?:[-–—~]|\b(?:to|se)\b|से|முதல்)\s*([^-–—]*\d.*)$/isu.exec(text) ?? []
  if (low === undefined || high === undefined) return undefined
  const word = /[^\d.,\s₹].*$/su.exec(high.replace(RUPEE, '').replace(ENDS, ''))?.[0] ?? ''
  return [/\p{L}\s*$/u.test(low.replace(RUPEE, '')) ? low : `${low} ${word}`, high]
}

export function readRange(cell: string, column: NumberColumn, field: string, high: string | undefined): Parsed {
  const isMoney = column.own.measure === 'inr'
  const range = splitRange(isMoney ? cell.replaceAll('/-', ' ') : cell)
  if (range && high === undefined && !isMoney) return { refused: 'is a range, and the field takes one number' }
  const [low, upper] = (range && high !== undefined ? range : [cell]).map((part) => readNumber(part, column))
  if (!('value' in low!)) return low!
  if (upper && !('value' in upper)) return upper
  const kind = isMoney ? valueNamed('price.kind', BRACKET.exec(cell)?.[1] ?? '') : undefined
  return {
    values: { [field]: low.value, ...(upper && { [high!]: upper.value }), ...(kind && { 'price.kind': kind }) },
    ...(low.note !== undefined && { note: low.note }),
  }
}
