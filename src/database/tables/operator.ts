export interface OperatorTables {
  /** Who changed what. Never has a secret or a contact. */
  audit: {
    id: string
    at: number
    /** `console` or `cli`. */
    made_by: string
    /** The person; empty where nobody was named. */
    who: string
    action: string
    target: string
    /** A JSON object. */
    detail: string
  }
  /** Links that open the console once. */
  console_links: {
    /** SHA-256 of the link's token. */
    hash: string
    expires_at: number
    /** For whom it is. */
    who: string
    role: 'viewer' | 'editor'
  }
  console_sessions: {
    /** SHA-256 of the cookie. */
    hash: string
    expires_at: number
    /** The next page's notice about the last action; JSON, or null. */
    notice: string | null
    who: string
    role: 'viewer' | 'editor'
  }
  /** One row for each process that serves or delivers. */
  presence: {
    id: string
    /** `serve` or `deliver`. */
    kind: string
    host: string
    version: string
    /** The revision of its catalogue; null for a process that serves nothing. */
    revision: number | null
    /** JSON: the search engine in use, and why. */
    state: string
    started_at: number
    seen_at: number
  }
  /** A key's requests on a day in India; an empty id means no key. */
  key_use: {
    day: string
    key_id: string
    operation: string
    requests: number
    errors: number
    refused: number
  }
}

export interface ApiKeyTable {
  id: string
  name: string
  tier: string
  /** Requests a minute; null means the limit of its tier. */
  limit_per_minute: number | null
  created_at: number
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
}

export interface KeyTables {
  api_keys: ApiKeyTable
  /** The hashes of a key's strings; two while a key is rotated. */
  key_secrets: {
    hash: string
    key_id: string
    /** The last four characters, to tell keys apart. */
    hint: string
    created_at: number
    expires_at: number | null
  }
}

/** An import: how it went, and who started it. */
export interface ImportTable {
  id: string
  /** The name that the command or the browser gave. */
  file: string
  at: number
  by: 'console' | 'cli'
  /** Their name; empty for those before it was kept. */
  who: string
  /** `running` until it ends. A killed one stays so and is known by its silence. */
  state: 'running' | 'done' | 'interrupted' | 'failed' | 'undone'
  /** When it last gave a sign. */
  seen_at: number
  read: number
  created: number
  changed: number
  unchanged: number
  rejected: number
  /** Rows whose record came before in the same input. */
  repeated: number
  /** JSON: how many contacts and links the guard removed, by field. */
  removed: string
  /** JSON: rejects by reason, with a few examples. */
  reasons: string
  /** JSON: the same of what was odd about rows that were taken. */
  warnings: string
}

/** How the sheets of one sender are read. */
export interface MappingTable {
  sender: string
  /** JSON. */
  mapping: string
  at: number
  who: string
}

/** A file sent to the console. */
export interface UploadTable {
  id: string
  /** The browser's name for it. */
  file: string
  size: number
  at: number
  /** The type of rows that name none; empty if not given. */
  type: string
  format: 'csv' | 'ndjson'
  /** JSON of how its table is to be read; empty for the usual. */
  options: string
  /** `checking`: the dry run is running. `applying` can be entered once. */
  state: 'checking' | 'checked' | 'applying' | 'applied' | 'failed'
  seen_at: number
  /** JSON of what the dry run found, or why it failed; empty before. */
  outcome: string
  /** The resulting import, or an empty string. */
  import_id: string
}

export interface ImportTables {
  /** The bytes of an upload, for an hour. */
  upload_parts: {
    upload_id: string
    number: number
    bytes: Uint8Array
  }
  imports: ImportTable
  uploads: UploadTable
  mappings: MappingTable
  /** What an import replaced of the data stored apart from a record; `imports undo` restores it. */
  import_undo: {
    import_id: string
    record_type: string
    record_key: string
    /** The table that held it. */
    part: string
    /** JSON of the row; empty if there was none. */
    doc: string
  }
}
