import type { Static, TObject, TProperties, TSchema, Type as TypeBox } from 'typebox'

export interface Schema {
  'x-name'?: string
  $ref?: string
  type?: string | string[]
  enum?: readonly (string | null)[]
  const?: unknown
  oneOf?: readonly Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: readonly string[]
  default?: unknown
  examples?: readonly unknown[]
  description?: string
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
}

const optional = new WeakSet<object>()

/** TypeBox's types without its builders, which load 370 modules at every start. Schemas are plain objects. */
export const Type = {
  Array: (items: TSchema, options?: object) => ({ type: 'array', items, ...options }),
  Boolean: (options?: object) => ({ type: 'boolean', ...options }),
  Integer: (options?: object) => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options?: object) => ({ type: typeof value, const: value, ...options }),
  Number: (options?: object) => ({ type: 'number', ...options }),
  Object(properties: Record<string, TSchema>, options?: object) {
    const required = Object.keys(properties).filter((name) => !optional.has(properties[name]!))
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
  },
  Optional(schema: TSchema) {
    const copy = { ...schema }
    optional.add(copy)
    return copy
  },
  Record: (_keys: TSchema, values: TSchema, options?: object) => ({
    type: 'object',
    patternProperties: { '^.*$': values },
    ...options,
  }),
  Required: ({ properties }: { properties: Record<string, TSchema> }, options?: object) => ({
    type: 'object',
    required: Object.keys(properties),
    properties,
    ...options,
  }),
  String: (options?: object) => ({ type: 'string', ...options }),
  Unknown: (options?: object) => ({ ...options }),
  Unsafe: (schema: object) => ({ ...schema }),
} as unknown as typeof TypeBox

export function closed<P extends TProperties>(properties: P, options: object = {}): TObject<P> {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** A closed object that is an OpenAPI component. */
export function resource<P extends TProperties>(name: string, description: string, properties: P): TObject<P> {
  return closed(properties, { description, 'x-name': name })
}

export function nullable<T extends TSchema>(schema: T, options: object = {}) {
  const { type, enum: values } = schema as unknown as { type: string; enum?: readonly string[] }
  const list = values ? { enum: [...values, null] } : {}
  return Type.Unsafe<Static<T> | null>({ ...schema, ...list, ...options, type: [type, 'null'] })
}

export function oneOf<const V extends readonly string[]>(values: V, options: object = {}) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: values, ...options })
}

/** Values joined by commas in a query string. */
export function joined(values?: readonly string[], options: object = {}) {
  return Type.Unsafe<string>({
    type: 'array',
    items: { type: 'string', ...(values && { enum: values }) },
    default: '',
    ...options,
  })
}

const DAY = '[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])'
const CLOCK = '[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{1,9})?)?'
const OFFSET = '(?:[Zz]|[+-](?:0[0-9]|1[0-4])(?::?[0-5][0-9])?)'
/** A date, or a date-time with an offset; may be empty. */
export const PAST_TIMESTAMP = `^(?:${DAY}(?:${CLOCK}${OFFSET})?)?$`
/** A timestamp or a duration. */
export const TIMESTAMP_OR_DURATION = `^(?:${DAY}(?:${CLOCK}${OFFSET}?)?|[0-9]{1,9}[smhd])$`

export const DateOnly = (options: object = {}) => Type.String({ format: 'date', ...options })
export const DateTime = (options: object = {}) => Type.String({ format: 'date-time', ...options })

const membersOf =
  <T extends TSchema>(make: () => T) =>
  <const K extends string>(...keys: K[]) =>
    Object.fromEntries(keys.map((key) => [key, make()])) as Record<K, T>
export const strings = membersOf(() => Type.String())
export const wholeNumbers = membersOf(() => Type.Integer())

const InputErrorItem = resource('InputError', 'An invalid parameter or place in the body.', {
  parameter: Type.Optional(Type.String()),
  pointer: Type.Optional(Type.String()),
  message: Type.String(),
  allowed: Type.Optional(Type.Array(Type.String())),
  suggestion: Type.Optional(Type.String()),
})

export const ProblemDocument = resource('Problem', 'Problem details (RFC 9457).', {
  ...strings('type', 'title'),
  status: Type.Integer(),
  ...strings('detail', 'code', 'request_id'),
  errors: Type.Optional(Type.Array(InputErrorItem)),
})
export type ProblemDocument = Static<typeof ProblemDocument>
