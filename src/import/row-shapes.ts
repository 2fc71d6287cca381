import type { Field as Described } from '../schema/records/field.ts'
import { RECORD_TYPES, RECORDS, type RecordType } from '../schema/records/records.ts'
import { type CellKind, cellKind, fieldsOf } from './check-field.ts'
import type { ObjectField } from './check-object.ts'

export { RECORD_TYPES, type RecordKey, type RecordType, STORED, type StoredOf } from '../database/stored.ts'

/** What a row of one type may have. */
export type RowShape = ReturnType<typeof shapeOf>

function shapeOf(type: RecordType) {
  const { what, key } = RECORDS[type]
  const described: Readonly<Record<string, Described>> = RECORDS[type].fields
  const input = Object.entries(described).filter(([, { stored }]) => stored !== 'computed')
  const fields: readonly ObjectField[] = fieldsOf(Object.fromEntries(input)).map((field) =>
    // Only a listing comes with its id; a sheet always has its lists, a row may omit them.
    (field.name === 'id' && key !== 'id') || described[field.name]!.stored === 'detail'
      ? { ...field, required: false }
      : field,
  )
  return {
    /** For messages: "a machine". */
    what,
    /** The field that finds the record. */
    key,
    /** In stored order. */
    fields,
    names: new Set(input.map(([name]) => name)),
    /** Slugs, which may hold a contact. */
    slugs: input.filter(([, { type }]) => type === 'slug').map(([name]) => name),
    computed: new Set(Object.keys(described).filter((name) => described[name]!.stored === 'computed')),
    described,
    cells: new Map<string, CellKind>(input.map(([name, field]) => [name, cellKind(field)])),
    /** Keys that name a contact are dropped, and the size is limited. */
    holdsContacts: 'contact' in described,
  }
}

export const ROW_SHAPES = Object.fromEntries(RECORD_TYPES.map((type) => [type, shapeOf(type)])) as Readonly<
  Record<RecordType, RowShape>
>
