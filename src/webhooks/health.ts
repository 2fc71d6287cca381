import type { Updateable } from 'kysely'
import { among } from '../database/bulk.ts'
import type { Db } from '../database/schema.ts'
import type { SubscriptionTable } from '../database/tables/webhooks.ts'
import type { Outcome } from './outcomes.ts'
import { PATIENCE_MS, WARNING_MS } from './schedule.ts'

export interface Disabled {
  id: string
  url: string
  reason: string
}

type Health = Pick<SubscriptionTable, 'id' | 'url' | 'disabled_at' | 'last_success_at' | 'failing_since' | 'warned_at'>
type Change = Updateable<SubscriptionTable> & { id: string }

/** A last success is not written again sooner than this, so that busy senders do not queue for one row. */
const SUCCESS_GRAIN_MS = 60_000

/** What outcomes change about a subscription, or undefined when it is as it was. */
export function healthChange(health: Health, outcomes: readonly Outcome[], now: number): Change | undefined {
  const { id, failing_since, last_success_at, disabled_at } = health
  const own = outcomes.filter((one) => one.subscriptionId === id && one.outcome !== 'aborted')
  if (own.length === 0) return undefined
  const gone = own.some((one) => one.status === 410) && disabled_at === null
  const disabling = gone ? { disabled_at: now, disabled_reason: 'the receiver answered 410 Gone' } : {}
  if (own.some((one) => one.outcome === 'delivered')) {
    const fresh = failing_since === null && last_success_at !== null && last_success_at > now - SUCCESS_GRAIN_MS
    if (fresh && !gone) return undefined
    return { id, last_success_at: now, failing_since: null, warned_at: null, ...disabling }
  }
  if (failing_since === null) return { id, failing_since: now, ...disabling }
  if (gone) return { id, ...disabling }
  if (disabled_at !== null || failing_since > now - PATIENCE_MS) return undefined
  return { id, disabled_at: now, disabled_reason: 'five days of failures without a success' }
}

/** Returns the subscriptions that were disabled by these outcomes. */
export async function writeHealth(trx: Db, outcomes: readonly Outcome[], now: number): Promise<Disabled[]> {
  const rows = await trx
    .selectFrom('subscriptions')
    .select(['id', 'url', 'disabled_at', 'last_success_at', 'failing_since', 'warned_at'])
    .where(among(trx, 'id', [...new Set(outcomes.map((one) => one.subscriptionId))]))
    .orderBy('id')
    .execute()
  const disabled: Disabled[] = []
  for (const row of rows) {
    const change = healthChange(row, outcomes, now)
    if (!change) continue
    // One at a time and in order, so that two processes never wait for each other.
    await trx.updateTable('subscriptions').set(change).where('id', '=', row.id).execute()
    if (change.disabled_reason) disabled.push({ id: row.id, url: row.url, reason: change.disabled_reason })
  }
  return disabled
}

/** Subscriptions that will be disabled unless they succeed within a day; each is returned once. */
export async function takeWarnings(db: Db, now: number): Promise<{ id: string; url: string; failing_since: number }[]> {
  const rows = await db
    .updateTable('subscriptions')
    .set({ warned_at: now })
    .where('disabled_at', 'is', null)
    .where('warned_at', 'is', null)
    .where('failing_since', '<=', now - WARNING_MS)
    .returning(['id', 'url', 'failing_since'])
    .execute()
  return rows.map((row) => ({ ...row, failing_since: row.failing_since ?? now }))
}
