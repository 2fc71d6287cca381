import type { NewEvent } from '../../webhooks/outbox.ts'
import type { JsonObject } from '../check-object.ts'
import type { CheckedRow } from '../check-row.ts'
import type { WorkingSet } from '../working-set.ts'

export interface ApplyContext {
  today: string
  now: number
  events: NewEvent[]
}

/** A record made from a row. */
interface Made {
  /** Whether it equals the stored record, sources aside. */
  isSame: boolean
  /** Puts it, and the records it brings, into the working set. */
  put(): void
}

/** A row that is being applied. */
export interface Application<Known> {
  set: WorkingSet
  row: CheckedRow
  key: string | number
  /** The stored record, if any. */
  known: Known | undefined
  /** The row's fields, for a patch over those of the record; without nulls. */
  fields: JsonObject
  context: ApplyContext
}

/** What is special about one type of record. */
export interface RecordRules<Known> {
  find(set: WorkingSet, key: string | number): Known | undefined
  /** The fields of a row for this record, except what is stored elsewhere. */
  fieldsOf(known: Known, row: CheckedRow): JsonObject
  /** Undefined when the row is rejected; its faults say why. */
  make(application: Application<Known>): Made | undefined
}
