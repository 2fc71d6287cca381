import { type RawBuilder, sql } from 'kysely'
import { type Db, findRows, skipLocked, upsertRows, valuesTable } from '../database/schema.ts'
import { type HealthChange, writeHealth } from './health.ts'
import { bodyUnder } from './outbox.ts'
import { type Claim, type Outcome, RETRY_SCHEDULE_MS } from './outcome.ts'
import { liveSubscriptions } from './subscriptions.ts'

/** Max. parts of one statement: SQLite takes 500. */
const SUBSCRIPTIONS_A_STATEMENT = 100

/** Subscriptions with a due delivery, the longest waiting first. Costs one index lookup each, whatever the backlog. */
export async function dueSubscriptions(db: Db, until: number, now: number) {
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
 * Claims due deliveries and records the attempts that will begin. An unfinished one is due again when its lease ends.
 */
export async function claimDeliveries(trx: Db, shares: ReadonlyMap<string, number>, now: number, leaseMs: number) {
  const all = [...shares]
  const claims: Claim[] = []
  for (let from = 0; from < all.length; from += SUBSCRIPTIONS_A_STATEMENT) {
    const parts = all.slice(from, from + SUBSCRIPTIONS_A_STATEMENT).map(([id, slots]) => oldestDue(trx, id, slots, now))
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
  await upsertRows(trx, 'attempts', ['subscription_id', 'event_id', 'number'], claims.map(toAttempt))
  return claims
}

function oldestDue(db: Db, id: string, slots: number, now: number): RawBuilder<unknown> {
  return sql`select * from (select subscription_id as s, event_id as e from deliveries
    where subscription_id = ${id} and due_at <= ${now} order by due_at limit ${slots} ${skipLocked(db)}) as oldest`
}

function toAttempt(claim: Claim) {
  const none = { finished_at: null, outcome: null, status: null, error: null, response: null }
  return { ...keyOf(claim), started_at: claim.startedAt, ...none }
}

/** The first claim of an event stores its bytes, so that every attempt sends the same. */
export async function readBodies(trx: Db, claims: readonly Claim[], base: string): Promise<Map<string, string>> {
  const ids = [...new Set(claims.map(({ eventId }) => eventId))].sort()
  let rows = await findRows(trx, 'events', 'id', ids)
  const open = rows.filter(({ final }) => final === 0)
  if (open.length > 0) {
    const bodies = open.map(({ id, body }) => ({ id, body: bodyUnder(base, body) }))
    const values = valuesTable(trx, { id: 'text', body: 'text' }, bodies)
    await sql`update events set body = given.body, final = 1
      from ${values} where events.id = given.id and events.final = 0`.execute(trx)
    // Another sender may have stored them first.
    rows = await findRows(trx, 'events', 'id', ids)
  }
  return new Map(rows.map((row) => [row.id, row.body]))
}

const ENDED = {
  ...({ subscription_id: 'text', event_id: 'text', number: 'integer' } as const),
  ...({ state: 'text', step: 'integer', due_at: 'bigint', finished_at: 'bigint' } as const),
  ...({ ended_at: 'bigint', outcome: 'text', status: 'integer', error: 'text', response: 'text' } as const),
}

/**
 * A delivery changes only if the attempt is its newest. Subscriptions come first and in one order, to avoid deadlocks.
 */
export async function writeOutcomes(trx: Db, outcomes: readonly Outcome[], now: number): Promise<HealthChange[]> {
  if (outcomes.length === 0) return []
  const turns = await writeHealth(trx, outcomes, now)
  const ended = outcomes.map(({ delivery, finishedAt, outcome, status, error, response, ...claim }) => ({
    ...keyOf(claim),
    state: delivery.state,
    step: delivery.step,
    due_at: delivery.dueAt,
    finished_at: delivery.dueAt === null ? finishedAt : null,
    ended_at: finishedAt,
    outcome,
    status,
    error,
    response,
  }))
  const values = valuesTable(trx, ENDED, ended)
  await sql`update deliveries set state = given.state, step = given.step, due_at = given.due_at,
      finished_at = given.finished_at, leased = 0
    from ${values}
    where deliveries.subscription_id = given.subscription_id and deliveries.event_id = given.event_id
      and deliveries.attempts = given.number and deliveries.leased = 1`.execute(trx)
  await sql`update attempts set finished_at = given.ended_at, outcome = given.outcome, status = given.status,
      error = given.error, response = given.response
    from ${values}
    where attempts.subscription_id = given.subscription_id and attempts.event_id = given.event_id
      and attempts.number = given.number and attempts.finished_at is null`.execute(trx)
  return turns
}

function keyOf({ subscriptionId, eventId, number }: Claim) {
  return { subscription_id: subscriptionId, event_id: eventId, number }
}

/** Longest wait in steps that `Retry-After` can cause; a later due time came from a clock that was ahead. */
const MAX_WAIT_STEPS = 2

/** Reschedules deliveries whose due time came from a clock that was ahead and has been set back. */
export async function repairDueTimes(db: Db, now: number, leaseMs: number): Promise<number> {
  const wait = sql`case when leased = 1 then ${sql.lit(leaseMs)}
    ${sql.join(
      RETRY_SCHEDULE_MS.map((ms, step) => sql`when step = ${sql.lit(step)} then ${sql.lit(ms)}`),
      sql` `,
    )} else 0 end`
  const timestamp = sql`cast(${now} as bigint)`
  const { numAffectedRows } = await sql`update deliveries set due_at = ${timestamp} + ${wait}
    where due_at is not null and due_at > ${timestamp} + ${sql.lit(MAX_WAIT_STEPS)} * (${wait})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export interface SendLimits {
  /** Max. attempts in this process. */
  total: number
  perSubscription: number
  /** Max. attempts of a subscription after a timeout. */
  perTimedOut: number
}

/**
 * Shares places one at a time, so that a long backlog never delays a short one. Hanging subscriptions get at most
 * half.
 */
export function fairShares(
  contenders: readonly { id: string; timedOut: boolean }[],
  underWay: ReadonlyMap<string, number>,
  timedOutUnderWay: number,
  limits: SendLimits,
): Map<string, number> {
  let free = limits.total
  for (const count of underWay.values()) free -= count
  let freeForTimedOut = Math.floor(limits.total / 2) - timedOutUnderWay
  const shares = new Map<string, number>()
  let waiting = contenders.map((contender) => ({
    ...contender,
    slots: (contender.timedOut ? limits.perTimedOut : limits.perSubscription) - (underWay.get(contender.id) ?? 0),
  }))
  while (waiting.length > 0) {
    waiting = waiting.filter((contender) => {
      if (free <= 0 || contender.slots <= 0 || (contender.timedOut && freeForTimedOut <= 0)) return false
      shares.set(contender.id, (shares.get(contender.id) ?? 0) + 1)
      contender.slots--
      free--
      if (contender.timedOut) freeForTimedOut--
      return true
    })
  }
  return shares
}
