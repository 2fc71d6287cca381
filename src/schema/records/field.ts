/** `keyword` is a key in any case; `field` the name of a machine's field. */
type TextType = 'slug' | 'key' | 'keyword' | 'slug-or-key' | 'name' | 'text' | 'url' | 'pin' | 'colour' | 'field'
type ScalarType = TextType | 'id' | 'date' | 'moment' | 'year' | 'integer' | 'number' | 'flag' | 'choice' | 'state'
/** `maker` is a slug in a row, slug and name in a response. */
type FieldType = ScalarType | 'maker' | 'list' | 'part' | 'object'

/** Units with the greatest accepted figure. A count has none. */
export const UNITS = {
  HP: 5_000,
  kW: 5_000,
  cc: 200_000,
  L: 100_000,
  'L/h': 2_000,
  'L/min': 10_000,
  mm: 200_000,
  m: 500,
  kg: 2_000_000,
  t: 20_000,
  'm³': 1_000,
  'm³/h': 20_000,
  'acre/h': 1_000,
  kN: 10_000,
  bar: 10_000,
  J: 1_000_000,
  hours: 100_000,
  years: 50,
  INR: 5_000_000_000,
  '': 100,
} as const satisfies Record<string, number>
export type Unit = keyof typeof UNITS

interface FieldOptions {
  /** Never unknown; a text is not empty. */
  required?: true
  /** Omitted when unknown. A field without this, `required` or `default` is null. */
  absent?: true
  default?: unknown
  /** Part of search results. */
  summary?: true
  /** Only operators see it. */
  private?: true
  /** Default: among the facts. */
  stored?: 'column' | 'detail' | 'computed'
  unit?: Unit
  within?: readonly [least: number, most: number]
  /** What an import accepts, if not all of the unit's range. */
  sense?: readonly [least: number, most: number]
  /** For comparisons. */
  better?: 'more' | 'less'
  pattern?: string
  /** Dates may be at most the end of next year, unless this says otherwise. */
  until?: 'ever' | 'today'
  empty?: true
  /** Of a list. */
  unique?: true
  /** Only names of figures. */
  figures?: true
  /** A contact is removed as a whole. */
  guarded?: true
}

export interface Field extends FieldOptions {
  type: FieldType
  values?: readonly string[]
  of?: Field | RecordPart
}

export interface RecordPart {
  name: string
  note: string
  fields: Readonly<Record<string, Field>>
  /** The second must not be less than the first. */
  ranges?: readonly (readonly [low: string, high: string])[]
}

const plain =
  <T extends FieldType>(type: T) =>
  <const O extends FieldOptions = object>(options: O = {} as O) =>
    ({ type, ...options }) as { type: T } & NoInfer<O>

export const id = plain('id')
export const slug = plain('slug')
export const key = plain('key')
export const keyword = plain('keyword')
export const slugOrKey = plain('slug-or-key')
export const name = plain('name')
export const text = plain('text')
export const url = plain('url')
export const pin = plain('pin')
export const colour = plain('colour')
export const fieldName = plain('field')
export const date = plain('date')
export const timestamp = plain('moment')
export const year = plain('year')
export const integer = plain('integer')
export const number = plain('number')
export const flag = plain('flag')
export const object = plain('object')

const chosen =
  <T extends FieldType>(type: T) =>
  <const V extends readonly string[], const O extends FieldOptions = object>(values: V, options: O = {} as O) =>
    ({ type, values, ...options }) as { type: T; values: V } & NoInfer<O>

export const choice = chosen('choice')
export const state = chosen('state')

const nested =
  <T extends FieldType>(type: T) =>
  <const P extends Field | RecordPart, const O extends FieldOptions = object>(of: P, options: O = {} as O) =>
    ({ type, of, ...options }) as { type: T; of: P } & NoInfer<O>

export const list = nested('list')
export const part = nested('part')
export const manufacturer = nested('maker')

export type ValueOf<F> = F extends { values: readonly (infer V)[] }
  ? V
  : F extends { type: 'list'; of: infer P }
    ? ValueOf<P>[]
    : F extends { of: { fields: infer M } }
      ? ValuesOf<M>
      : F extends { fields: infer M }
        ? ValuesOf<M>
        : F extends { type: 'integer' | 'number' | 'id' | 'year' }
          ? number
          : F extends { type: 'flag' }
            ? boolean
            : F extends { type: 'object' }
              ? Record<string, unknown>
              : string

type Required<F> = { [K in keyof F]: F[K] extends { required: true } ? K : never }[keyof F]
type Unknown<F> = F extends { absent: true } | { default: unknown } ? undefined : null | undefined

type ValuesOf<F> = { [K in Required<F>]: ValueOf<F[K]> } & {
  [K in Exclude<keyof F, Required<F>>]?: ValueOf<F[K]> | Exclude<Unknown<F[K]>, undefined>
} extends infer O
  ? { [K in keyof O]: O[K] }
  : never

type NamesWith<F, O> = { [K in keyof F]: F[K] extends O ? K : never }[keyof F]
export type SummaryName<F> = NamesWith<F, { summary: true }>
export type PublicName<F> = Exclude<keyof F, NamesWith<F, { private: true }>>

export const isFigure = ({ unit }: Field): boolean => unit !== undefined

/** Undefined: any number. */
export function acceptedRange({ sense, unit }: Field): readonly [least: number, most: number] | undefined {
  return sense ?? (unit === undefined ? undefined : [0, UNITS[unit]])
}

export function namesWhere<F extends Readonly<Record<string, Field>>>(fields: F, holds: (field: Field) => boolean) {
  return Object.keys(fields).filter((name) => holds(fields[name]!)) as (keyof F & string)[]
}
