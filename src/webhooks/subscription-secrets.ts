import { among } from '../database/bulk.ts'
import { transact } from '../database/revision.ts'
import type { Db } from '../database/schema.ts'
import type { SecretBox } from './secret-key.ts'
import { newSecret } from './signing.ts'

/** The secrets in force by subscription, oldest first. One that does not open goes to `onProblem` and is left out. */
export async function readSecrets(
  db: Db,
  box: SecretBox,
  subscriptionIds: readonly string[],
  now: number,
  onProblem: (subscriptionId: string, error: unknown) => void,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  if (subscriptionIds.length === 0) return found
  const rows = await db
    .selectFrom('subscription_secrets')
    .select(['subscription_id', 'sealed'])
    .where(among(db, 'subscription_id', subscriptionIds))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    // The newest has no end; the others end in order of creation.
    .orderBy('expires_at', (order) => order.asc().nullsLast())
    .execute()
  for (const { subscription_id: id, sealed } of rows) {
    try {
      found.set(id, [...(found.get(id) ?? []), box.open(sealed, id)])
    } catch (error) {
      onProblem(id, error)
    }
  }
  return found
}

/**
 * Gives a subscription a new secret and keeps the current one for the overlap; undefined for an unknown subscription.
 */
export async function rotateSecret(
  db: Db,
  box: SecretBox,
  id: string,
  overlapMs: number,
  now: number,
): Promise<string | undefined> {
  const secret = newSecret()
  const sealed = box.seal(secret, id)
  return transact(db, async (trx) => {
    // Two rotations of one subscription take turns.
    const known = await trx.updateTable('subscriptions').set({ id }).where('id', '=', id).returning('id').execute()
    if (known.length === 0) return undefined
    await trx
      .updateTable('subscription_secrets')
      .set({ expires_at: now + overlapMs })
      .where('subscription_id', '=', id)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now + overlapMs)]))
      .execute()
    await trx
      .deleteFrom('subscription_secrets')
      .where('subscription_id', '=', id)
      .where('expires_at', '<=', now)
      .execute()
    await trx.insertInto('subscription_secrets').values({ subscription_id: id, sealed, created_at: now }).execute()
    return secret
  })
}
