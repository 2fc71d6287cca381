import type { JsonObject } from '../check-object.ts'
import type { CheckedRow } from '../check-row.ts'
import type { RecordKey, RecordType, StoredOf } from '../row-shapes.ts'
import type { WorkingSet } from '../working-set.ts'

/** A row that is being applied. */
export interface Application<T extends RecordType> {
  set: WorkingSet
  row: CheckedRow
  key: RecordKey
  /** The stored record, if any. */
  known: StoredOf<T> | undefined
  /** The row's fields, for a patch over those of the record; without nulls. */
  fields: JsonObject
  /** Whether listings about which the guard is in doubt wait for an operator. */
  review: boolean
}

/** A record made from a row. */
interface Made<T extends RecordType> {
  record: StoredOf<T>
  /** Whether what is stored apart from the record stays the same too. */
  isSameApart?: boolean
  /** Puts what the record brings with it into the working set: its maker, its contact. */
  putRest?(): void
}

/** One type of record. Everything that differs between types is read from here. */
export interface RecordDescription<T extends RecordType> {
  /** A row changes its record when one of these columns differs. */
  compared: readonly (keyof StoredOf<T> & string)[]
  /** The fields of a row for this record, except key, id, maker and what is stored apart. */
  fieldsOf(record: StoredOf<T>): JsonObject
  /** Undefined when the row is rejected; its faults say why. */
  make(application: Application<T>): Made<T> | undefined
}
