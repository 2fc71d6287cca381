import type { RecordType, StoredOf } from '../../schema/records/records.ts'

export type ManufacturerTable = StoredOf<'manufacturer'>
export type MachineTable = StoredOf<'machine'>
export type ImplementTable = StoredOf<'implement'>

/** Private. */
export interface SourceTable {
  record_type: RecordType
  record_key: string
  /** Private source fields by path, as JSON. */
  doc: string
}

/** Listings of the sample take no enquiries. */
export interface SampleRecordTable {
  record_type: RecordType
  record_key: string
  /** When loaded; another one means that it was changed. */
  revision: number
}

export interface CatalogueTables {
  manufacturers: ManufacturerTable
  classes: StoredOf<'class'>
  machines: MachineTable
  implements: ImplementTable
  sources: SourceTable
  sample_records: SampleRecordTable
  removals: {
    revision: number
  }
  search_sync: {
    id: number
    /** Random; identifies the index of this database. */
    database_id: string
    /** Holds the turn until `held_until`. */
    holder: string | null
    held_until: number
    /** An index that claims more is of a later state of the database. */
    sent_revision: number
  }
}
