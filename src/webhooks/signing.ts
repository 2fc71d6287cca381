import { createHmac, randomBytes } from 'node:crypto'
import { among } from '../database/bulk.ts'
import { transact } from '../database/revision.ts'
import type { Db } from '../database/schema.ts'
import type { SecretBox } from './secret-key.ts'

const PREFIX = 'whsec_'

export function newSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** The lower-case hex HMAC-SHA256 of the raw body, keyed with the secret as text. */
export function serviceSignature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

/** One entry of `webhook-signature` by Standard Webhooks: keyed with the bytes that the secret encodes. */
function standardSignature(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

interface Message {
  id: string
  body: string
}

/**
 * The headers of one attempt. `secrets` are those in force, oldest first. With several, the plain signature uses the
 * oldest, since a header with one value cannot serve both.
 */
export function signedHeaders(secrets: readonly string[], { id, body }: Message, now: number): Record<string, string> {
  const [oldest] = secrets
  if (oldest === undefined) throw new Error('a message needs a secret to be signed with')
  const timestamp = Math.floor(now / 1_000)
  return {
    'content-type': 'application/json',
    'user-agent': 'Yantra-Webhooks/1',
    'X-Service-Signature': serviceSignature(oldest, body),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .toReversed()
      .map((secret) => standardSignature(secret, id, timestamp, body))
      .join(' '),
  }
}

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
