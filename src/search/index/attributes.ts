import {
  type FacetName,
  LISTS,
  MACHINE_SEARCH_FIELDS,
  type MachineSearchField,
} from '../../schema/records/machine-search-fields.ts'

interface Band {
  name: string
  upTo: number
}

/** How an attribute is read from a machine: the text of a field, or the band of a figure. */
interface AttributeReader {
  field: string
  /** The value of a machine without this field. */
  unknown: string | null
  /** A figure belongs to the first band whose bound it does not exceed. */
  bands: readonly Band[] | undefined
}

export type AttributeName = Exclude<FacetName, 'manufacturer'>
/** Text fields that attributes are read from. */
export type TermName = Exclude<AttributeName, 'hp_band'>
export type Attribute = { name: AttributeName; filter: boolean; shared: boolean; read: AttributeReader }

/**
 * What machines are filtered, counted and found by, beside their maker, as the questions about them say. Those whose
 * words find machines come first.
 */
export const ATTRIBUTES: readonly Attribute[] = Object.entries<MachineSearchField>(MACHINE_SEARCH_FIELDS)
  .filter(([name, { facet }]) => facet !== undefined && name !== 'manufacturer')
  .map(([name, { list = false, textFacet: shared = false, unknown = null, bands }]) => ({
    name: name as AttributeName,
    filter: list,
    shared,
    read: { field: bands?.of ?? name, unknown, bands: bands?.are },
  }))
  .sort((a, b) => Number(b.shared) - Number(a.shared))

export function attributeNumber(name: AttributeName): number {
  return ATTRIBUTES.findIndex((attribute) => attribute.name === name)
}

export const CLASS = attributeNumber('machine_class')
export const TERMS = ATTRIBUTES.filter(({ read }) => !read.bands).map(({ read }) => read.field as TermName)
/** Filters that take one value or several joined by commas. */
export const LIST_FILTERS = LISTS

function bandNumber(bands: readonly Band[], figure: number): number {
  let number = 0
  while (figure > bands[number]!.upTo) number++
  return number
}

/** The values of a machine, in the order of the table. */
export function readAttributes(machine: object) {
  return ATTRIBUTES.map(({ read }): string | null => {
    const value = (machine as Record<string, string | number | null | undefined>)[read.field]
    if (typeof value !== 'number') return value ?? read.unknown
    return read.bands?.[bandNumber(read.bands, value)]?.name ?? null
  })
}
