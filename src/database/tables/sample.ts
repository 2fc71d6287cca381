import type { SourceTable } from './catalogue.ts'

/** The records of the sample. No read path uses this table. */
export interface SampleRecordTable {
  record_type: SourceTable['record_type']
  /** Slug, key or id. */
  record_key: string
  /** The record's revision when it was loaded; another one means that it was changed. */
  revision: number
}

/** One row: the revision of the last removal of records. A reader at an older revision loads the catalogue anew. */
interface RemovalTable {
  revision: number
}

export interface SampleTables {
  sample_records: SampleRecordTable
  removals: RemovalTable
}
