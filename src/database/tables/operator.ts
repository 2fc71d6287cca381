export interface OperatorTables {
  audit: {
    id: string
    at: number
    made_by: string
    who: string
    action: string
    target: string
    detail: string
  }
  console_links: {
    /** SHA-256 of the token. */
    hash: string
    expires_at: number
    who: string
    role: 'viewer' | 'editor'
  }
  console_sessions: {
    /** SHA-256 of the cookie. */
    hash: string
    expires_at: number
    /** JSON notice for the next page, or null. */
    notice: string | null
    who: string
    role: 'viewer' | 'editor'
  }
  presence: {
    id: string
    kind: string
    host: string
    version: string
    /** Null without a catalogue. */
    revision: number | null
    /** JSON about the search engine. */
    state: string
    started_at: number
    seen_at: number
  }
  /** Per day in India; an empty id means no key. */
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
  /** Null means the tier's limit. */
  limit_per_minute: number | null
  created_at: number
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
}

export interface KeyTables {
  api_keys: ApiKeyTable
  key_secrets: {
    hash: string
    key_id: string
    /** The last four characters. */
    hint: string
    created_at: number
    expires_at: number | null
  }
}

export interface ImportTable {
  id: string
  file: string
  at: number
  by: 'console' | 'cli'
  who: string
  /** A killed one stays `running`; `seen_at` shows it. */
  state: 'running' | 'done' | 'interrupted' | 'failed' | 'undone'
  seen_at: number
  read: number
  created: number
  changed: number
  unchanged: number
  rejected: number
  /** Rows whose record came before in this input. */
  repeated: number
  /** JSON: redactions by field. */
  removed: string
  reasons: string
  /** JSON, like `reasons`. */
  warnings: string
}

export interface MappingTable {
  sender: string
  mapping: string
  at: number
  who: string
}

export interface UploadTable {
  id: string
  file: string
  size: number
  at: number
  type: string
  format: 'csv' | 'ndjson'
  /** JSON. */
  options: string
  /** `checking` runs the dry run. `applying` can be entered once. */
  state: 'checking' | 'checked' | 'applying' | 'applied' | 'failed'
  seen_at: number
  /** JSON; empty until then. */
  outcome: string
  import_id: string
}

export interface ImportTables {
  upload_parts: {
    upload_id: string
    number: number
    bytes: Uint8Array
  }
  imports: ImportTable
  uploads: UploadTable
  mappings: MappingTable
  /** Separate data of records that an import replaced. */
  import_undo: {
    import_id: string
    record_type: string
    record_key: string
    part: string
    /** JSON; empty if there was none. */
    doc: string
  }
}
