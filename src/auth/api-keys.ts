import type { Db } from '../database/schema.ts'
import { unavailable } from '../errors.ts'
import { createCache } from '../lib/cache.ts'
import type { Runtime } from '../lib/runtime.ts'
import { withTimeout } from '../lib/timeout.ts'
import { coalesce, schedule } from '../lib/timers.ts'
import type { Tier } from '../schema/api/values.ts'
import { type ActiveSecret, findSecrets, hashKey, isKeyString, KEY_LENGTH, sameHash } from './api-key-store.ts'

export interface Caller {
  keyId: string
  tier: Tier
  limit: number | null
}

export type Keyring = ReturnType<typeof createKeyring>

interface KeyringOptions {
  /** For expiry. */
  clock?: () => number
  /** Monotonic, for the age of entries. */
  ticks?: () => number
  refreshMs?: number
  runtime?: Runtime
}

interface KeyEntry {
  hash: string
  caller: Caller
  expiresAt: number
  /** Bounds the time until a revocation takes effect: 5 s. */
  staleAt: number
  isUsed: boolean
}

/** One query refreshes all keys in use. */
const REFRESH_MS = 1_500
const MAX_AGE_MS = 4_000
/** An unknown string is not looked up again for this time. */
const UNKNOWN_MS = 1_000
const MAX_UNKNOWN = 10_000
const MAX_WAITING = 5_000
const QUERY_TIMEOUT_MS = 2_000

/** Keys in use stay in memory and need no query. Malformed strings never reach the database. */
export function createKeyring(db: Db, options: KeyringOptions = {}) {
  const { clock = Date.now, refreshMs = REFRESH_MS, runtime = globalThis } = options
  const { ticks = () => runtime.performance.now() } = options
  const entries = new Map<string, KeyEntry>()
  /** Until when a string is known to be invalid. */
  const unknown = createCache<string, number>(MAX_UNKNOWN)
  const requested = new Set<string>()
  /** One query at a time for all waiting keys. */
  const ask = coalesce(() => {
    const hashes = [...requested]
    requested.clear()
    return load(hashes)
  })
  let waiting = 0
  let closed = false
  const loop = schedule(refreshMs, refresh, { runtime })

  async function verify(key: string, hash = hashKey(key)): Promise<Caller | undefined> {
    if (key.length !== KEY_LENGTH) return undefined
    const tick = ticks()
    const entry = entries.get(hash)
    if (entry && tick < entry.staleAt) return admit(entry, hash)
    if (!isKeyString(key)) return undefined
    if ((unknown.get(hash) ?? 0) > tick) return undefined
    const result = await lookUp(hash)
    return result && admit(result, hash)
  }

  function admit(entry: KeyEntry, hash: string): Caller | undefined {
    if (!sameHash(entry.hash, hash) || clock() >= entry.expiresAt) return undefined
    entry.isUsed = true
    return entry.caller
  }

  async function lookUp(hash: string): Promise<KeyEntry | undefined> {
    if (closed || waiting >= MAX_WAITING) throw cannotCheck()
    waiting++
    requested.add(hash)
    try {
      await ask()
    } catch (error) {
      throw cannotCheck(error)
    } finally {
      waiting--
    }
    return entries.get(hash)
  }

  async function load(hashes: string[]): Promise<void> {
    // From before the query, which may miss a revocation.
    const startedAt = ticks()
    const now = clock()
    const result = new Map(
      (await withTimeout(findSecrets(db, hashes), QUERY_TIMEOUT_MS, runtime)).map((secret) => [secret.hash, secret]),
    )
    for (const hash of hashes) {
      const secret = result.get(hash)
      if (secret && secret.expiresAt > now) {
        entries.set(hash, toEntry(secret, entries.get(hash), startedAt + MAX_AGE_MS))
      } else {
        entries.delete(hash)
        unknown.set(hash, startedAt + UNKNOWN_MS)
      }
    }
  }

  async function refresh(): Promise<void> {
    const tick = ticks()
    const inUse: string[] = []
    for (const [hash, entry] of entries) {
      if (entry.isUsed) inUse.push(hash)
      else if (tick >= entry.staleAt) entries.delete(hash)
      entry.isUsed = false
    }
    if (inUse.length === 0) return
    // Entries go stale, and the next request gets the error.
    await load(inUse).catch(() => {})
  }

  return {
    verify,
    async close() {
      closed = true
      await loop.stop()
    },
  }
}

function toEntry(secret: ActiveSecret, before: KeyEntry | undefined, staleAt: number): KeyEntry {
  const { keyId, tier, limit } = secret
  const previous = before?.caller
  const isSame = previous?.keyId === keyId && previous.tier === tier && previous.limit === limit
  return {
    hash: secret.hash,
    caller: isSame ? previous : { keyId, tier, limit },
    expiresAt: secret.expiresAt,
    staleAt,
    isUsed: before?.isUsed ?? false,
  }
}

function cannotCheck(cause?: unknown): Error {
  return unavailable('The key cannot be checked right now.', 2, cause)
}
