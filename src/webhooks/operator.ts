import { type Selectable, sql } from 'kysely'
import { iso } from '../calendar.ts'
import type { EventName } from '../contract/webhook.ts'
import { among } from '../database/bulk.ts'
import type { Db } from '../database/schema.ts'
import type { ApiKeyTable } from '../database/tables/keys.ts'
import type { AttemptTable, DeliveryTable, SubscriptionTable } from '../database/tables/webhooks.ts'

export type SubscriptionState = 'active' | 'failing' | 'disabled' | 'key ended'

type StateColumns = Pick<SubscriptionTable, 'disabled_at' | 'failing_since'> &
  Pick<Selectable<ApiKeyTable>, 'revoked_at' | 'expires_at'>

/** From the rows of the subscription and its key. */
export function subscriptionState(row: StateColumns, now: number): SubscriptionState {
  if (row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now)) return 'key ended'
  if (row.disabled_at !== null) return 'disabled'
  return row.failing_since === null ? 'active' : 'failing'
}

export interface SubscriptionView {
  id: string
  key_id: string
  key_name: string
  url: string
  events: EventName[]
  created_at: string
  state: SubscriptionState
  disabled_at: string | null
  disabled_reason: string | null
  last_success_at: string | null
  failing_since: string | null
  warned_at: string | null
  /** How many old secrets still sign beside the newest. */
  rotating: number
  pending: number
  delivered: number
  failed: number
}

/** Newest first; all, or the one with this id. */
export async function viewSubscriptions(db: Db, now: number, id?: string): Promise<SubscriptionView[]> {
  let query = db
    .selectFrom('subscriptions as s')
    .innerJoin('api_keys as k', 'k.id', 's.key_id')
    .selectAll('s')
    .select(['k.name', 'k.revoked_at', 'k.expires_at'])
    .select(
      sql<number>`(select count(*) from subscription_secrets
        where subscription_id = s.id and expires_at > ${now})`.as('rotating'),
    )
  if (id !== undefined) query = query.where('s.id', '=', id)
  const rows = await query.orderBy('s.created_at', 'desc').orderBy('s.id', 'desc').execute()
  const counts = await countDeliveries(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    id: row.id,
    key_id: row.key_id,
    key_name: row.name,
    url: row.url,
    events: JSON.parse(row.events),
    created_at: iso(row.created_at),
    state: subscriptionState(row, now),
    disabled_at: iso(row.disabled_at),
    disabled_reason: row.disabled_reason,
    last_success_at: iso(row.last_success_at),
    failing_since: iso(row.failing_since),
    warned_at: iso(row.warned_at),
    rotating: row.rotating,
    pending: counts.get(`${row.id} pending`) ?? 0,
    delivered: counts.get(`${row.id} delivered`) ?? 0,
    failed: counts.get(`${row.id} failed`) ?? 0,
  }))
}

async function countDeliveries(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('deliveries')
    .select((eb) => ['subscription_id', 'state', eb.fn.countAll<number>().as('count')])
    .where(among(db, 'subscription_id', ids))
    .groupBy(['subscription_id', 'state'])
    .execute()
  return new Map(rows.map((row) => [`${row.subscription_id} ${row.state}`, row.count]))
}

export interface DeliveryView {
  event_id: string
  type: string
  created_at: string
  state: DeliveryTable['state']
  /** When the next attempt may begin. */
  next_attempt_at: string | null
  finished_at: string | null
  attempts: AttemptView[]
}

export interface AttemptView {
  number: number
  started_at: string
  finished_at: string | null
  outcome: string | null
  status: number | null
  error: string | null
  response: string | null
}

interface DeliveryFilter {
  /** Only deliveries that failed for good, or whose last attempt failed. */
  failed: boolean
  limit: number
}

/** Newest first, each with all its attempts. */
export async function viewDeliveries(db: Db, id: string, { failed, limit }: DeliveryFilter): Promise<DeliveryView[]> {
  let query = db
    .selectFrom('deliveries as d')
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .select(['d.event_id', 'e.type', 'd.created_at', 'd.state', 'd.due_at', 'd.finished_at'])
    .where('d.subscription_id', '=', id)
  if (failed) {
    query = query.where((eb) =>
      eb.or([eb('d.state', '=', 'failed'), eb.and([eb('d.state', '=', 'pending'), eb('d.step', '>', 0)])]),
    )
  }
  const rows = await query.orderBy('d.created_at', 'desc').orderBy('d.event_id', 'desc').limit(limit).execute()
  if (rows.length === 0) return []
  const attempts = await db
    .selectFrom('attempts')
    .selectAll()
    .where('subscription_id', '=', id)
    .where(
      among(
        db,
        'event_id',
        rows.map((row) => row.event_id),
      ),
    )
    .orderBy('number')
    .execute()
  const byEvent = Map.groupBy(attempts, (attempt) => attempt.event_id)
  return rows.map((row) => ({
    event_id: row.event_id,
    type: row.type,
    created_at: iso(row.created_at),
    state: row.state,
    next_attempt_at: iso(row.due_at),
    finished_at: iso(row.finished_at),
    attempts: (byEvent.get(row.event_id) ?? []).map(viewAttempt),
  }))
}

/** All attempts of one delivery, oldest first. */
export async function readAttempts(db: Db, id: string, eventId: string): Promise<AttemptView[]> {
  const rows = await db
    .selectFrom('attempts')
    .selectAll()
    .where('subscription_id', '=', id)
    .where('event_id', '=', eventId)
    .orderBy('number')
    .execute()
  return rows.map(viewAttempt)
}

function viewAttempt({ number, started_at, finished_at, outcome, status, error, response }: AttemptTable): AttemptView {
  return { number, started_at: iso(started_at), finished_at: iso(finished_at), outcome, status, error, response }
}
