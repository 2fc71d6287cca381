/** An import: how it went, and who started it. */
export interface ImportTable {
  id: string
  /** The name that the command or the browser gave. */
  file: string
  at: number
  by: 'console' | 'cli'
  /** `running` until it ends. A killed one stays so and is known by its silence. */
  state: 'running' | 'done' | 'interrupted' | 'failed'
  /** When it last gave a sign. */
  seen_at: number
  read: number
  created: number
  changed: number
  unchanged: number
  rejected: number
  repeated: number
  /** JSON: how many contacts and links the guard removed, by field. */
  removed: string
  /** JSON: rejects by reason, with a few examples. */
  reasons: string
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

/** The bytes of an upload, for an hour. */
interface UploadPartTable {
  upload_id: string
  number: number
  bytes: Uint8Array
}

export interface ImportTables {
  upload_parts: UploadPartTable
  imports: ImportTable
  uploads: UploadTable
}
