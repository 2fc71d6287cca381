import type { NewEvent } from '../../webhooks/outbox.ts'
import type { JsonObject } from '../check-object.ts'
import type { CheckedRow } from '../check-row.ts'
import type { WorkingSet } from '../working-set.ts'

export interface ApplyContext {
  today: string
  now: number
  events: NewEvent[]
}

/** A record as a row makes it. */
interface Made {
  /** Whether it is what is there already, but for its sources. */
  isSame: boolean
  /** Puts it, and what it brings along, into the working set. */
  put(): void
}

/** A row on its way to becoming a record. */
export interface Application<Known> {
  set: WorkingSet
  row: CheckedRow
  key: string | number
  /** The record as it is, when there is one. */
  known: Known | undefined
  /** The row's fields; of a patch, laid over those of the record. Without nulls. */
  fields: JsonObject
  context: ApplyContext
}

/** What is particular to one type of record. */
export interface RecordRules<Known> {
  find(set: WorkingSet, key: string | number): Known | undefined
  /** The fields of a row that would give this record, but for what is kept elsewhere. */
  fieldsOf(known: Known, row: CheckedRow): JsonObject
  /** Undefined when the row cannot be taken; why is in its faults. */
  make(application: Application<Known>): Made | undefined
}
