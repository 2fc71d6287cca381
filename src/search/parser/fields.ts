import { type Field, UNITS, type Unit } from '../../schema/records/field.ts'
import type { ListingMax, ListingMin } from '../../schema/records/listing-search-fields.ts'
import { MACHINE } from '../../schema/records/machine.ts'
import {
  type EqualName,
  type FigureBound,
  MACHINE_SEARCH_FIELDS,
  type MachineFieldName,
  type MachineSearchField,
} from '../../schema/records/machine-search-fields.ts'

export type Comparison = 'max' | 'min' | 'near' | 'between' | 'from'

type Stem<P> = P extends `${infer S}_min` ? S : never
export type Bounded = Stem<FigureBound>
export type MachineFigure = Bounded | EqualName | 'payload'
export type Figure = MachineFigure | 'hours' | 'km'
export type UnitName = 'hp' | 'rupee' | 'kg' | 'cylinder' | 'km' | Unit

export interface FigureField {
  /** The parameters have this name, with `_min` and `_max` unless only equal values are searched for. */
  parameter: Bounded | EqualName | 'hours' | 'km'
  unit: UnitName
  /** The field of a machine, or `plate` for any key figure in kg or t. */
  field: MachineFieldName
  alone: 'about' | 'min' | 'max' | 'equal'
  near: number
  max: number
}

const UNIT_WORDS: Partial<Record<Unit, UnitName>> = { HP: 'hp', INR: 'rupee' }
const described = Object.entries<MachineSearchField>(MACHINE_SEARCH_FIELDS).flatMap(
  ([field, { bounds, equal, queryHints }]): [string, FigureField][] => {
    const { type, unit = '' }: Field = MACHINE[field as MachineFieldName]
    if (type === 'date' || !(bounds || equal)) return []
    const parameter = (equal ? field : bounds![0].replace(/_min$/, '')) as Bounded
    const usual = { unit: UNIT_WORDS[unit] ?? unit, alone: 'about', near: 0.1, max: UNITS[unit] } as const
    return [
      [parameter, { parameter, field: field as MachineFieldName, ...usual, ...(queryHints as Partial<FigureField>) }],
    ]
  },
)

export const MACHINE_FIELDS = {
  ...Object.fromEntries(described),
  payload: { parameter: 'mass', unit: 'kg', field: 'plate', alone: 'min', near: 0.1, max: 2e6 },
} as Record<MachineFigure, FigureField>

/** The figures of used listings. Others of their machines cannot be searched for and are reported as ignored. */
export const LISTING_FIELDS: Readonly<Partial<Record<Figure, FigureField>>> = {
  hp: MACHINE_FIELDS.hp,
  price: MACHINE_FIELDS.price,
  hours: { parameter: 'hours', unit: 'hours', field: 'plate', alone: 'max', near: 0.1, max: 300_000 },
  km: { parameter: 'km', unit: 'km', field: 'plate', alone: 'max', near: 0.1, max: 5_000_000 },
}

export const ALL_FIELDS = { ...MACHINE_FIELDS, ...LISTING_FIELDS } as Readonly<Record<Figure, FigureField>>

export const BOUNDED = described.filter(([, { alone }]) => alone !== 'equal').map(([name]) => name as Bounded)

/** What a unit measures where no word next to the figure tells more. */
export const UNIT_FIELDS: Partial<Record<UnitName, Figure>> = {
  hp: 'hp',
  rupee: 'price',
  kg: 'mass',
  cylinder: 'cylinders',
  hours: 'hours',
  km: 'km',
}

/** Whether the unit alone does not tell what is measured, so that words must. */
export const isNamed = (figure: Figure) => UNIT_FIELDS[ALL_FIELDS[figure].unit] !== figure

