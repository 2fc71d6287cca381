import { sql } from 'kysely'
import { type Db, transact } from '../database/schema.ts'

/** Excludes running attempts: their outcome decides. */
const atRest = (now: number) => sql<boolean>`(leased = 0 or due_at <= ${now})`

/**
 * Enables a subscription and sends everything it collected, from the start of the schedule. Returns how many deliveries
 * are pending; undefined for an unknown subscription.
 */
export async function enableSubscription(db: Db, id: string, now: number): Promise<number | undefined> {
  return transact(db, async (trx) => {
    const updated = await trx
      .updateTable('subscriptions')
      .set({ disabled_at: null, disabled_reason: null, failing_since: null, warned_at: null })
      .where('id', '=', id)
      .returning('id')
      .execute()
    if (updated.length === 0) return undefined
    const { numUpdatedRows } = await trx
      .updateTable('deliveries')
      .set({ step: 0, due_at: now, leased: 0 })
      .where('subscription_id', '=', id)
      .where('due_at', 'is not', null)
      .where(atRest(now))
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
}

/** Stops sending until it is enabled again; events are still collected. False for an unknown subscription. */
export async function disableSubscription(db: Db, id: string, now: number): Promise<boolean> {
  const updated = await db
    .updateTable('subscriptions')
    .set({ disabled_at: now, disabled_reason: 'an operator disabled it' })
    .where('id', '=', id)
    .returning('id')
    .execute()
  return updated.length > 0
}

/** Begins deliveries of a subscription anew, under the same ids and with the same bytes. */
function restartDeliveries(db: Db, id: string, now: number) {
  return db
    .updateTable('deliveries')
    .set({ state: 'pending', step: 0, due_at: now, leased: 0, finished_at: null })
    .where('subscription_id', '=', id)
    .where(atRest(now))
}

/** Sends one event again. False without such a delivery, or while it is being sent. */
export async function resendDelivery(db: Db, id: string, eventId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await restartDeliveries(db, id, now).where('event_id', '=', eventId).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sends deliveries again. Returns how many. */
export async function replayDeliveries(
  db: Db,
  id: string,
  { since, failedOnly }: { since: number; failedOnly: boolean },
  now: number,
): Promise<number> {
  let query = restartDeliveries(db, id, now).where('created_at', '>=', since)
  if (failedOnly) query = query.where('state', '=', 'failed')
  const { numUpdatedRows } = await query.executeTakeFirst()
  return Number(numUpdatedRows)
}
