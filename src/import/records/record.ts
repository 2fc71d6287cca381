import type { CheckedRow } from '../check-row.ts'
import type { JsonObject } from '../field-checks.ts'
import type { Issue } from '../issue.ts'
import type { RecordKey, RecordType, StoredOf } from '../row-shapes.ts'
import type { WorkingSet } from '../working-set.ts'

export interface Application<T extends RecordType> {
  set: WorkingSet
  row: CheckedRow
  key: RecordKey
  existing: StoredOf<T> | undefined
  fields: Readonly<JsonObject>
  review: boolean
  issues: Issue[]
}

interface Made<T extends RecordType> {
  record: StoredOf<T>
  changesApart?: boolean
  waits?: boolean
  /** Puts what the record brings with it into the working set: its manufacturer, its contact. */
  putRest?(): void
}

export interface RecordDescription<T extends RecordType> {
  compared: readonly (keyof StoredOf<T> & string)[]
  /** The fields of a row for this record, except key, id, manufacturer and what is stored apart. */
  fieldsOf(record: StoredOf<T>): JsonObject
  /** Undefined if the row is rejected; the issues say why. */
  make(application: Application<T>): Made<T> | undefined
}
