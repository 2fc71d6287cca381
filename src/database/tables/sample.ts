import type { SourceTable } from './catalogue.ts'

/** What came with the sample. No read path touches this table. */
export interface SampleRecordTable {
  record_type: SourceTable['record_type']
  /** Slug, key or id. */
  record_key: string
  /** That of the record when it was loaded; a record with another one has been changed since. */
  revision: number
}

/** One row: the revision at which records were last removed. Whoever knows an older one loads the catalogue anew. */
interface RemovalTable {
  revision: number
}

export interface SampleTables {
  sample_records: SampleRecordTable
  removals: RemovalTable
}
