import type { Updateable } from 'kysely'
import { type Db, whereIn } from '../database/schema.ts'
import type { SubscriptionTable } from '../database/tables/webhooks.ts'
import { DISABLE_AFTER_MS, type Outcome, REMINDER_MS } from './outcome.ts'

export interface HealthChange {
  id: string
  turn: 'failing' | 'recovered' | 'disabled'
  reason: string
}

type SubscriptionHealth = Pick<SubscriptionTable, 'id' | 'disabled_at' | 'last_success_at' | 'failing_since'>
type HealthUpdate = Updateable<SubscriptionTable> & { id: string }

/** A success is recorded at most this often, so that busy senders do not queue for one row. */
const SUCCESS_GRAIN_MS = 60_000

export function healthChange(
  health: SubscriptionHealth,
  outcomes: readonly Outcome[],
  now: number,
): HealthUpdate | undefined {
  const { id, failing_since, last_success_at, disabled_at } = health
  const relevant = outcomes.filter((item) => item.subscriptionId === id && item.outcome !== 'aborted')
  if (relevant.length === 0) return undefined
  const isGone = relevant.some((item) => item.status === 410) && disabled_at === null
  const disabling = isGone ? { disabled_at: now, disabled_reason: 'the receiver answered 410 Gone' } : {}
  if (relevant.some((item) => item.outcome === 'delivered')) {
    const fresh = failing_since === null && last_success_at !== null && last_success_at > now - SUCCESS_GRAIN_MS
    if (fresh && !isGone) return undefined
    return { id, last_success_at: now, failing_since: null, warned_at: null, ...disabling }
  }
  if (failing_since === null) return { id, failing_since: now, warned_at: now, ...disabling }
  if (isGone) return { id, ...disabling }
  if (disabled_at !== null || failing_since > now - DISABLE_AFTER_MS) return undefined
  return { id, disabled_at: now, disabled_reason: 'five days of failures without a success' }
}

export async function writeHealth(trx: Db, outcomes: readonly Outcome[], now: number): Promise<HealthChange[]> {
  const rows = await trx
    .selectFrom('subscriptions')
    .select(['id', 'disabled_at', 'last_success_at', 'failing_since'])
    .where(whereIn(trx, 'id', [...new Set(outcomes.map((item) => item.subscriptionId))]))
    .orderBy('id')
    .execute()
  const turns: HealthChange[] = []
  for (const row of rows) {
    const change = healthChange(row, outcomes, now)
    if (!change) continue
    // In one order, to avoid deadlocks.
    await trx.updateTable('subscriptions').set(change).where('id', '=', row.id).execute()
    const turn = turnOf(row, change, outcomes)
    if (turn) turns.push({ id: row.id, ...turn })
  }
  return turns
}

function turnOf(
  before: SubscriptionHealth,
  change: HealthUpdate,
  outcomes: readonly Outcome[],
): Omit<HealthChange, 'id'> | undefined {
  if (change.disabled_reason) return { turn: 'disabled', reason: change.disabled_reason }
  if (before.failing_since === null && change.failing_since) {
    const failed = outcomes.find((item) => item.subscriptionId === before.id && item.outcome !== 'aborted')
    return { turn: 'failing', reason: failed?.error ?? `the receiver answered ${failed?.status}` }
  }
  if (before.failing_since === null || change.failing_since !== null) return undefined
  return { turn: 'recovered', reason: `it failed since ${new Date(before.failing_since).toISOString()}` }
}

/** Each is returned once a day. */
export async function takeReminders(db: Db, now: number): Promise<{ id: string; failing_since: number }[]> {
  const rows = await db
    .updateTable('subscriptions')
    .set({ warned_at: now })
    .where('disabled_at', 'is', null)
    .where('failing_since', 'is not', null)
    .where((eb) => eb.or([eb('warned_at', 'is', null), eb('warned_at', '<=', now - REMINDER_MS)]))
    .returning(['id', 'failing_since'])
    .execute()
  return rows.map((row) => ({ id: row.id, failing_since: row.failing_since ?? now }))
}
