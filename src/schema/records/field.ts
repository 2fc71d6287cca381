/** What a value is. Texts are told apart by what may stand in them. */
type FieldType =
  | 'id'
  | 'slug'
  | 'key'
  /** A key of this catalogue, which people may write in any case. */
  | 'keyword'
  | 'slug-or-key'
  /** One line. */
  | 'name'
  | 'text'
  | 'url'
  | 'pin'
  | 'colour'
  | 'choice'
  | 'state'
  /** The name of a machine's field. */
  | 'field'
  /** A maker: its slug in a row, slug and name in an answer. */
  | 'maker'
  | 'date'
  | 'moment'
  | 'year'
  | 'integer'
  | 'number'
  | 'flag'
  | 'list'
  | 'part'
  | 'object'

/** The units of figures, each with what no figure in it exceeds. A count has none. */
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
  /** Never unknown. Of a text: never empty. */
  required?: true
  /** Left out when unknown; a field without this, `required` or `default` is null. */
  absent?: true
  default?: unknown
  /** A search lists it; a field without this is of the sheet alone. */
  summary?: true
  /** Nobody but the operator sees it. */
  private?: true
  /** Where a record holds it, if not among its facts: a column of its own, its detail; or it is computed from others. */
  stored?: 'column' | 'detail' | 'computed'
  unit?: Unit
  /** What the contract promises of a number. */
  within?: readonly [least: number, most: number]
  /** What an import accepts of a number, if its unit does not say it. */
  sense?: readonly [least: number, most: number]
  /** Which of two machines is better by it. */
  better?: 'more' | 'less'
  pattern?: string
  /** A date may lie in the future: at any day, or not at all; otherwise until the end of next year. */
  until?: 'ever' | 'today'
  /** A text that may be empty. */
  empty?: true
  /** A list without the same value twice. */
  unique?: true
  /** Of a name of a field: only figures. */
  figures?: true
  /** What is itself a contact is left out. */
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
  /** Pairs of figures, of which the second must not be less than the first. */
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

/** The value of a field that is known. */
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

/** What has these fields, as an answer holds it. */
type ValuesOf<F> = { [K in Required<F>]: ValueOf<F[K]> } & {
  [K in Exclude<keyof F, Required<F>>]?: ValueOf<F[K]> | Exclude<Unknown<F[K]>, undefined>
} extends infer O
  ? { [K in keyof O]: O[K] }
  : never

/** The names of the fields that have an option. */
type NamesWith<F, O> = { [K in keyof F]: F[K] extends O ? K : never }[keyof F]
export type SummaryName<F> = NamesWith<F, { summary: true }>
export type PublicName<F> = Exclude<keyof F, NamesWith<F, { private: true }>>

export const isFigure = ({ unit }: Field): boolean => unit !== undefined

/** What an import accepts of a number; undefined where anything goes. */
export function acceptedRange({ sense, unit }: Field): readonly [least: number, most: number] | undefined {
  return sense ?? (unit === undefined ? undefined : [0, UNITS[unit]])
}

/** The names of the fields for which this holds, in their order. */
export function namesWhere<F extends Readonly<Record<string, Field>>>(fields: F, holds: (field: Field) => boolean) {
  return Object.keys(fields).filter((name) => holds(fields[name]!)) as (keyof F & string)[]
}