/** Filters that a query can state in words: parameters of a search for machines, or for listings. */
export interface QueryFilters extends Record<FigureBound | EqualName | ListingMin | ListingMax | 'within_km', number> {
  launched_since: string
  launched_until: string
  machine_class: string
  manufacturer: string
  lifecycle: string
  maker: string
  state: string
  district: string
  seller: string
  inspection_mode: string
  near: string
  status: string
}
export type ParsedFilters = Readonly<Partial<QueryFilters>>
export const NO_FILTERS: ParsedFilters = {}

export interface Constraint {
  end: number
  filters: ParsedFilters
}

export const isPlausible = (figure: Figure, value: number) =>
  value > 0 && value <= ALL_FIELDS[figure].max && (figure !== 'cylinders' || Number.isInteger(value))

export function boundsOf(figure: Figure, low: number, high: number, comparison: Comparison | undefined): ParsedFilters {
  const { parameter, alone, near } = ALL_FIELDS[figure]
  if (parameter === 'cylinders') return { cylinders: high }
  const isAlone = low === high && (comparison === undefined || comparison === 'near' || comparison === 'between')
  const tolerance = isAlone && (alone === 'about' || comparison === 'near') ? near : 0
  const isExact = isAlone && tolerance === 0
  const isMin = comparison === 'min' || comparison === 'from' || (isExact && alone === 'min')
  const isMax = comparison === 'max' || (isExact && alone === 'max')
  const filters: Partial<QueryFilters> = {}
  if (!isMax) filters[`${parameter}_min`] = roundBound(low * (1 - tolerance), parameter)
  if (!isMin) filters[`${parameter}_max`] = roundBound(high * (1 + tolerance), parameter)
  return filters
}

/** Rounds away the error of binary fractions. All bounds but those on power are whole. */
const roundBound = (value: number, parameter: string) =>
  parameter === 'hp' ? Math.round(value * 1e4) / 1e4 : Math.round(value)

/** What nothing has: two different values contradict each other. */
const NO_CYLINDERS = 0
const NO_VALUE = '-'
const ANY_OF: readonly string[] = ['state', 'district', 'seller', 'inspection_mode']

/** Returns what holds if both values do: of two bounds the stricter one. Values of a list are joined by commas. */
function meet(name: string, before: number | string, value: number | string): number | string {
  if (name === 'cylinders') return before === value ? value : NO_CYLINDERS
  if (name === 'near') return before
  // Every query has a status; `live` may not have been sent.
  if (name === 'status') return value
  if (typeof value === 'number' || name.startsWith('launched'))
    return before > value === /_(?:max|until|km)$/.test(name) ? value : before
  const allowed = String(before).toLowerCase().split(',')
  return (
    value
      .split(',')
      .filter((item) => allowed.includes(item.toLowerCase()))
      .join() || NO_VALUE
  )
}

/** Adds the filters of a query to sent parameters; null and empty texts are absent. Both must hold. */
export function applyFilters<T extends object>(params: T, filters: ParsedFilters): T {
  const all = { ...params } as Record<string, unknown>
  for (const [name, value] of Object.entries(filters)) {
    const before = all[name] as number | string | null | undefined
    all[name] = before === undefined || before === null || before === '' ? value : meet(name, before, value)
  }
  return all as T
}

export function joinFilters(a: ParsedFilters, b: ParsedFilters): ParsedFilters {
  if (a === NO_FILTERS) return b
  const joined: Record<string, unknown> = applyFilters(a, b)
  for (const name of ANY_OF) {
    const [first, second] = [a[name as 'state'], b[name as 'state']]
    if (first !== undefined && second !== undefined)
      joined[name] = [...new Set([...first.split(','), ...second.split(',')])].join()
  }
  return joined
}

export function isContradiction(filters: ParsedFilters): boolean {
  const bounds = filters as Readonly<Record<string, number>>
  return Object.keys(bounds).some(
    (name) => name.endsWith('_min') && bounds[name]! > (bounds[name.replace(/_min$/, '_max')] ?? Infinity),
  )
}
