import type { Field } from '../schema/records/field.ts'
import { RECORD_TYPES, RECORDS, type RecordType } from '../schema/records/records.ts'
import { type CellKind, cellKind, checksOf, type FieldCheck } from './field-checks.ts'

export { RECORD_TYPES, type RecordKey, type RecordType, STORED, type StoredOf } from '../database/stored.ts'

export type RowShape = ReturnType<typeof shapeOf>

function shapeOf(type: RecordType) {
  const { what, key } = RECORDS[type]
  const described: Readonly<Record<string, Field>> = RECORDS[type].fields
  const input = Object.entries(described).filter(([, { stored }]) => stored !== 'computed')
  // Only a listing comes with its id; a row may omit the lists of a machine.
  const isOptional = (name: string) => (name === 'id' && key !== 'id') || described[name]!.stored === 'detail'
  const fields: readonly FieldCheck[] = checksOf(Object.fromEntries(input)).map((field) =>
    isOptional(field.name) ? { ...field, required: false } : field,
  )
  return {
    what,
    key,
    fields,
    names: new Set(input.map(([name]) => name)),
    required: new Set(fields.filter(({ required }) => required).map(({ name }) => name)),
    slugs: input.filter(([, { type }]) => type === 'slug').map(([name]) => name),
    computed: new Set(Object.keys(described).filter((name) => described[name]!.stored === 'computed')),
    described,
    cells: new Map<string, CellKind>(input.map(([name, field]) => [name, cellKind(field)])),
    holdsContacts: 'contact' in described,
  }
}

export const ROW_SHAPES = Object.fromEntries(RECORD_TYPES.map((type) => [type, shapeOf(type)])) as Readonly<
  Record<RecordType, RowShape>
>

export const isNeeded = (type: RecordType, field: string): boolean =>
  ROW_SHAPES[type].required.has(field) || !ROW_SHAPES[type].names.has(field)
