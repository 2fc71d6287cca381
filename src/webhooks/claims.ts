import { type RawBuilder, sql } from 'kysely'
import { among, type BulkTable, upsertRows } from '../database/bulk.ts'
import { skipLocked } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'
import { liveSubscriptions } from './live-subscriptions.ts'

export interface DueSubscription {
  id: string
  url: string
  /** When its next delivery may be claimed. */
  dueAt: number
}

/** A delivery under lease. The attempt's number fences it against later attempts. */
export interface Claim {
  subscriptionId: string
  eventId: string
  number: number
  step: number
  startedAt: number
}

export const ATTEMPT_ROWS: BulkTable<'attempts'> = {
  table: 'attempts',
  key: ['subscription_id', 'event_id', 'number'],
  columns: {
    subscription_id: 'text',
    event_id: 'text',
    number: 'integer',
    started_at: 'bigint',
    finished_at: 'bigint',
    outcome: 'text',
    status: 'integer',
    error: 'text',
    response: 'text',
  },
}

/** Parts of one statement; SQLite takes at most 500. */
const SUBSCRIPTIONS_A_STATEMENT = 100

/**
 * The subscriptions with a delivery due by then, the longest waiting first. Each costs one look at an index, however
 * long its backlog. Disabled ones and those of ended keys are left out.
 */
export async function dueSubscriptions(db: Db, until: number, now: number): Promise<DueSubscription[]> {
  const rows = await db
    .selectFrom(
      liveSubscriptions(db, now)
        .select(['subscriptions.id', 'subscriptions.url'])
        .select(
          sql<number | null>`(select min(due_at) from deliveries
            where subscription_id = subscriptions.id and due_at is not null)`.as('due_at'),
        )
        .where('subscriptions.disabled_at', 'is', null)
        .as('active'),
    )
    .selectAll()
    .where('due_at', '<=', until)
    .orderBy('due_at')
    .execute()
  return rows.map((row) => ({ id: row.id, url: row.url, dueAt: row.due_at ?? 0 }))
}

/**
 * Claims due deliveries of these subscriptions, a number of each, and records the attempts that will begin. Other
 * processes skip them. An unfinished one is due again when its lease ends.
 */
export async function claimDeliveries(
  trx: Db,
  shares: ReadonlyMap<string, number>,
  now: number,
  leaseMs: number,
): Promise<Claim[]> {
  const all = [...shares]
  const claims: Claim[] = []
  for (let from = 0; from < all.length; from += SUBSCRIPTIONS_A_STATEMENT) {
    const parts = all.slice(from, from + SUBSCRIPTIONS_A_STATEMENT).map(([id, room]) => oldestDue(trx, id, room, now))
    const { rows } = await sql<{ subscription_id: string; event_id: string; attempts: number; step: number }>`
      with picked as materialized (${sql.join(parts, sql` union all `)})
      update deliveries set attempts = attempts + 1, leased = 1, due_at = ${now + leaseMs}
      from picked where subscription_id = picked.s and event_id = picked.e
      returning subscription_id, event_id, attempts, step`.execute(trx)
    for (const row of rows) {
      const { subscription_id: subscriptionId, event_id: eventId, attempts: number, step } = row
      claims.push({ subscriptionId, eventId, number, step, startedAt: now })
    }
  }
  await upsertRows(trx, ATTEMPT_ROWS, claims.map(toAttempt))
  return claims
}

function oldestDue(db: Db, id: string, room: number, now: number): RawBuilder<unknown> {
  return sql`select * from (select subscription_id as s, event_id as e from deliveries
    where subscription_id = ${id} and due_at <= ${now} order by due_at limit ${room} ${skipLocked(db)}) as oldest`
}

function toAttempt({ subscriptionId, eventId, number, startedAt }: Claim) {
  return {
    subscription_id: subscriptionId,
    event_id: eventId,
    number,
    started_at: startedAt,
    finished_at: null,
    outcome: null,
    status: null,
    error: null,
    response: null,
  }
}

/** The bytes to send, by event. */
export async function readBodies(db: Db, eventIds: readonly string[]): Promise<Map<string, string>> {
  if (eventIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('events')
    .select(['id', 'body'])
    .where(among(db, 'id', [...new Set(eventIds)]))
    .execute()
  return new Map(rows.map((row) => [row.id, row.body]))
}
