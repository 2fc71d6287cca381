import { readUse } from '../admin/key-use.ts'
import { listKeys } from '../auth/api-key-store.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { Problem } from '../errors.ts'
import { DAY_MS, iso, kolkataDate } from '../lib/calendar.ts'
import { getKey } from '../schema/api/operations.ts'
import { uncachedJson } from './cached-response.ts'
import type { RegisterOperation } from './register-route.ts'

const USAGE_MS = 29 * DAY_MS

export function addKeyRoute(register: RegisterOperation, db: Db, rateLimits: Config['rateLimits']): void {
  register(getKey, async ({ caller }) => {
    const [key] = await listKeys(db, caller!.keyId)
    if (!key) throw new Problem('unauthorized', 'The API key is unknown, expired or revoked.')
    const { id, name, tier, created_at, expires_at } = key
    const usage = new Map<string, { day: string; requests: number; refused: number }>()
    for (const { day, requests, refused } of await readUse(db, kolkataDate(Date.now() - USAGE_MS), id)) {
      const sum = usage.getOrInsertComputed(day, () => ({ day, requests: 0, refused: 0 }))
      sum.requests += requests
      sum.refused += refused
    }
    const limit_per_minute = (key.limit_per_minute ?? rateLimits[tier]) || null
    const timestamps = { created_at: iso(created_at), expires_at: iso(expires_at) }
    return uncachedJson({ id, name, tier, ...timestamps, limit_per_minute, usage: [...usage.values()] })
  })
}
