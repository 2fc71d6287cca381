import type { Sort } from '../../schema/api/values.ts'
import type { Field } from '../../schema/records/field.ts'
import { MACHINE } from '../../schema/records/machine.ts'
import {
  type BoundName,
  type DayBound,
  type EqualName,
  FACETS,
  type FacetName,
  type FigureBound,
  MACHINE_SEARCH_FIELDS,
  type MachineFieldName,
  type MachineSearchField,
  type TextFacetName,
  type WeightName,
} from '../../schema/records/machine-search-fields.ts'
import { MISSING } from './table.ts'

export type FigureName = Exclude<BoundName, 'plate'> | 'published_at' | EqualName | WeightName
export type TermName = Exclude<FacetName, 'manufacturer' | 'hp_band'>

const fieldOf = (name: string): MachineSearchField => MACHINE_SEARCH_FIELDS[name as MachineFieldName]
const figureNames = (Object.keys(MACHINE_SEARCH_FIELDS) as MachineFieldName[]).filter((name) => {
  const { bounds, sorts, weight, equal } = fieldOf(name)
  return (bounds || sorts || weight || equal) && name !== 'plate'
})

export const FIGURES = figureNames as FigureName[]
export const TERMS = FACETS.filter((name) => !fieldOf(name).bands && name !== 'manufacturer') as TermName[]
/** The facets whose values find machines by their words; see `createTextIndex`. */
export const TEXT_FACETS = ['manufacturer', ...FACETS.filter((name) => fieldOf(name).textFacet)] as readonly (
  | 'manufacturer'
  | TextFacetName
)[]
export const bandsOf = (facet: FacetName) => fieldOf(facet).bands?.are.map(({ name }) => name)

/** The figures that two parameters bound. */
export const RANGES = FIGURES.flatMap((figure) => {
  const [min, max] = (fieldOf(figure).bounds ?? []) as (FigureBound | DayBound)[]
  return min === undefined || max === undefined ? [] : [{ figure, min, max }]
})

export const toBound = (value: unknown) => (typeof value === 'string' ? dateNumber(value) : (value as number | null))

/** The sorts by a figure. Unknown values come last, equal ones are ordered by id. */
export const SORT_ORDERS = Object.fromEntries(
  FIGURES.flatMap((figure) =>
    Object.entries(fieldOf(figure).sorts ?? {}).map(([sort, way]) => [sort, { figure, descending: way === 'desc' }]),
  ),
) as Record<Sort, { figure: FigureName; descending: boolean }>

/** Returns the figures of a machine as numbers: tonnes as kilograms, dates as 20261115. */
export function readFigures(machine: object): Record<FigureName, number> {
  const values = machine as Readonly<Record<string, number | string | null | undefined>>
  return Object.fromEntries(FIGURES.map((name) => [name, toColumn(name, values[name] ?? null)])) as never
}

function toColumn(name: FigureName, value: number | string | null): number {
  if (value === null) return MISSING
  if (typeof value === 'string') return dateNumber(value)
  const { unit }: Field = MACHINE[name]
  // Rounds away the error of binary fractions.
  return unit === 't' ? Math.round(value * 1e6) / 1e3 : value
}

/** Returns the value of a machine for each facet. */
export function readFacets(machine: object): Record<FacetName, string | null> {
  const values = machine as Readonly<Record<string, number | string | null | undefined>>
  return Object.fromEntries(
    FACETS.map((name) => {
      const { bands, unknown = null } = fieldOf(name)
      const value = values[bands?.of ?? name] ?? null
      if (!bands || value === null) return [name, value ?? unknown]
      return [name, bands.are.find(({ upTo }) => (value as number) <= upTo)!.name]
    }),
  ) as never
}

/** 2026-11-15 becomes 20261115, so dates compare as numbers. */
export const dateNumber = (date: string) => Number(date.slice(0, 10).replaceAll('-', ''))

/** 20261115 becomes 2026-11-15. */
export const dateText = (date: number) => String(date).replace(/(....)(..)(..)/, '$1-$2-$3')
