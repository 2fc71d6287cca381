import { ensureCapacity } from '../../lib/collections/growable.ts'
import type { Sort } from '../../schema/api/values.ts'
import type { Field } from '../../schema/records/field.ts'
import { MACHINE } from '../../schema/records/machine.ts'
import {
  type BoundName,
  type DateName,
  type EqualName,
  MACHINE_SEARCH_FIELDS,
  type MachineSearchField,
  type WeightName,
} from '../../schema/records/machine-search-fields.ts'

export { type DateName, WEIGHTS as LOADS } from '../../schema/records/machine-search-fields.ts'

/** One array for each figure or date; an unknown figure is infinite, an unknown date is 0. */
type FigureColumns = { [K in FigureName]: K extends DateName ? Uint32Array : Float64Array }

/** One array for each field of all machines. */
export interface IndexColumns extends FigureColumns {
  id: Float64Array
  maker: Uint32Array
  /** The combination of the attributes whose words are shared, and that of the others. */
  wording: Uint32Array
  trait: Uint32Array
  /** How many words the name has beside the maker's, and the order among equal costs. */
  length: Uint8Array
  standing: Uint16Array
  /** The facts it has (FACTS). */
  lowFacts: Uint32Array
  highFacts: Uint32Array
}

function createFigureColumns(length: number): FigureColumns {
  const columns = FIGURES.map(({ name, kind }) => [
    name,
    kind === 'date' ? new Uint32Array(length) : new Float64Array(length),
  ])
  return Object.fromEntries(columns) as FigureColumns
}

export function createColumns(): IndexColumns {
  return {
    id: new Float64Array(64),
    maker: new Uint32Array(64),
    wording: new Uint32Array(64),
    trait: new Uint32Array(64),
    length: new Uint8Array(64),
    standing: new Uint16Array(64),
    lowFacts: new Uint32Array(64),
    highFacts: new Uint32Array(64),
    ...createFigureColumns(64),
  }
}

export function growColumns(columns: IndexColumns, rows: number): void {
  for (const name of Object.keys(columns) as Array<keyof IndexColumns>) {
    columns[name] = ensureCapacity(columns[name] as never, rows) as never
  }
}

type FigureKind = 'number' | 'tonnes' | 'date'
export type RangeName = Exclude<BoundName, 'plate'>
export type OrderedName = RangeName | 'published_at'
export type FigureName = OrderedName | EqualName | WeightName
export type Load = WeightName

interface NumericField {
  name: FigureName
  kind: FigureKind
  /** It has a sort or a range. */
  order: boolean
  /** A parameter bounds it, so ranges are kept for it. */
  range: boolean
}

/**
 * The figures and dates that machines are sorted and bounded by, or that a weight in the query's text may mean. Each has
 * a column, in memory and in Meilisearch. Tonnes are held as kilograms.
 */
export const FIGURES: readonly NumericField[] = Object.entries<MachineSearchField>(MACHINE_SEARCH_FIELDS)
  .filter(([name, { bounds, sorts, weight: load, equal }]) => (bounds || sorts || load || equal) && name !== 'plate')
  .map(([name, { bounds, sorts }]) => {
    const { type, unit }: Field = MACHINE[name as FigureName]
    const kind = type === 'date' ? 'date' : unit === 't' ? 'tonnes' : 'number'
    const range = bounds !== undefined
    return { name: name as FigureName, kind, order: range || sorts !== undefined, range }
  })

/** The sorts by one figure. In both directions unknown values come last, and equal ones are ordered by id. */
export const SORT_ORDERS = Object.fromEntries(
  Object.entries<MachineSearchField>(MACHINE_SEARCH_FIELDS).flatMap(([figure, { sorts = {} }]) =>
    Object.entries(sorts).map(([sort, direction]) => [sort, { figure, descending: direction === 'desc' }]),
  ),
) as Record<Sort, { figure: OrderedName; descending: boolean }>

/** An unknown figure; an unknown date is 0. */
export const MISSING = Number.POSITIVE_INFINITY

/** A figure or date as stored in its column. */
export function columnValue(kind: FigureKind, value: unknown): number {
  if (kind === 'date') return dateNumber(value as string | null)
  if (value === null) return MISSING
  return kind === 'tonnes' ? inKilograms(value as number) : (value as number)
}

/** Rounds away the error of binary fractions. */
function inKilograms(tonnes: number): number {
  return Math.round(tonnes * 1e6) / 1e3
}

/** 2026-11-15 becomes 20261115, so dates compare as numbers; null becomes 0. */
export function dateNumber(date: string | null): number {
  if (date === null) return 0
  return digits(date, 0, 4) * 10000 + digits(date, 5, 7) * 100 + digits(date, 8, 10)
}

function digits(text: string, start: number, end: number): number {
  let number = 0
  for (let i = start; i < end && i < text.length; i++) number = number * 10 + text.charCodeAt(i) - 48
  return number
}
