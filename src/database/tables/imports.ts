/** One import: how it went, and whose it was. */
export interface ImportTable {
  id: string
  /** As the command or the browser named it. */
  file: string
  at: number
  by: 'console' | 'cli'
  /** `running` until it ends; one that was killed stays so, and is told by its silence. */
  state: 'running' | 'done' | 'interrupted' | 'failed'
  /** When it last gave a sign. */
  seen_at: number
  read: number
  created: number
  changed: number
  unchanged: number
  rejected: number
  repeated: number
  /** JSON: contacts and links that the guard took out, by field. */
  removed: string
  /** JSON: rejects by reason, with a few examples. */
  reasons: string
}

/** A file that was sent to the console; its bytes lie in a file of its own for an hour. */
export interface UploadTable {
  id: string
  /** As the browser named it. */
  file: string
  size: number
  at: number
  /** Of rows that do not name one; or an empty string. */
  type: string
  format: 'csv' | 'ndjson'
  /** `checking`: the dry run is under way; `applying` is entered once. */
  state: 'checking' | 'checked' | 'applying' | 'applied' | 'failed'
  seen_at: number
  /** JSON of what the dry run found, or why it failed; empty before. */
  outcome: string
  /** The import that came of it, or an empty string. */
  import_id: string
}

export interface ImportTables {
  imports: ImportTable
  uploads: UploadTable
}
