import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../database/schema.ts'
import type { Post, PostResult } from './post.ts'
import type { SecretBox } from './secret-box.ts'
import { signedHeaders } from './signing.ts'
import { readSecrets } from './subscription-secrets.ts'

export const PING_TYPE = 'webhook.ping'

export interface Ping {
  eventId: string
  result: PostResult
  durationMs: number
}

interface PingParts {
  db: Db
  secrets: SecretBox
  post: Post
}

/** Sends one signed test event now. It is neither kept nor repeated, and a disabled subscription gets it too. */
export async function pingSubscription({ db, secrets, post }: PingParts, id: string): Promise<Ping | undefined> {
  const row = await db.selectFrom('subscriptions').select('url').where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const now = Date.now()
  const opened = await readSecrets(db, secrets, [id], now, (_id, error) => {
    throw error
  })
  const eventId = `evt_${randomUUIDv7()}`
  const data = { webhook_id: id }
  const body = JSON.stringify({ id: eventId, type: PING_TYPE, created_at: new Date(now).toISOString(), data })
  const result = await post(row.url, signedHeaders(opened.get(id) ?? [], { id: eventId, body }, now), body)
  return { eventId, result, durationMs: Date.now() - now }
}
