import type { FastifyInstance } from 'fastify'
import { readUse } from '../admin/key-use.ts'
import { listKeys } from '../auth/key-store.ts'
import { Problem } from '../errors.ts'
import { DAY_MS, iso, kolkataDate } from '../lib/calendar.ts'
import { getKey } from '../schema/api/operations.ts'
import { createOnce } from './cached-response.ts'
import type { RouteParts } from './parts.ts'
import { mount } from './register-route.ts'

/** Today and the 29 days before. */
const TOLD_MS = 29 * DAY_MS

/** Tells a key of itself. */
export function addKeyRoute(app: FastifyInstance, parts: RouteParts): void {
  const { db, config } = parts
  mount(app, getKey, parts, async ({ caller }) => {
    const [key] = await listKeys(db, caller!.keyId)
    if (!key) throw new Problem('unauthorized', 'The API key is unknown, expired or revoked.')
    const { id, name, tier, created_at, expires_at } = key
    const usage = new Map<string, { day: string; requests: number; refused: number }>()
    for (const { day, requests, refused } of await readUse(db, kolkataDate(Date.now() - TOLD_MS), id)) {
      const sum = usage.getOrInsertComputed(day, () => ({ day, requests: 0, refused: 0 }))
      sum.requests += requests
      sum.refused += refused
    }
    const limit_per_minute = (key.limit_per_minute ?? config.rateLimits[tier]) || null
    const moments = { created_at: iso(created_at), expires_at: iso(expires_at) }
    return createOnce({ id, name, tier, ...moments, limit_per_minute, usage: [...usage.values()] })
  })
}
