import { sql } from 'kysely'
import type { EventName } from '../contract/webhook.ts'
import { among } from '../database/bulk.ts'
import type { Db } from '../database/schema.ts'
import type { DeliveryTable } from '../database/tables/webhooks.ts'
import { type AttemptView, readAttempts, type SubscriptionState, subscriptionState } from './operator.ts'

/** Counting stops here: a larger number says enough, and the cost stays the same. */
export const MOST_COUNTED = 10_000

export interface SubscriptionHealth {
  id: string
  key_id: string
  key_name: string
  url: string
  events: EventName[]
  created_at: number
  state: SubscriptionState
  disabled_at: number | null
  disabled_reason: string | null
  last_success_at: number | null
  failing_since: number | null
  /** Pending deliveries, counted up to one past MOST_COUNTED. */
  waiting: number
  oldest_waiting: number | null
  /** Deliveries that failed for good, counted the same way. */
  failed: number
}

interface Wanted {
  id?: string
  limit?: number
  offset?: number
}

/** Newest first. Each costs a few looks at an index, however long its backlog. */
export async function subscriptionHealth(db: Db, now: number, wanted: Wanted = {}): Promise<SubscriptionHealth[]> {
  const most = sql.lit(MOST_COUNTED + 1)
  let query = db
    .selectFrom('subscriptions as s')
    .innerJoin('api_keys as k', 'k.id', 's.key_id')
    .select(['s.id', 's.key_id', 's.url', 's.events', 's.created_at', 's.disabled_at', 's.disabled_reason'])
    .select(['s.last_success_at', 's.failing_since', 'k.name as key_name', 'k.revoked_at', 'k.expires_at'])
    .select([
      sql<number>`(select count(*) from (select 1 from deliveries
        where subscription_id = s.id and due_at is not null limit ${most}) as counted)`.as('waiting'),
      sql<number | null>`(select created_at from deliveries where subscription_id = s.id and due_at is not null
        order by created_at limit 1)`.as('oldest_waiting'),
      sql<number>`(select count(*) from (select 1 from deliveries
        where subscription_id = s.id and state = 'failed' limit ${most}) as counted)`.as('failed'),
    ])
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
  if (wanted.id !== undefined) query = query.where('s.id', '=', wanted.id)
  if (wanted.limit !== undefined) query = query.limit(wanted.limit).offset(wanted.offset ?? 0)
  const rows = await query.execute()
  return rows.map(({ revoked_at, expires_at, ...row }) => ({
    ...row,
    events: JSON.parse(row.events),
    waiting: Number(row.waiting),
    failed: Number(row.failed),
    state: subscriptionState({ ...row, revoked_at, expires_at }, now),
  }))
}

export type DeliveryFilter = 'all' | 'waiting' | 'failed'

export interface DeliveryLine {
  event_id: string
  type: string
  state: DeliveryTable['state']
  created_at: number
  due_at: number | null
  finished_at: number | null
  attempts: number
}

interface Page {
  limit: number
  offset: number
}

/** Newest first. Ids sort by creation time, so each filter follows an index; events are looked up by id. */
export async function listDeliveries(
  db: Db,
  id: string,
  filter: DeliveryFilter,
  { limit, offset }: Page,
): Promise<DeliveryLine[]> {
  const all = db
    .selectFrom('deliveries')
    .select(['event_id', 'state', 'created_at', 'due_at', 'finished_at', 'attempts'])
    .where('subscription_id', '=', id)
    .limit(limit)
    .offset(offset)
  const query =
    filter === 'waiting'
      ? all.where('due_at', 'is not', null).orderBy('created_at', 'desc')
      : filter === 'failed'
        ? all.where('state', '=', sql.lit('failed')).orderBy('event_id', 'desc')
        : all.orderBy('event_id', 'desc')
  const rows = await query.execute()
  const ids = rows.map(({ event_id }) => event_id)
  const events = await db
    .selectFrom('events')
    .select(['id', 'type'])
    .where(among(db, 'id', ids))
    .execute()
  const types = new Map(events.map((event) => [event.id, event.type]))
  return rows.map((row) => ({ ...row, type: types.get(row.event_id) ?? '' }))
}

export interface WholeDelivery extends DeliveryLine {
  /** The bytes that every attempt sends. */
  body: string
  tries: AttemptView[]
}

export async function readDelivery(db: Db, id: string, eventId: string): Promise<WholeDelivery | undefined> {
  const row = await db
    .selectFrom('deliveries as d')
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .select(['d.event_id', 'e.type', 'd.state', 'd.created_at', 'd.due_at', 'd.finished_at', 'd.attempts', 'e.body'])
    .where('d.subscription_id', '=', id)
    .where('d.event_id', '=', eventId)
    .executeTakeFirst()
  return row && { ...row, tries: await readAttempts(db, id, eventId) }
}
