import { HP_BANDS } from '../../contract/values.ts'

interface Band {
  name: string
  upTo: number
}

/** How an attribute is read from a machine: the text of a field, or the band of a figure. */
interface Read {
  field: string
  /** The value of a machine without this field. */
  unknown: string | null
  /** A figure belongs to the first band whose bound it does not exceed. */
  bands: readonly Band[] | undefined
}

const text = <const F extends string>(field: F, unknown: string | null = null) => ({ field, unknown, bands: undefined })
const band = <const F extends string>(field: F, bands: readonly Band[]) => ({ field, unknown: null, bands })

/**
 * What machines are filtered, counted and found by, beside their maker. All code about attributes loops over this
 * table, so one line here makes a facet.
 * - filter: the search has a parameter of this name;
 * - shared: the words of its values find machines. These lines come first.
 */
export const ATTRIBUTES = [
  { name: 'machine_class', filter: true, shared: true, read: text('machine_class') },
  { name: 'kind', filter: true, shared: true, read: text('kind') },
  { name: 'power_source', filter: true, shared: true, read: text('power_source') },
  { name: 'wheel_drive', filter: true, shared: true, read: text('wheel_drive') },
  { name: 'lifecycle', filter: true, shared: false, read: text('lifecycle', 'current') },
  { name: 'section', filter: false, shared: false, read: text('section', 'construction') },
  { name: 'price_kind', filter: true, shared: false, read: text('price_kind') },
  { name: 'hp_band', filter: false, shared: false, read: band('engine_hp', HP_BANDS) },
] as const satisfies { name: string; filter: boolean; shared: boolean; read: Read }[]

type Line = (typeof ATTRIBUTES)[number]
export type AttributeName = Line['name']
/** Text fields that attributes are read from. */
export type TermName = Extract<Line, { read: { bands: undefined } }>['read']['field']
type FilterName = Extract<Line, { filter: true }>['name']
export type Attribute = { name: AttributeName; filter: boolean; shared: boolean; read: Read }

export function attributeNumber(name: AttributeName): number {
  return ATTRIBUTES.findIndex((attribute) => attribute.name === name)
}

export const CLASS = attributeNumber('machine_class')
export const TERMS = ATTRIBUTES.filter(({ read }) => !read.bands).map(({ read }) => read.field as TermName)
const FILTERS = ATTRIBUTES.filter(({ filter }) => filter).map(({ name }) => name as FilterName)
/** Filters that take one value or several joined by commas. */
export const LIST_FILTERS = ['manufacturer', ...FILTERS] as const

export function bandNumber(bands: readonly Band[], figure: number): number {
  let number = 0
  while (figure > bands[number]!.upTo) number++
  return number
}

/** The values of a machine, in the order of the table. */
export function readAttributes(machine: { readonly [K in Line['read']['field']]: string | number | null }) {
  return ATTRIBUTES.map(({ read }): string | null => {
    const value = machine[read.field]
    if (typeof value !== 'number') return value ?? read.unknown
    return read.bands?.[bandNumber(read.bands, value)]?.name ?? null
  })
}
