import { kolkataDate } from '../calendar.ts'
import { builtinClasses } from '../catalogue/records.ts'
import { SLUG_PATTERN } from '../contract/values.ts'
import { lazily } from '../running/kept.ts'
import { nearestName } from '../text/nearest-name.ts'
import type { CellKind } from './check-field.ts'
import { meantBy } from './column-words.ts'
import {
  classesNamed,
  classesSaid,
  implementOf,
  type KnownNames,
  kindSaid,
  lookUp,
  makersNamed,
} from './known-names.ts'
import { type RecordType, ROW_SHAPES } from './row-shapes.ts'
import { makersSaid, type SaidMaker, withoutMessrs } from './said-makers.ts'
import { slugOf } from './slugs.ts'
import { readCity } from './states.ts'
import {
  driveIn,
  flagOf,
  foldWords,
  meantShort,
  meantSlip,
  meantValue,
  partsOf,
  withWesternDigits,
} from './table-words.ts'
import { type About, type CellReading, readDay, readYear, type Written } from './written-days.ts'
import { ONE_TYRE, readPair, readTyre } from './written-pairs.ts'
import { fieldUnit, readLinkage, readNumber, readOrdinal, splitRange, type Unit, unitsOf } from './written-values.ts'

export interface TableSettings {
  /** For rows that name no type. */
  defaultType?: RecordType | undefined
  /** Take only names of fields and plain values. */
  asIs?: boolean | undefined
  /** The name or number of a workbook's sheet; the first when absent. */
  sheet?: string | undefined
  /** `name=value; …`: what a column of that name would hold in every row that has no such cell. */
  with?: string | undefined
  /** `word=meaning; …`: what words of the table mean, before all that is known. */
  means?: string | undefined
  /** Make makers that are not known by their names. */
  createMakers?: boolean | undefined
  /** The cells are what was understood, and corrected: names are taken as they stand. */
  isUnderstood?: boolean | undefined
  names: KnownNames
}

export const IS_MADE = 'is a maker that is made'
const SLUG = new RegExp(SLUG_PATTERN)
const PLAIN_NUMBER = /^(?:0|[1-9]\d*)(?:\.\d+)?$/
const HIGH: Readonly<Record<string, string>> = { 'price.price_inr': 'price.high_inr', price_inr: 'price_high_inr' }
const INDIA = 'T00:00:00+05:30'

export const TEXTS = /^(?:brakes|clutch|steering)$/

