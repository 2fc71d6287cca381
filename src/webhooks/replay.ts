import { sql } from 'kysely'
import { type Db, transact } from '../database/schema.ts'

const atRest = (now: number) => sql<boolean>`(leased = 0 or due_at <= ${now})`

/** Sends everything collected, from the start of the schedule. Returns the number of pending deliveries. */
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

export async function disableSubscription(db: Db, id: string, now: number): Promise<boolean> {
  const updated = await db
    .updateTable('subscriptions')
    .set({ disabled_at: now, disabled_reason: 'an operator disabled it' })
    .where('id', '=', id)
    .returning('id')
    .execute()
  return updated.length > 0
}

/** Restarts deliveries with the same IDs and bytes. */
function restartDeliveries(db: Db, id: string, now: number) {
  return db
    .updateTable('deliveries')
    .set({ state: 'pending', step: 0, due_at: now, leased: 0, finished_at: null })
    .where('subscription_id', '=', id)
    .where(atRest(now))
}

/** False without such a delivery, or while it is being sent. */
export async function resendDelivery(db: Db, id: string, eventId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await restartDeliveries(db, id, now).where('event_id', '=', eventId).executeTakeFirst()
  return numUpdatedRows > 0n
}

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
