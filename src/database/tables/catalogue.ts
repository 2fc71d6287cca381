import type { RecordType, StoredOf } from '../../schema/records/records.ts'

export type ManufacturerTable = StoredOf<'manufacturer'>
export type MachineTable = StoredOf<'machine'>
export type ImplementTable = StoredOf<'implement'>

/** The sources of records. No read path uses this table. */
export interface SourceTable {
  record_type: RecordType
  /** Slug, key or id. */
  record_key: string
  /** The private source fields, as a JSON object by their path in the record. */
  doc: string
}

/** The records of the sample. The site tells by it which listings nobody offers. */
export interface SampleRecordTable {
  record_type: RecordType
  /** Slug, key or id. */
  record_key: string
  /** The record's revision when it was loaded; another one means that it was changed. */
  revision: number
}

export interface CatalogueTables {
  manufacturers: ManufacturerTable
  classes: StoredOf<'class'>
  machines: MachineTable
  implements: ImplementTable
  sources: SourceTable
  sample_records: SampleRecordTable
  /** One row: the revision of the last removal of records. A reader at an older revision loads the catalogue anew. */
  removals: {
    revision: number
  }
  /** One row: which process keeps the search index of this database current. */
  search_sync: {
    id: number
    /** Random; tells an index of this database from others. */
    database_id: string
    /** The process that has the turn, until that moment. */
    holder: string | null
    held_until: number
    /**
     * The newest revision ever sent to an index; an index that claims more was made from a later state of the database.
     */
    sent_revision: number
  }
}
