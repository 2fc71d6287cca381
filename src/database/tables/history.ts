export interface HistoryTable {
  /** Of the change or removal. */
  revision: number
  /** Rises, except before an entry of type `clock`. */
  at: number
  /** `service`: scheduled changes and maintenance. */
  made_by: 'console' | 'cli' | 'service'
  who: string
  /** Empty and 0 without an import. */
  import_id: string
  line: number
  /** A type of record; `retracted`, `erased`, or `clock` after a clock that was ahead. 1.7 also wrote `all`. */
  type: string
  key: string
  shown: number
  block: number | null
  place: number
  /** Digest of the new record; null if removed. */
  after: string | null
  hash: string
}

export interface HistoryHeadTable {
  id: number
  /** No entries up to here. */
  start_revision: number
  start_at: number
  start_hash: string
  revision: number
  at: number
  hash: string
}

export interface PhotographRow {
  name: string
  record_type: string
  record_key: string
  unnamed_since: number | null
}

export interface HistoryTables {
  /** Which record has a photo, or since when none names it. */
  photographs: PhotographRow
  history: HistoryTable
  /** Compressed together: single records take several times the space. */
  history_blocks: {
    /** Of the last entry that needs it. */
    id: number
    bytes: Uint8Array
    /** Original digest of a redacted block. */
    digest: string | null
  }
  history_head: HistoryHeadTable
  /** Redacted entries; the revision is that of the redaction. */
  withheld: {
    revision: number
    reason: string
    gone: string
  }
  /** Last removal of each record with an id, and erased listings. Ids and versions are not reused. */
  removed_records: {
    record_type: string
    record_key: string
    id: number
    /** 0 without versions. */
    version: number
    revision: number
  }
}
