import { sql } from 'kysely'
import { givenRows } from '../database/given-rows.ts'
import type { Db } from '../database/schema.ts'
import { ATTEMPT_ROWS, type Claim } from './claims.ts'
import { type HealthTurn, writeHealth } from './health.ts'
import type { Outcome } from './outcome.ts'

const DELIVERY_COLUMNS = {
  subscription_id: 'text',
  event_id: 'text',
  number: 'integer',
  state: 'text',
  step: 'integer',
  due_at: 'bigint',
  finished_at: 'bigint',
} as const

const { started_at: _, ...ATTEMPT_COLUMNS } = ATTEMPT_ROWS.columns

/**
 * Records how attempts ended. A delivery changes only if the attempt is its newest. Subscriptions come first and in one
 * order, so two processes never deadlock. Returns the subscriptions whose health changed.
 */
export async function writeOutcomes(trx: Db, outcomes: readonly Outcome[], now: number): Promise<HealthTurn[]> {
  if (outcomes.length === 0) return []
  const turns = await writeHealth(trx, outcomes, now)
  const deliveries = outcomes.map((one) => ({
    ...keyOf(one),
    state: one.delivery.state,
    step: one.delivery.step,
    due_at: one.delivery.dueAt,
    finished_at: one.delivery.dueAt === null ? one.finishedAt : null,
  }))
  await sql`update deliveries set state = given.state, step = given.step, due_at = given.due_at,
      finished_at = given.finished_at, leased = 0
    from ${givenRows(trx, DELIVERY_COLUMNS, deliveries)}
    where deliveries.subscription_id = given.subscription_id and deliveries.event_id = given.event_id
      and deliveries.attempts = given.number and deliveries.leased = 1`.execute(trx)
  const attempts = outcomes.map((one) => ({
    ...keyOf(one),
    finished_at: one.finishedAt,
    outcome: one.outcome,
    status: one.status,
    error: one.error,
    response: one.response,
  }))
  await sql`update attempts set finished_at = given.finished_at, outcome = given.outcome, status = given.status,
      error = given.error, response = given.response
    from ${givenRows(trx, ATTEMPT_COLUMNS, attempts)}
    where attempts.subscription_id = given.subscription_id and attempts.event_id = given.event_id
      and attempts.number = given.number and attempts.finished_at is null`.execute(trx)
  return turns
}

function keyOf({ subscriptionId, eventId, number }: Claim) {
  return { subscription_id: subscriptionId, event_id: eventId, number }
}
