import type { Sort } from '../../contract/values.ts'
import { grow } from '../../memory/growable.ts'

/** One array for each figure or date; an unknown figure is infinite, an unknown date is 0. */
export type FigureColumns = { [K in FigureName]: K extends DateName ? Uint32Array : Float64Array }

/** One array for each field of all machines. */
export interface Columns extends FigureColumns {
  id: Float64Array
  maker: Uint32Array
  /** The combination of the attributes whose words are shared, and that of the others. */
  wording: Uint32Array
  trait: Uint32Array
  /** Relevance among equal costs: current machines first, then those with fewer words in the name beside the maker's. */
  length: Uint8Array
}

export function createFigureColumns(length: number): FigureColumns {
  const columns = FIGURES.map(({ name, kind }) => [
    name,
    kind === 'date' ? new Uint32Array(length) : new Float64Array(length),
  ])
  return Object.fromEntries(columns) as FigureColumns
}

/** The columns in the order of FIGURES. */
export function figureList(columns: Readonly<FigureColumns>): (Float64Array | Uint32Array)[] {
  return FIGURES.map(({ name }) => columns[name])
}

export function createColumns(): Columns {
  return {
    id: new Float64Array(64),
    maker: new Uint32Array(64),
    wording: new Uint32Array(64),
    trait: new Uint32Array(64),
    length: new Uint8Array(64),
    ...createFigureColumns(64),
  }
}

export function growColumns(columns: Columns, rows: number): void {
  for (const name of Object.keys(columns) as Array<keyof Columns>) {
    columns[name] = grow(columns[name] as never, rows) as never
  }
}

/**
 * The figures and dates that machines are sorted and bounded by. Each has a column, in memory and in Meilisearch.
 * - order: it has a sort or a range;
 * - range: a parameter bounds it, so ranges are kept for it;
 * - load: a weight in the query's text may mean it. Tonnes are held as kilograms.
 */
export const FIGURES = [
  { name: 'engine_hp', kind: 'number', order: true, range: true, load: false },
  { name: 'operating_weight_kg', kind: 'number', order: true, range: true, load: true },
  { name: 'lift_capacity_kg', kind: 'number', order: true, range: true, load: true },
  { name: 'lift_capacity_t', kind: 'tonnes', order: false, range: false, load: true },
  { name: 'payload_kg', kind: 'number', order: false, range: false, load: true },
  { name: 'rated_load_kg', kind: 'number', order: false, range: false, load: true },
  { name: 'tipping_load_kg', kind: 'number', order: false, range: false, load: true },
  { name: 'cylinders', kind: 'number', order: false, range: false, load: false },
  { name: 'price_from_inr', kind: 'number', order: true, range: true, load: false },
  { name: 'launched_at', kind: 'date', order: true, range: true, load: false },
  { name: 'published_at', kind: 'date', order: true, range: false, load: false },
] as const satisfies { name: string; kind: FigureKind; order: boolean; range: boolean; load: boolean }[]

type FigureKind = 'number' | 'tonnes' | 'date'
type Line = (typeof FIGURES)[number]
export type FigureName = Line['name']
export type DateName = Extract<Line, { kind: 'date' }>['name']
export type OrderedName = Extract<Line, { order: true }>['name']
export type RangeName = Extract<Line, { range: true }>['name']
export type Load = Extract<Line, { load: true }>['name']

export const LOADS = FIGURES.filter(({ load }) => load).map(({ name }) => name as Load)

/** The sorts by one figure. In both directions unknown values come last, and equal ones are ordered by id. */
export const SORT_ORDERS: Record<Sort, { figure: OrderedName; descending: boolean }> = {
  price_asc: { figure: 'price_from_inr', descending: false },
  price_desc: { figure: 'price_from_inr', descending: true },
  weight_asc: { figure: 'operating_weight_kg', descending: false },
  weight_desc: { figure: 'operating_weight_kg', descending: true },
  power_desc: { figure: 'engine_hp', descending: true },
  hp_asc: { figure: 'engine_hp', descending: false },
  hp_desc: { figure: 'engine_hp', descending: true },
  lift_desc: { figure: 'lift_capacity_kg', descending: true },
  newest: { figure: 'published_at', descending: true },
  launched: { figure: 'launched_at', descending: true },
}

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
  for (let at = start; at < end && at < text.length; at++) number = number * 10 + text.charCodeAt(at) - 48
  return number
}
