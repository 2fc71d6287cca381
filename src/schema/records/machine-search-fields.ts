import { UNITS } from './field.ts'
import type { MACHINE } from './machine.ts'
import { HP_BANDS } from './values.ts'

interface ValueBand {
  name: string
  upTo: number
}

export interface MachineSearchField {
  /** Subject of its parameters; without it there are none. */
  note?: string
  more?: string
  /** One for each parameter. */
  examples?: readonly (string | number)[]
  list?: true
  bounds?: readonly [least: string, most: string]
  /** Other figures do not match. */
  equal?: true
  facet?: number
  /** Counted by bands of another field. */
  bands?: { of: keyof typeof MACHINE; are: readonly ValueBand[] }
  /** Value of machines without it. */
  unknown?: string
  /** Search finds the words of its values. */
  textFacet?: true
  sorts?: Readonly<Record<string, 'asc' | 'desc'>>
  /** A weight in a query may mean it, if its class shows it. */
  weight?: true
  /**
   * How a query's figure is interpreted: its unit, what it means alone, the share that "about" allows, and the
   * maximum.
   */
  queryHints?: { unit?: string; alone?: 'about' | 'min' | 'equal'; near?: number; max?: number }
}

/** In the order of the parameters. `plate` matches if one of its weights does. */
export const MACHINE_SEARCH_FIELDS = {
  machine_class: {
    list: true,
    note: 'Key of a machine class, as in `GET /v1/machines/classes`',
    examples: ['tractor'],
    facet: 1,
    textFacet: true,
  },
  manufacturer: { list: true, note: 'Slug of a manufacturer', examples: ['mahindra'], facet: 2 },
  kind: {
    list: true,
    note: 'Kind within the class, one of its `kinds`',
    examples: ['utility'],
    facet: 3,
    textFacet: true,
  },
  power_source: { list: true, note: 'Power source', examples: ['diesel'], facet: 4, textFacet: true },
  engine_hp: {
    bounds: ['hp_min', 'hp_max'],
    note: 'engine power in HP',
    examples: [40, 50],
    sorts: { power_desc: 'desc', hp_asc: 'asc', hp_desc: 'desc' },
    queryHints: { near: 0.05, max: 2_000 },
  },
  hp_band: { facet: 8, bands: { of: 'engine_hp', are: HP_BANDS } },
  wheel_drive: {
    list: true,
    note: 'Driven wheels or tracks',
    more: '; `4x4` means `4wd`',
    examples: ['2wd'],
    facet: 5,
    textFacet: true,
  },
  operating_weight_kg: {
    bounds: ['weight_min', 'weight_max'],
    note: 'operating weight in kg',
    examples: [1500, 2500],
    sorts: { weight_asc: 'asc', weight_desc: 'desc' },
    weight: true,
  },
  lift_capacity_kg: {
    bounds: ['lift_min', 'lift_max'],
    note: '`lift_capacity_kg`',
    examples: [1000, 2500],
    sorts: { lift_desc: 'desc' },
    weight: true,
    queryHints: { alone: 'min' },
  },
  lift_capacity_t: { weight: true },
  payload_kg: { weight: true },
  rated_load_kg: { weight: true },
  tipping_load_kg: { weight: true },
  plate: {
    bounds: ['mass_min', 'mass_max'],
    note: 'one of the weights among the key specs',
    examples: [1000, 3000],
    queryHints: { unit: 'kg', max: UNITS.kg },
  },
  cylinders: {
    equal: true,
    note: 'Number of cylinders',
    examples: [4],
    queryHints: { unit: 'cylinder', alone: 'equal', near: 0, max: 16 },
  },
  price_from_inr: {
    bounds: ['price_min', 'price_max'],
    note: '`price_from_inr` in rupees',
    examples: [500_000, 800_000],
    sorts: { price_asc: 'asc', price_desc: 'desc' },
  },
  price_kind: { list: true, note: 'Kind of the price in `price_from_inr`', examples: ['ex_showroom'], facet: 9 },
  lifecycle: {
    list: true,
    note: 'Lifecycle',
    examples: ['current'],
    facet: 6,
    unknown: 'current',
  },
  section: { facet: 7, unknown: 'construction' },
  launched_at: {
    bounds: ['launched_since', 'launched_until'],
    note: 'Launched on this day',
    examples: ['2015-01-01', '2024-12-31'],
    sorts: { launched: 'desc' },
  },
  published_at: { sorts: { newest: 'desc' } },
} as const satisfies Partial<Record<keyof typeof MACHINE, MachineSearchField>>

type MachineSearchFields = typeof MACHINE_SEARCH_FIELDS
export type MachineFieldName = keyof MachineSearchFields
type MachineFieldsWith<Q> = { [K in MachineFieldName]: MachineSearchFields[K] extends Q ? K : never }[MachineFieldName]
type BoundsOf<K extends MachineFieldName> = Extract<MachineSearchFields[K], { bounds: unknown }>['bounds'][number]
type SortsOf<Q> = Q extends { sorts: infer S } ? keyof S : never

export type FacetName = MachineFieldsWith<{ facet: number }>
export type TextFacetName = MachineFieldsWith<{ textFacet: true }>
export type ListName = MachineFieldsWith<{ list: true }>
export type EqualName = MachineFieldsWith<{ equal: true }>
export type WeightName = MachineFieldsWith<{ weight: true }>
export type BoundName = MachineFieldsWith<{ bounds: readonly string[] }>
export type DateName = {
  [K in MachineFieldName]: (typeof MACHINE)[K] extends { type: 'date' } ? K : never
}[MachineFieldName]
export type FigureBound = BoundsOf<Exclude<MachineFieldName, DateName>>
export type DayBound = BoundsOf<DateName>
export type SortName = SortsOf<MachineSearchFields[MachineFieldName]>

const searchFieldOf = (name: string): MachineSearchField | undefined =>
  (MACHINE_SEARCH_FIELDS as Record<string, MachineSearchField>)[name]

const all: [MachineFieldName, MachineSearchField][] = Object.entries(MACHINE_SEARCH_FIELDS) as never
const where = <K extends MachineFieldName>(holds: (question: MachineSearchField) => unknown) =>
  all.flatMap(([name, question]) => (holds(question) ? [name as K] : []))

export const FACETS = where<FacetName>(({ facet }) => facet).sort(
  (a, b) => searchFieldOf(a)!.facet! - searchFieldOf(b)!.facet!,
)
export const LISTS = where<ListName>(({ list }) => list)
export const EQUALS = where<EqualName>(({ equal }) => equal)
export const WEIGHTS = where<WeightName>(({ weight }) => weight)
export const BOUNDS = where<BoundName>(({ bounds }) => bounds)

/** A query of the field's name, or of a level, finds machines with this text: power steering, TREM IV. */
export const EQUIPMENT = ['brakes', 'clutch', 'steering', 'emission_norm'] as const satisfies (keyof typeof MACHINE)[]
export type Equipment = (typeof EQUIPMENT)[number]
