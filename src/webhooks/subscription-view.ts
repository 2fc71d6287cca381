import { type RawBuilder, sql } from 'kysely'
import { isLiveKey } from '../auth/api-key-store.ts'
import { type Db, whereIn } from '../database/schema.ts'
import type { AttemptTable } from '../database/tables/webhooks.ts'
import { iso } from '../lib/calendar.ts'
import type { EventName } from '../schema/api/webhook.ts'

/** Counting stops here, so that the cost stays the same. */
export const MAX_COUNTED = 10_000

export type SubscriptionView = Awaited<ReturnType<typeof viewSubscriptions>>[number]

/** Newest first. Counts end one past MAX_COUNTED. */
export async function viewSubscriptions(
  db: Db,
  now: number,
  filter: { id?: string; withDelivered?: boolean; limit?: number; offset?: number } = {},
) {
  const counted = <T = number>(which: RawBuilder<unknown>) =>
    sql<T>`(select count(*) from (select 1 from deliveries
      where subscription_id = s.id and ${which} limit ${sql.lit(MAX_COUNTED + 1)}) as counted)`
  let query = db
    .selectFrom('subscriptions as s')
    .innerJoin('api_keys as k', 'k.id', 's.key_id')
    .selectAll('s')
    .select(['k.name as key_name', 'k.revoked_at', 'k.expires_at'])
    .select([
      counted(sql`due_at is not null`).as('waiting'),
      sql<number | null>`(select created_at from deliveries where subscription_id = s.id and due_at is not null
        order by created_at limit 1)`.as('oldest_waiting'),
      counted(sql`state = 'failed'`).as('failed'),
      (filter.withDelivered ? counted<number | null>(sql`state = 'delivered'`) : sql<number | null>`null`).as(
        'delivered',
      ),
      // Old secrets that still sign.
      sql<number>`(select count(*) from subscription_secrets
        where subscription_id = s.id and expires_at > ${now})`.as('rotating'),
    ])
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
  if (filter.id !== undefined) query = query.where('s.id', '=', filter.id)
  if (filter.limit !== undefined) query = query.limit(filter.limit).offset(filter.offset ?? 0)
  const rows = await query.execute()
  return rows.map(({ revoked_at, expires_at, ...row }) => {
    const health = row.failing_since === null ? 'active' : 'failing'
    const sent = row.disabled_at === null ? health : 'disabled'
    const state = isLiveKey({ revoked_at, expires_at }, now) ? sent : 'key ended'
    return { ...row, events: JSON.parse(row.events) as EventName[], state } as const
  })
}

/** `troubled`: failed, or the last attempt did. */
export type DeliveryFilter = 'all' | 'waiting' | 'failed' | 'troubled'

export type AttemptView = ReturnType<typeof viewAttempt>

export type DeliveryView = Awaited<ReturnType<typeof listDeliveries>>[number]

interface DeliveryPage {
  limit: number
  since?: number
  offset?: number
  withTries?: boolean
}

const COLUMNS = ['event_id', 'subscription_id', 'state', 'created_at', 'due_at', 'finished_at', 'attempts'] as const

/** Newest first: IDs sort by creation time. */
export async function listDeliveries(
  db: Db,
  id: string,
  filter: DeliveryFilter,
  { limit, offset = 0, withTries = false, since }: DeliveryPage,
) {
  const all = db
    .selectFrom('deliveries')
    .select(COLUMNS)
    .where('subscription_id', '=', id)
    .limit(limit)
    .offset(offset)
    .orderBy(withTries || filter === 'waiting' ? 'created_at' : 'event_id', 'desc')
  const query = {
    all: () => (since === undefined ? all : all.where('created_at', '>=', since)),
    waiting: () => all.where('due_at', 'is not', null),
    failed: () => all.where('state', '=', sql.lit('failed')),
    troubled: () =>
      all.where((eb) => eb.or([eb('state', '=', 'failed'), eb.and([eb('state', '=', 'pending'), eb('step', '>', 0)])])),
  }[filter]()
  const rows = await query.execute()
  const ids = rows.map(({ event_id }) => event_id)
  const events = await db
    .selectFrom('events')
    .select(['id', 'type'])
    .where(whereIn(db, 'id', ids))
    .execute()
  const types = new Map(events.map((event) => [event.id, event.type]))
  const tries = withTries ? await readAttempts(db, id, ids) : new Map<string, AttemptView[]>()
  return rows.map((row) => ({ ...row, type: types.get(row.event_id) ?? '', tries: tries.get(row.event_id) ?? [] }))
}

export type DeliveryDetail = NonNullable<Awaited<ReturnType<typeof readDelivery>>>

export async function readDelivery(db: Db, id: string, eventId: string) {
  const row = await db
    .selectFrom('deliveries as d')
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .select(COLUMNS.map((name) => `d.${name}` as const))
    .select(['e.type', 'e.body'])
    .where('d.subscription_id', '=', id)
    .where('d.event_id', '=', eventId)
    .executeTakeFirst()
  return row && { ...row, tries: (await readAttempts(db, id, [eventId])).get(eventId) ?? [] }
}

async function readAttempts(db: Db, id: string, eventIds: readonly string[]): Promise<Map<string, AttemptView[]>> {
  if (eventIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('attempts')
    .selectAll()
    .where('subscription_id', '=', id)
    .where(whereIn(db, 'event_id', eventIds))
    .orderBy('number')
    .execute()
  const byEvent = Map.groupBy(rows, ({ event_id }) => event_id)
  return new Map([...byEvent].map(([eventId, attempts]) => [eventId, attempts.map(viewAttempt)]))
}

function viewAttempt({ number, started_at, finished_at, outcome, status, error, response }: AttemptTable) {
  return { number, started_at: iso(started_at), finished_at: iso(finished_at), outcome, status, error, response }
}

export async function lastFailure(db: Db, id: string): Promise<{ failedAt: number; error: string } | undefined> {
  const row = await db
    .selectFrom('attempts')
    .select(['finished_at', 'status', 'error'])
    .where('subscription_id', '=', id)
    .where(sql<boolean>`outcome in ('rejected', 'timeout', 'unreachable', 'refused')`)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { failedAt: row.finished_at!, error: row.error ?? `the receiver answered ${row.status}` }
}
