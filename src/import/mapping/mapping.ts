import { isObject } from '../../lib/parsing.ts'
import { escapePointer, type Fault, InputError, unescapePointer } from '../report.ts'
import { RECORD_TYPES, type RecordType } from '../row-shapes.ts'
import { targetOf, targetsOf } from './targets.ts'

/**
 * Words used for tables:
 * - recipe: how the sheets of one sender are read; a small file that the program makes and a person changes.
 * - heading: what stands above a column. target: what the column becomes: a field, a part of one, or nothing.
 * - proposal: a recipe made for a sheet out of what is certain, with `?` wherever a person has to say something.
 * - question: one such `?`, with its likeliest answers. Its id is its place in the recipe, so it stays the same.
 * - fate: what a line of a sheet becomes.
 */

/** Stands in a recipe where nobody said anything yet. */
export const ASKED = '?'
/** A column that is passed over, and one that is only shown beside the row in the understood table. */
export const LEFT_OUT = 'left out'
export const REMARKS = 'remarks'

/** As the day of prices: the one that stands above the headings of each sheet. */
export const ABOVE = 'above'
/** What a line of one cell may say besides: of which type the rows below it are. */
export const SECTION_TYPES = ['machine', 'implement'] as const

/** What a column becomes. In a file a column with a field alone is written as that field. */
export interface ColumnRecipe {
  /** A target of the type, `left out`, `remarks` or `?`. */
  field: string
  /** Of figures whose cells name none. */
  unit?: string
  /** Of a column of prices. */
  kind?: string
  /** What words of its cells mean; `left out` leaves the field as it is. */
  words?: Readonly<Record<string, string>>
}

/** What every price of a sheet has that no column says. */
interface PriceRecipe {
  kind?: string
  state_code?: string
  city?: string
  observed_at?: string
  source_kind?: string
}

export interface Recipe {
  type: RecordType
  /** The sheet of a workbook, by its name; the first when absent. */
  sheet?: string
  /** By the heading, as it stands. */
  columns: Readonly<Record<string, ColumnRecipe>>
  /** What a record gets that is not there yet, by field; never anything else. */
  new?: Readonly<Record<string, string>>
  prices?: PriceRecipe
  /** Headings whose empty cells are as the row above has them. */
  fill_down?: readonly string[]
  /** The target that a line of one cell alone fills for the rows below; `left out` for none. */
  alone?: string
  /** What lines of one cell mean, where they do not say it themselves. */
  alone_words?: Readonly<Record<string, string>>
  /** The order in which days of figures alone are written. */
  days?: 'day-month' | 'month-day' | typeof ASKED
  /** Whether makers that are not known are made: `new`, or their rows rejected: `known`. */
  makers?: 'known' | 'new' | typeof ASKED
  /** Whether new machines and implements are published, as of the day of the import. */
  publish?: boolean | typeof ASKED
}

/** Last month's day would be as wrong as it is quiet. */
export function toldDay({ prices }: Recipe): string[] {
  const day = prices?.observed_at
  if (day === undefined || day === ASKED || day === ABOVE) return []
  return [`prices are of ${day}, as the recipe says; another day: --answers "prices/observed_at=DAY"`]
}

export interface NamedRecipe {
  name: string
  recipe: Recipe
  /** When it was saved, and by whom. */
  at: number
  who: string
}

/** Something about a sheet that only a person knows. */
export interface Question {
  /** Its place in the recipe: `columns/HP/unit`. */
  id: string
  /** From 1, in the order of the sheet. */
  number: number
  asks: string
  /** The likeliest first. */
  choices: readonly Choice[]
  /** What else may be answered, in words; absent where only a choice will do. */
  other?: string
  /** Cells that it is about, the first ones. */
  examples: readonly string[]
}

export interface Choice {
  value: string
  /** What it means, where the value does not say it. */
  says?: string
}

/** What a sheet needs to be read. */
export interface Proposal {
  /** With `?` where a question is open. */
  recipe: Recipe
  questions: readonly Question[]
  /** What is odd but no question: a heading of the recipe that the sheet lacks. */
  warnings: readonly string[]
  /** The headings, and the first rows below them, for whoever answers. */
  headings: readonly string[]
  rows: readonly { line: number; cells: readonly string[] }[]
}

const PRICE_PARTS: readonly string[] = ['kind', 'state_code', 'city', 'observed_at', 'source_kind']
const MEMBERS = ['type', 'sheet', 'columns', 'new', 'prices', 'fill_down', 'alone', 'alone_words', 'days', 'makers']
const COLUMN_MEMBERS: readonly string[] = ['field', 'unit', 'kind', 'words']

