/** Who changed what. Never has a secret or a contact. */
interface AuditTable {
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
interface ConsoleLinkTable {
  /** SHA-256 of the link's token. */
  hash: string
  expires_at: number
  /** For whom it is. */
  who: string
  role: 'viewer' | 'editor'
}

interface ConsoleSessionTable {
  /** SHA-256 of the cookie. */
  hash: string
  expires_at: number
  /** The next page's notice about the last action; JSON, or null. */
  notice: string | null
  who: string
  role: 'viewer' | 'editor'
}

/** One row for each process that serves or delivers. */
interface PresenceTable {
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

/** What one process answered in a minute or a quarter of an hour. */
interface TrafficTable {
  /** Milliseconds. */
  span: number
  at: number
  process: string
  requests: number
  errors: number
  refused: number
  /** A JSON list: how many requests took how long. */
  histogram: string
}

/** A key's requests on a day in India; an empty id means no key. */
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
