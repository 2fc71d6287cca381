import type { RawBuilder } from 'kysely'
import type { RecordType, StoredOf } from '../database/records.ts'
import type { Db } from '../database/schema.ts'

/** A record as another one shows it; `record` is undefined if it did not exist or was retracted. */
interface ShownRecord {
  visible: boolean
  record: StoredOf<RecordType> | undefined
}

/** How copies of records of one type are kept up to date. Readers see those that are announced. */
export interface RecordFeed<T extends RecordType, Body> {
  type: T
  /** The records as `m`, each once, with whatever they show. */
  from: RawBuilder<unknown>
  /** The types of record that they show. */
  shows: readonly RecordType[]
  /** The revisions of what a record shows; 0 where there is none. At least two. */
  shownAt: readonly RawBuilder<unknown>[]
  /** For some states of records, the key that each names of each type that it shows. */
  readShown(trx: Db, states: readonly StoredOf<T>[]): Promise<(state: StoredOf<T>) => readonly (string | undefined)[]>
  /** What a record's body takes from those it shows, in the order of `shows`; without it any change of them counts. */
  shownOf?(row: StoredOf<T>, records: readonly ShownRecord[]): unknown
  /** Bodies of records that are visible, with own pictures under the base. */
  readBodies(trx: Db, rows: readonly StoredOf<T>[], base?: string): Promise<(row: StoredOf<T>) => Body | Promise<Body>>
}
