import type { TSchema } from 'typebox'
import type { Schema } from '../contract/type.ts'
import { type Field, freeForm, object } from './check-object.ts'
import * as value from './check-value.ts'
import type { Check } from './report.ts'

/**
 * Checks that are stricter than the contract's types, by component and field: `PriceItem.state_code`. A check by
 * component alone, `PriceItem`, gets the whole object after its fields.
 */
export type Overrides = Readonly<Record<string, Check>>

/** Makes the check for a schema of the contract. Required texts must not be empty. */
export function compile(given: Schema | TSchema, overrides: Overrides, required: boolean): Check {
  const schema = withoutNull(given as Schema)
  const type = typeOf(schema)
  if (schema.enum) return value.oneOf(schema.enum.filter((item) => item !== null))
  if (type === 'array') return value.list(compile(schema.items ?? {}, overrides, false))
  if (type === 'object') return schema.properties ? compileObject(schema, overrides) : freeForm
  if (type === 'boolean') return value.flag
  if (type === 'integer') return value.integer
  if (type === 'number') {
    return schema.maximum === undefined
      ? value.number
      : value.between(schema.minimum ?? 0, schema.maximum, value.number)
  }
  if (schema.format === 'date') return value.date
  if (schema.format === 'date-time') return value.dateTime
  return required ? value.filledText : value.text
}

function compileObject(schema: Schema, overrides: Overrides): Check {
  const name = schema['x-name'] ?? ''
  const check = object(fieldsOf(schema as TSchema, overrides), `a ${readable(name)}`)
  const whole = overrides[name]
  return whole ? (value, report) => whole(check(value, report), report) : check
}

/** The fields of an object schema, in its order, with their checks. */
export function fieldsOf(schema: TSchema, overrides: Overrides): Field[] {
  const { properties = {}, required = [], 'x-name': component = '' } = schema as Schema
  return Object.entries(properties).map(([name, field]) => ({
    name,
    required: required.includes(name),
    check: overrides[`${component}.${name}`] ?? compile(field, overrides, required.includes(name)),
  }))
}

function readable(component: string): string {
  return component.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}

/** The part of a nullable schema that is not null. */
export function withoutNull(schema: Schema): Schema {
  return schema.oneOf?.find(({ type }) => type !== 'null') ?? schema
}

function typeOf({ type }: Schema): string | undefined {
  return Array.isArray(type) ? type.find((name) => name !== 'null') : type
}

export type CellKind = 'number' | 'flag' | 'json' | 'date' | 'moment' | 'text'

/** How to read a table's cell, by the type of its field. */
export function cellKind(schema: Schema | TSchema): CellKind {
  const plain = withoutNull(schema as Schema)
  const name = typeOf(plain)
  if (plain.format === 'date') return 'date'
  if (plain.format === 'date-time') return 'moment'
  if (name === 'integer' || name === 'number') return 'number'
  if (name === 'boolean') return 'flag'
  return name === 'array' || name === 'object' ? 'json' : 'text'
}
