import type { RawBuilder } from 'kysely'
import type { RecordType, StoredOf } from '../database/records.ts'
import type { Db } from '../database/schema.ts'

/** `record` is undefined if absent or retracted. */
interface ShownRecord {
  visible: boolean
  record: StoredOf<RecordType> | undefined
}

export interface RecordFeed<T extends RecordType, Body> {
  type: T
  from: RawBuilder<unknown>
  /** Types of records that a body embeds. */
  shows: readonly RecordType[]
  /** 0 where there is none. At least two. */
  shownAt: readonly RawBuilder<unknown>[]
  /** Returns the keys of embedded records, in the order of `shows`. */
  readShown(trx: Db, states: readonly StoredOf<T>[]): Promise<(state: StoredOf<T>) => readonly (string | undefined)[]>
  shownOf?(row: StoredOf<T>, records: readonly ShownRecord[]): unknown
  /** Own images get the base. */
  readBodies(trx: Db, rows: readonly StoredOf<T>[], base?: string): Promise<(row: StoredOf<T>) => Body | Promise<Body>>
}
