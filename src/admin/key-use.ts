import { sql } from 'kysely'
import { recordUses } from '../auth/api-key-store.ts'
import type { Db } from '../database/schema.ts'
import { DAY_MS, kolkataDate } from '../lib/calendar.ts'

/** Requests of one caller to one operation; without a key the id is empty. */
interface Use {
  keyId: string
  operation: string
  requests: number
  errors: number
  refused: number
}

export type KeyUse = ReturnType<typeof createKeyUse>

const PRUNE_MS = 15 * 60_000
const USE_DAYS = 92

/** Counts requests in memory by key and operation. `operationOf` names a route's operation; undefined leaves it out. */
export function createKeyUse(operationOf: (route: string) => string | undefined) {
  const operations = new Map<string, string | undefined>()
  let uses = new Map<string, Map<string, Use>>()
  let unsaved: (Use & { timestamp: number })[] = []
  let prunedAt = 0

  function newUse(keyId: string, operation: string): Use {
    const use = { keyId, operation, requests: 0, errors: 0, refused: 0 }
    uses.getOrInsertComputed(keyId, () => new Map()).set(operation, use)
    return use
  }

  return {
    /** Counts a request. Must be cheap: it runs on every request. */
    note(route: string, status: number, keyId = ''): void {
      const operation = operations.getOrInsertComputed(route, operationOf)
      if (operation === undefined) return
      const use = uses.get(keyId)?.get(operation) ?? newUse(keyId, operation)
      use.requests++
      if (status >= 500) use.errors++
      else if (status >= 400) use.refused++
    },
    async write(trx: Db, now: number): Promise<void> {
      for (const byOperation of uses.values())
        for (const use of byOperation.values()) unsaved.push({ ...use, timestamp: now })
      uses = new Map()
      await addUses(trx, unsaved, kolkataDate(now))
      if (now - prunedAt <= PRUNE_MS) return
      const oldest = kolkataDate(now - USE_DAYS * DAY_MS)
      await trx.deleteFrom('key_use').where('day', '<', oldest).execute()
    },
    saved(now: number): void {
      unsaved = []
      if (now - prunedAt > PRUNE_MS) prunedAt = now
    },
  }
}

async function addUses(trx: Db, uses: readonly (Use & { timestamp: number })[], day: string): Promise<void> {
  // In one order, so two processes never deadlock.
  const sorted = uses.toSorted((a, b) => (`${a.keyId} ${a.operation}` < `${b.keyId} ${b.operation}` ? -1 : 1))
  for (const { keyId, operation, requests, errors, refused } of sorted) {
    await trx
      .insertInto('key_use')
      .values({ day, key_id: keyId, operation, requests, errors, refused })
      .onConflict((conflict) =>
        conflict.columns(['day', 'key_id', 'operation']).doUpdateSet({
          requests: sql`key_use.requests + excluded.requests`,
          errors: sql`key_use.errors + excluded.errors`,
          refused: sql`key_use.refused + excluded.refused`,
        }),
      )
      .execute()
  }
  const last = new Map<string, number>()
  for (const { keyId, timestamp } of uses) if (keyId !== '') last.set(keyId, Math.max(timestamp, last.get(keyId) ?? 0))
  if (last.size > 0) await recordUses(trx, last)
}

export type DayUse = Awaited<ReturnType<typeof readUse>>[number]

export async function readUse(db: Db, since: string, keyId?: string) {
  let query = db
    .selectFrom('key_use')
    .select(['day', 'key_id as keyId', 'operation', 'requests', 'errors', 'refused'])
    .where('day', '>=', since)
  if (keyId !== undefined) query = query.where('key_id', '=', keyId)
  return query.orderBy('day', 'desc').orderBy('key_id').orderBy('operation').execute()
}
