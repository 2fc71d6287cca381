import type { Static, TSchema } from 'typebox'
import { Type } from './type.ts'

/** Makes a schema a component of its own in OpenAPI. */
export function named<T extends TSchema>(name: string, schema: T): T {
  return { ...schema, 'x-name': name }
}

export function nullable<T extends TSchema>(schema: T, options: object = {}) {
  const { type, enum: values } = schema as unknown as { type: string; enum?: readonly string[] }
  const list = values ? { enum: [...values, null] } : {}
  return Type.Unsafe<Static<T> | null>({ ...schema, ...list, ...options, type: [type, 'null'] })
}

/** A string from a closed list. */
export function oneOf<const V extends readonly string[]>(values: V, options: object = {}) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: values, ...options })
}

export const DateOnly = (options: object = {}) => Type.String({ format: 'date', ...options })
export const DateTime = (options: object = {}) => Type.String({ format: 'date-time', ...options })

/** Optional, and null when unknown. */
export function unknownable<T extends TSchema>(schema: T) {
  return Type.Optional(nullable(schema))
}

export function numbers<const K extends string>(...keys: K[]) {
  return fields(keys, () => unknownable(Type.Number()))
}

export function integers<const K extends string>(...keys: K[]) {
  return fields(keys, () => unknownable(Type.Integer()))
}

export function texts<const K extends string>(...keys: K[]) {
  return fields(keys, () => unknownable(Type.String()))
}

export function dates<const K extends string>(...keys: K[]) {
  return fields(keys, () => unknownable(DateOnly()))
}

function fields<K extends string, T extends TSchema>(keys: readonly K[], make: () => T): Record<K, T> {
  return Object.fromEntries(keys.map((key) => [key, make()])) as Record<K, T>
}

const InputErrorItem = named(
  'InputError',
  Type.Object(
    {
      parameter: Type.Optional(Type.String()),
      pointer: Type.Optional(Type.String()),
      message: Type.String(),
      allowed: Type.Optional(Type.Array(Type.String())),
      suggestion: Type.Optional(Type.String()),
    },
    { additionalProperties: false, description: 'One bad parameter, or one bad place in the body.' },
  ),
)

export const ProblemDocument = named(
  'Problem',
  Type.Object(
    {
      type: Type.String(),
      title: Type.String(),
      status: Type.Integer(),
      detail: Type.String(),
      code: Type.String(),
      request_id: Type.String(),
      errors: Type.Optional(Type.Array(InputErrorItem)),
    },
    { additionalProperties: false, description: 'What went wrong (RFC 9457).' },
  ),
)
export type ProblemDocument = Static<typeof ProblemDocument>
