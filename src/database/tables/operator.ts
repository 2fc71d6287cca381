/** Who changed what, for the operator. Never a secret, never a contact. */
interface AuditTable {
  id: string
  at: number
  made_by: string
  action: string
  target: string
  /** A JSON object. */
  detail: string
}

/** Links that open the console once. */
interface ConsoleLinkTable {
  /** SHA-256 of what the link carries. */
  hash: string
  expires_at: number
}

interface ConsoleSessionTable {
  /** SHA-256 of the cookie. */
  hash: string
  expires_at: number
  /** What the next page says of the last action; JSON, or null. */
  notice: string | null
}

/** One row for each process that serves or delivers. */
interface PresenceTable {
  id: string
  /** `serve` or `deliver`. */
  kind: string
  host: string
  version: string
  /** Of the catalogue it answers from; null for one that answers nothing. */
  revision: number | null
  /** The search engine in use, and why it is that one; JSON. */
  state: string
  started_at: number
  seen_at: number
}

/** What one process answered in a minute or a quarter of an hour. */
interface TrafficTable {
  /** Milliseconds. */
  span: number
  at: number
  process: string
  requests: number
  errors: number
  refused: number
  /** A JSON list: how many took how long. */
  histogram: string
}

/** What a key asked for on a day in India; an empty id is everybody without one. */
interface KeyUseTable {
  day: string
  key_id: string
  operation: string
  requests: number
  errors: number
}

export interface OperatorTables {
  audit: AuditTable
  console_links: ConsoleLinkTable
  console_sessions: ConsoleSessionTable
  presence: PresenceTable
  traffic: TrafficTable
  key_use: KeyUseTable
}
