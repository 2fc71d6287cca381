import type { Db } from '../database/schema.ts'
import { unavailable } from '../errors.ts'
import { createCache } from '../lib/cache.ts'
import type { Runtime } from '../lib/runtime.ts'
import { withTimeout } from '../lib/timeout.ts'
import { coalesce, schedule } from '../lib/timers.ts'
import type { Tier } from '../schema/api/values.ts'
import { type ActiveSecret, findSecrets, hashKey, isKeyString, KEY_LENGTH, sameHash } from './api-key-store.ts'

/** One object for each key string, the same in every request. */
export interface Caller {
  keyId: string
  tier: Tier
  /** Requests a minute; null means the limit of the tier. */
  limit: number | null
}

export type Keyring = ReturnType<typeof createKeyring>

interface KeyringOptions {
  /** Decides whether a key has expired. */
  clock?: () => number
  /** Measures the age of the database's answers; never goes back. */
  ticks?: () => number
  refreshMs?: number
  runtime?: Runtime
}

interface KeyEntry {
  hash: string
  caller: Caller
  expiresAt: number
  /** After this moment the entry must be checked: a revocation takes effect within 5 s even if no refresh succeeds. */
  staleAt: number
  /** Since the last refresh. */
  isUsed: boolean
}

/** How often keys in use are looked up again, all in one query. */
const REFRESH_MS = 1_500
const MAX_AGE_MS = 4_000
/** How long a string that opened nothing is not looked up again. */
const UNKNOWN_MS = 1_000
const MAX_UNKNOWN = 10_000
const MAX_WAITING = 5_000
const QUERY_TIMEOUT_MS = 2_000

/**
 * Verifies API keys. Keys in use stay in memory, so a request with a good key needs no query. Strings with a wrong form
 * or checksum never reach the database; the others are looked up together, one query at a time.
 */
export function createKeyring(db: Db, options: KeyringOptions = {}) {
  const { clock = Date.now, refreshMs = REFRESH_MS, runtime = globalThis } = options
  const { ticks = () => runtime.performance.now() } = options
  const entries = new Map<string, KeyEntry>()
  /** Until when a string is known to open nothing. */
  const unknown = createCache<string, number>(MAX_UNKNOWN)
  const requested = new Set<string>()
  /** One query at a time looks up all keys that wait. */
  const ask = coalesce(() => {
    const hashes = [...requested]
    requested.clear()
    return load(hashes)
  })
  let waiting = 0
  let closed = false
  const loop = schedule(refreshMs, refresh, { runtime })

  /** The caller; undefined for a string that opens nothing. */
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
    // The age counts from before the query: a revocation during the query may be missing from its answer.
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
    // After a failed refresh entries go stale, and the next request that needs one gets the error.
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