/** Reads a cell for its column. */
export function readTarget(
  type: RecordType,
  target: string,
  cell: string,
  about: About,
  settings: TableSettings,
): CellReading {
  if (target === 'manufacturer' || target === 'maker_name') return readMaker(target, cell, settings)
  if (target === 'machine_class' || target === 'fits_classes') return readClass(target, cell, settings)
  if (target === 'kind' && type === 'implement') return text(target, cell, kindSaid(settings.names, cell) ?? cell)
  if (target === 'tyres' && ONE_TYRE.test(cell)) return readTyre(cell, about.machineClass)
  // Both sizes may stand in the column of the front ones.
  const pair = readPair(target, cell) ?? (target === 'tyre_front' ? readPair('tyres', cell) : undefined)
  if (pair && ('value' in pair || target !== 'tyre_front'))
    return 'reason' in pair ? pair : { values: pair.value, told: pair.told }
  if (target === 'year') return one(target, cell, readYear(cell), 'is read as a year')
  if (target === 'owners') return one(target, cell, readOrdinal(cell), 'is read as a number')
  if (target === 'pin') return text(target, cell, cell.replace(/[\s-]/g, ''))
  if (target === 'price.city') return readCity(cell)
  if (target === 'price.observed_at' && LAST_DAY.test(cell)) return readLastDay(target, cell)
  if (/^(?:launched_at|price\.observed_at)$/.test(target)) {
    const [, year] =
      /^(?:(?:yr|year|वर्ष|साल)[.:\s]*)?((?:19|20)\d\d|['’]\d\d)(?:\s*(?:model|me|mein|se|मॉडल|में|से|மாடல்))?$/iu.exec(
        withWesternDigits(cell),
      ) ?? []
    if (year)
      return {
        values: { [target]: `${year.replace(/^['’]/, '20')}-01-01` },
        told: 'is read as the first day of a year',
      }
  }
  if (/^tyre_/.test(target) && !/\d.*\d/.test(cell)) {
    const isDay = /^\d{1,2}-\p{L}{3}$/u.test(cell)
    return { reason: isDay ? 'is a day that a spreadsheet made of a size: write it with x between' : 'is no size' }
  }
  switch (kindOf(type, target)) {
    case 'number':
      return readAmount(target, cell, about)
    case 'date':
      return one(target, cell, readDay(cell), 'is read as a day, the day before the month')
    case 'moment': {
      const day = readDay(cell)
      if (/\d\d:\d\d/.test(cell) || !('value' in day)) return { values: { [target]: cell } }
      return { values: { [target]: day.value + INDIA }, told: 'is read as the beginning of a day in India' }
    }
    case 'flag': {
      const plain = /^(?:true|false)$/i.test(cell) ? /^true$/i.test(cell) : undefined
      const value = plain ?? flagOf(cell)
      return { values: { [target]: value ?? cell }, told: plain === undefined ? 'is read as yes or no' : undefined }
    }
    case 'json':
      return readList(target, cell)
    default: {
      // Texts that may say more than one word are read only whole.
      const meant = TEXTS.test(target) ? meantShort(target, cell) : meantValue(target, cell)
      // `2` and `4` under `2W/4W`.
      const isCount = target === 'wheel_drive' && /^[24]$/.test(cell)
      const known = meant ?? (isCount ? `${cell}wd` : target === 'wheel_drive' ? driveIn(cell) : undefined)
      return text(target, cell, known ?? meantSlip(target, cell) ?? cell)
    }
  }
}

/** `30-Jul`: a day without its year. */
const LAST_DAY = /^\d{1,2}[\s./-]*\p{L}[\p{L}\p{M}]{2,11}\.?$/u

function readLastDay(target: string, cell: string): CellReading {
  const today = kolkataDate(Date.now())
  const days = [0, 1].map((back) => readDay(`${cell.replace(/\.$/, '')} ${Number(today.slice(0, 4)) - back}`))
  const day = days.find((one) => 'value' in one && one.value <= today)
  return day && 'value' in day
    ? { values: { [target]: day.value }, told: 'is read as the last such day' }
    : (days[0] as CellReading)
}

const PRICE_KINDS: Readonly<Record<string, CellKind>> = { price_inr: 'number', high_inr: 'number', observed_at: 'date' }

export function kindOf(type: RecordType, target: string): CellKind {
  const [field, inner] = target.split('.') as [string, string | undefined]
  if (inner !== undefined) return (field === 'price' && PRICE_KINDS[inner]) || 'text'
  return target === 'patch' ? 'flag' : (ROW_SHAPES[type].cells.get(target) ?? 'text')
}

function text(target: string, cell: string, value: string): CellReading {
  return { values: { [target]: value }, told: value === cell ? undefined : 'is written in other words' }
}

function one(target: string, cell: string, read: Written<unknown>, told: string): CellReading {
  if ('reason' in read) return read
  return { values: { [target]: read.value }, told: String(read.value) === cell ? undefined : (read.told ?? told) }
}

/** Machines that are weighed in tonnes; and those of farms that may weigh less than 50 kg. */
const heavy = lazily(
  () => new Set(builtinClasses().flatMap(({ key, section }) => (section === 'construction' ? key : []))),
)
const LIGHT = /^(?:power_weeder|power_tiller|reaper|sprayer|agri_drone)$/
/** So many kg may be quintals on a farm. */
const LEAST_QUINTALS = 5
const [TONNE] = unitsOf('t')

/** The unit of a figure that is too small for its field, where the class leaves but one possible. */
function smallUnit(field: string, plain: number, machineClass = ''): Unit | undefined {
  const isClear =
    heavy().has(machineClass) || (plain < LEAST_QUINTALS && machineClass !== '' && !LIGHT.test(machineClass))
  return fieldUnit(field)?.measure === 'kg' && isClear ? TONNE : undefined
}

function readAmount(target: string, cell: string, about: About): CellReading {
  const field = target.split('.').at(-1)!
  const { unit } = about
  const readIn = (text: string) => readNumber(text, field, unit, (plain) => smallUnit(field, plain, about.machineClass))
  const range = HIGH[target] && splitRange(cell)
  const told = 'is read as a number'
  if (range) {
    const [low, high] = range.map(readIn) as [Written<number>, Written<number>]
    if ('value' in low && 'value' in high) return { values: { [target]: low.value, [HIGH[target]!]: high.value }, told }
    if ('reason' in low && low.reason.startsWith('is ambiguous')) return low
  }
  // `39 HP (34.4 PTO)` in the column of the PTO.
  const parts = cell.split(/[()/|]/).filter((part) => /\d/.test(part))
  const isOwn = (part: string) => part.split(/\s+/).some((word) => meantBy(word).includes(target))
  const [own, ...others] = parts.length > 1 && unit?.measure !== 'inr' ? parts.filter(isOwn) : []
  const said =
    own === undefined || others.length > 0 ? cell : own.replace(/\p{L}+/gu, (word) => (isOwn(word) ? '' : word))
  const plain = readIn(said)
  // `32.2 PTO`.
  const read = 'reason' in plain ? readIn(said.replace(/\p{L}+/gu, (word) => (isOwn(word) ? '' : word))) : plain
  if ('reason' in read) return 'reason' in plain ? plain : read
  const isPlain = PLAIN_NUMBER.test(cell) && Number(cell) === read.value
  return { values: { [target]: read.value }, told: isPlain ? undefined : (read.told ?? told) }
}

function readList(target: string, cell: string): CellReading {
  if (/^[[{]/.test(cell)) {
    try {
      return { values: { [target]: JSON.parse(cell) } }
    } catch {
      return { reason: 'the cell holds broken JSON' }
    }
  }
  const told = 'is read as a list'
  if (target === 'linkage') return { values: { linkage: readLinkage(cell) }, told }
  const items = cell.split(/[;|\n]|,\s/).map((item) => item.trim())
  return { values: { [target]: items.filter((item) => item !== '') }, told }
}

function readMaker(target: string, given: string, { names, createMakers, isUnderstood }: TableSettings): CellReading {
  const cell = withoutMessrs(given)
  const isListing = target === 'maker_name'
  if (cell.startsWith('{') && !isListing) return readList(target, cell)
  const { found, isLike, model }: SaidMaker = isUnderstood
    ? { found: lookUp(names.makers, foldWords(cell)) }
    : makersSaid(names, cell)
  if (found.length > 1) return { reason: `is ambiguous: ${found.join(' or ')}` }
  const slug = found[0]
  const sides = cell.split(/[/|]/)
  const isOther = (side: string) => /\p{Script=Latin}/u.test(side) && makersNamed(names, side)[0] !== slug
  if (slug !== undefined && sides.length > 1 && !isLike && !isUnderstood && sides.some(isOther)) {
    return { reason: `is ambiguous: ${slug} or another maker` }
  }
  // Each that is only like a known one is told.
  const told = `is read as a maker that is known${isLike ? ` by a like name, ${slug}` : ''}`
  const said = partsOf(cell)
  if (isListing) {
    // Of a name in two scripts the Latin one makes the slug.
    const own = slug ?? slugOf(said.find((part) => /\p{Script=Latin}/u.test(part)) ?? cell)
    const name = (slug !== undefined && names.makerNames.get(slug)) || cell
    const values = { maker_name: name, ...(own === undefined ? {} : { maker_slug: own }) }
    return { values, told: slug === undefined ? 'is a maker that is not known' : told }
  }
  if (slug !== undefined) {
    const isMade = names.made.has(slug)
    const maker = isMade ? { slug, name: names.makerNames.get(slug) } : slug
    const values = { [target]: maker, ...(model !== undefined && { name: model }) }
    return {
      values,
      told: isMade
        ? `${IS_MADE}: ${names.makerNames.get(slug)}${isLike ? ', by a like name' : ''}`
        : slug === cell
          ? undefined
          : told,
    }
  }
  const own = isUnderstood && createMakers ? slugOf(cell) : undefined
  if (own !== undefined) return { values: { [target]: { slug: own, name: cell } }, told: `${IS_MADE}: ${cell}` }
  if (createMakers && said.length > 0) return { reason: `is ambiguous: ${said.join(' or ')}` }
  // It may come earlier in the input.
  if (SLUG.test(cell)) return { values: { [target]: cell } }
  return {
    reason: 'is a maker that is not known: import it first, or use --create-makers',
    suggestion: nearestName(foldWords(cell), names.makers.keys()),
  }
}

function readClass(target: string, cell: string, { names }: TableSettings): CellReading {
  const meant = (part: string) => classesSaid(names, part).filter((one) => implementOf(one) === undefined)
  if (target === 'fits_classes') {
    const parts = cell.startsWith('[')
      ? (readList(target, cell) as { values: Record<string, string[]> }).values?.[target]
      : cell.split(/[;,|]/)
    const keys = (parts ?? []).map((part) => meant(part)[0] ?? part.trim())
    return { values: { [target]: keys }, told: cell.startsWith('[') ? undefined : 'is read as a list' }
  }
  const found = meant(cell)
  if (found.length > 1) return { reason: `is ambiguous: ${found.join(' or ')}` }
  // It may come earlier in the input.
  const key = found[0] ?? (/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(cell) ? cell : undefined)
  const isNamed = classesNamed(names, cell).length > 0 || key === cell
  if (key !== undefined)
    return isNamed ? text(target, cell, key) : { values: { [target]: key }, told: `is read as ${key}` }
  return { reason: 'is no class that is known', suggestion: nearestName(foldWords(cell), names.classes.keys()) }
}
