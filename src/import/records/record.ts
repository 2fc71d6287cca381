import type { CheckedRow } from '../check-row.ts'
import type { JsonObject } from '../field-checks.ts'
import type { Issue } from '../issue.ts'
import type { RecordKey, RecordType, StoredOf } from '../row-shapes.ts'
import type { WorkingSet } from '../working-set.ts'

/** A row that is being applied. */
export interface Application<T extends RecordType> {
  set: WorkingSet
  row: CheckedRow
  key: RecordKey
  existing: StoredOf<T> | undefined
  /** The row's fields, for a patch over those of the record; without nulls. */
  fields: Readonly<JsonObject>
  /** Whether listings that may hold a contact wait for an operator. */
  review: boolean
  issues: Issue[]
}

/** A record made from a row. */
interface Made<T extends RecordType> {
  record: StoredOf<T>
  /** Whether what is stored apart from the record changes. */
  changesApart?: boolean
  /** Whether a listing waits in review instead of going live. */
  waits?: boolean
  /** Puts what the record brings with it into the working set: its manufacturer, its contact. */
  putRest?(): void
}

/** One type of record: everything that differs between types. */
export interface RecordDescription<T extends RecordType> {
  /** A row changes its record if one of these columns differs. */
  compared: readonly (keyof StoredOf<T> & string)[]
  /** The fields of a row for this record, except key, id, manufacturer and what is stored apart. */
  fieldsOf(record: StoredOf<T>): JsonObject
  /** Undefined if the row is rejected; the issues say why. */
  make(application: Application<T>): Made<T> | undefined
}
