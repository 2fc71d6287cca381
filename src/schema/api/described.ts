import type { Static, TObject, TOptional, TSchema, TUnsafe } from 'typebox'
import type { Field, RecordPart, ValueOf } from '../records/field.ts'
import { DateOnly, DateTime, nullable, oneOf, resource, Type } from './type.ts'

type Described<F> = F extends { required: true }
  ? TUnsafe<ValueOf<F>>
  : TOptional<TUnsafe<F extends { absent: true } | { default: unknown } ? ValueOf<F> : ValueOf<F> | null>>
type Members<F, K extends keyof F = keyof F> = { [N in K]: Described<F[N]> }

export function members<F extends Readonly<Record<string, Field>>, K extends keyof F & string = keyof F & string>(
  fields: F,
  isShown: (field: Field) => boolean = (field) => !field.private,
): Members<F, K> {
  const visibleFields = Object.entries(fields).filter(([, field]) => isShown(field))
  return Object.fromEntries(visibleFields.map(([name, field]) => [name, schemaOf(field)])) as unknown as Members<F, K>
}

export type PartOf<P extends RecordPart> = Static<TObject<Members<P['fields']>>>

const components = new Map<RecordPart, unknown>()

/** The same object wherever the part is used. */
export function component<P extends RecordPart>(part: P): TObject<Members<P['fields']>> {
  const make = ({ name, note, fields }: RecordPart) => resource(name, note, members(fields))
  return components.getOrInsertComputed(part, make) as TObject<Members<P['fields']>>
}

function schemaOf(field: Field): TSchema {
  if (field.required) return schemaOfValue(field)
  if ('default' in field) return Type.Optional(schemaOfValue(field, { default: field.default }))
  return Type.Optional(field.absent ? schemaOfValue(field) : nullable(schemaOfValue(field)))
}

function schemaOfValue({ type, values, of, within, pattern }: Field, options: Record<string, unknown> = {}): TSchema {
  if (values) return oneOf(values, options)
  if (type === 'list') return Type.Array('fields' in of! ? component(of) : schemaOfValue(of as Field), options)
  if (of) return component(of as RecordPart)
  if (type === 'object') return Type.Record(Type.String(), Type.Unknown(), options)
  if (type === 'flag') return Type.Boolean(options)
  if (type === 'date') return DateOnly(options)
  if (type === 'moment') return DateTime(options)
  const bounds = within && { minimum: within[0], maximum: within[1] }
  if (type === 'number') return Type.Number({ ...options, ...bounds })
  if (type === 'integer' || type === 'id' || type === 'year') return Type.Integer({ ...options, ...bounds })
  return Type.String(pattern === undefined ? options : { ...options, pattern })
}
