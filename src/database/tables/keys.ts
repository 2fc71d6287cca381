export interface ApiKeyTable {
  id: string
  name: string
  tier: string
  created_at: number
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
}

/** The hashes of a key's strings; two while a key is rotated. */
interface KeySecretTable {
  hash: string
  key_id: string
  /** The last four characters, to tell keys apart. */
  hint: string
  created_at: number
  expires_at: number | null
}

export interface KeyTables {
  api_keys: ApiKeyTable
  key_secrets: KeySecretTable
}