/** A recipe out of what a file holds; an error names everything that is wrong with it. */
export function toRecipe(given: unknown): Recipe {
  const faults: Fault[] = []
  const refuse = (path: string, reason: string) => void faults.push({ path, reason })
  const texts = (path: string, value: unknown): Record<string, string> => {
    if (value === undefined) return {}
    if (!isObject(value)) refuse(path, 'must be names with their values')
    const all = isObject(value) ? Object.entries(value) : []
    for (const [name, one] of all) if (!isPlain(one)) refuse(`${path}.${name}`, 'must be a text')
    return Object.fromEntries(all.map(([name, one]) => [name, String(one)]))
  }
  if (!isObject(given)) throw new InputError([{ path: 'recipe', reason: 'must have a type and columns' }])
  const type = RECORD_TYPES.find((one) => one === given.type)
  if (!type) refuse('type', `must be one of ${RECORD_TYPES.join(', ')}`)
  for (const name of Object.keys(given))
    if (![...MEMBERS, 'publish'].includes(name)) refuse(name, 'is nothing that a recipe has')
  if (!isObject(given.columns)) refuse('columns', 'must be headings, each with what it becomes')
  const isTarget = (name: string) => [LEFT_OUT, ASKED].includes(name) || (type && targetOf(type, name) !== undefined)

  function toColumn(heading: string, value: unknown): ColumnRecipe {
    const path = `columns.${heading}`
    const { field, unit, kind, words, ...others } = isObject(value) ? value : { field: value }
    for (const name of Object.keys(others)) refuse(`${path}.${name}`, `is none of ${COLUMN_MEMBERS.join(', ')}`)
    if (typeof field !== 'string' || !(field === REMARKS || isTarget(field)))
      refuse(path, `must be left out, remarks or one of ${type ? targetsOf(type).join(', ') : 'the fields'}`)
    for (const [name, one] of Object.entries({ unit, kind }))
      if (one !== undefined && typeof one !== 'string') refuse(`${path}.${name}`, 'must be a text')
    return {
      field: String(field),
      ...(unit !== undefined && { unit: String(unit) }),
      ...(kind !== undefined && { kind: String(kind) }),
      ...(words !== undefined && { words: texts(`${path}.words`, words) }),
    }
  }

  const columns = Object.entries(isObject(given.columns) ? given.columns : {})
  const { sheet, alone, days, makers, fill_down: down } = given
  const publish = given.publish === 'yes' || (given.publish === 'no' ? false : given.publish)
  if (alone !== undefined && !isTarget(String(alone))) refuse('alone', 'must be left out or a field')
  const oneOf = (name: string, value: unknown, allowed: readonly unknown[]) => {
    if (value !== undefined && !allowed.includes(value)) refuse(name, `must be one of ${allowed.join(', ')}`)
  }
  oneOf('days', days, ['day-month', 'month-day', ASKED])
  oneOf('makers', makers, ['known', 'new', ASKED])
  oneOf('publish', publish, [true, false, ASKED])
  if (down !== undefined && !(Array.isArray(down) && down.every(isPlain))) refuse('fill_down', 'must be headings')
  const prices = texts('prices', given.prices)
  for (const name of Object.keys(prices)) oneOf(`prices.${name}`, name, PRICE_PARTS)
  const fresh = texts('new', given.new)
  for (const name of Object.keys(fresh)) if (!isTarget(name)) refuse(`new.${name}`, 'is no field of this type')
  const recipe = {
    type: type!,
    ...(sheet !== undefined && { sheet: String(sheet) }),
    columns: Object.fromEntries(columns.map(([heading, value]) => [heading, toColumn(heading, value)])),
    ...(given.new !== undefined && { new: fresh }),
    ...(given.prices !== undefined && { prices }),
    ...(down !== undefined && { fill_down: (down as unknown[]).map(String) }),
    ...(alone !== undefined && { alone: String(alone) }),
    ...(given.alone_words !== undefined && { alone_words: texts('alone_words', given.alone_words) }),
    ...(days !== undefined && { days }),
    ...(makers !== undefined && { makers }),
    ...(publish !== undefined && { publish }),
  } as unknown as Recipe
  if (faults.length > 0) throw new InputError(faults)
  return recipe
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

export const questionId = (...path: readonly string[]) => path.map(escapePointer).join('/')
export const placeOf = (id: string): string[] => id.split('/').map(unescapePointer)

/** What of a recipe was said: without what is open, but for columns of which nobody knows the field. */
export function said(recipe: Recipe): Recipe {
  const isOpen = (name: string, value: unknown) => value === ASKED && name !== 'field'
  return JSON.parse(JSON.stringify(recipe, (name, value) => (isOpen(name, value) ? undefined : value)))
}

/** The recipe with answers in their places, by the ids of the questions; empty ones are passed over. */
export function answered(recipe: Recipe, answers: Readonly<Record<string, string>>): Recipe {
  const changed = structuredClone(recipe) as unknown as Record<string, unknown>
  for (const [id, given] of Object.entries(answers)) {
    const answer = given.trim()
    if (answer === '' || answer === ASKED) continue
    const path = placeOf(id)
    if (path.includes('__proto__')) throw new InputError([{ path: id, reason: 'is no place in a recipe' }])
    const last = path.pop()!
    let place = changed
    for (const name of path) {
      if (!Object.hasOwn(place, name) || !isObject(place[name])) place[name] = {}
      place = place[name] as Record<string, unknown>
    }
    place[last] = answer
  }
  return toRecipe(changed)
}
