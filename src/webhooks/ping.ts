import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../database/schema.ts'
import { EXAMPLES } from '../schema/api/examples.ts'
import type { EventName } from '../schema/api/webhook.ts'
import { isSuccess } from './outcome.ts'
import type { Post } from './post.ts'
import { readSecrets, type SecretCipher, signedHeaders } from './signing.ts'

const PING_TYPE = 'webhook.ping'
const TEST_PREFIX = 'evt_test_'

export type Ping = NonNullable<Awaited<ReturnType<typeof sendOnce>>>

export interface PingParts {
  db: Db
  secrets: SecretCipher
  post: Post
}

/** Neither stored nor repeated; also sent to a disabled subscription. */
export async function pingSubscription(parts: PingParts, id: string) {
  const created_at = new Date().toISOString()
  const event = { id: `evt_${randomUUIDv7()}`, type: PING_TYPE, created_at, data: { webhook_id: id } }
  return sendOnce(parts, id, event)
}

export async function testSubscription(parts: PingParts, id: string, type: EventName) {
  return sendOnce(parts, id, newTestEvent(type, Date.now()))
}

async function sendOnce({ db, secrets, post }: PingParts, id: string, event: { id: string }) {
  const row = await db.selectFrom('subscriptions').select('url').where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const now = Date.now()
  const opened = await readSecrets(db, secrets, [id], now, (_id, error) => {
    throw error
  })
  const body = JSON.stringify(event)
  const start = performance.now()
  const result = await post(row.url, signedHeaders(opened.get(id) ?? [], { id: event.id, body }, now), body)
  const status = result.kind === 'answer' ? result.status : null
  const delivered = status !== null && isSuccess(status)
  return { eventId: event.id, status, delivered, result, durationMs: Math.round(performance.now() - start) }
}

function newTestEvent(type: EventName, now: number) {
  const { data } = EXAMPLES[type] as { data: object }
  return { id: TEST_PREFIX + randomUUIDv7(), type, created_at: new Date(now).toISOString(), data }
}
