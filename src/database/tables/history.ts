/** One committed change of a record. */
export interface HistoryTable {
  /** The record's revision since then; that of its removal. */
  revision: number
  /** Not less than that of the entry before, unless the clock was ahead then; an entry of type `clock` follows. */
  at: number
  /** `service`: the day, the start, or the keeping of the history itself. */
  made_by: 'console' | 'cli' | 'service'
  /** The person; empty where nobody was named. */
  who: string
  /** The import that brought it, and the line of its file; empty and 0 for none. */
  import_id: string
  line: number
  /** A type of record; `retracted` or `erased` for a redaction, `clock` after a clock that was ahead. 1.7 also wrote `all`. */
  type: string
  /** Slug, key or id. */
  key: string
  /** 1 when it was a visible machine before. */
  shown: number
  /** Where the record before is; null for a new record. */
  block: number | null
  place: number
  /** Digest of the record after; null when it was removed. */
  after: string | null
  /** Digest of this entry and the hash before it. */
  hash: string
}

/** One row: where the history begins and ends. */
export interface HistoryHeadTable {
  id: number
  /** Up to here there are no entries: the service had no history yet, or they were pruned. */
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
  /** Which record a photograph was put to; without one, since when nothing names it. */
  photographs: PhotographRow
  history: HistoryTable
  /** Records before their changes, compressed together: one alone would take several times the space. */
  history_blocks: {
    /** The revision of the last entry that needs it. */
    id: number
    bytes: Uint8Array
    /** What the digest was before something of it was withheld. */
    digest: string | null
  }
  history_head: HistoryHeadTable
  /** Entries whose content was retracted or erased. */
  withheld: {
    /** Of the entry that tells of it. */
    revision: number
    reason: string
    /** JSON: their revisions, each with the digest of what is gone. */
    gone: string
  }
  /** The last removal of records with an id: neither their ids nor their versions are used again. Erased listings, too. */
  removed_records: {
    record_type: string
    record_key: string
    id: number
    /** 0 for types without one. */
    version: number
    /** Of the removal. */
    revision: number
  }
}
