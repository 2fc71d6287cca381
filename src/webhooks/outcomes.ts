import { sql } from 'kysely'
import { givenRows } from '../database/given-rows.ts'
import type { Db } from '../database/schema.ts'
import type { Claim } from './claims.ts'
import { type Disabled, writeHealth } from './health.ts'
import type { PostResult } from './post.ts'
import { nextDelay, readRetryAfter } from './schedule.ts'

/** `rejected` is an answer other than 2xx. */
export type OutcomeName = 'delivered' | 'rejected' | Exclude<PostResult['kind'], 'answer'>

/** How an attempt ended, and what becomes of its delivery. */
export interface Outcome extends Claim {
  outcome: OutcomeName
  finishedAt: number
  status: number | null
  error: string | null
  response: string | null
  delivery: { state: 'pending' | 'delivered' | 'failed'; step: number; dueAt: number | null }
}

const DELIVERY_COLUMNS = {
  subscription_id: 'text',
  event_id: 'text',
  number: 'integer',
  state: 'text',
  step: 'integer',
  due_at: 'bigint',
  finished_at: 'bigint',
} as const

const ATTEMPT_COLUMNS = {
  subscription_id: 'text',
  event_id: 'text',
  number: 'integer',
  finished_at: 'bigint',
  outcome: 'text',
  status: 'integer',
  error: 'text',
  response: 'text',
} as const

export function judge(claim: Claim, result: PostResult, finishedAt: number, random: number): Outcome {
  const ended = { ...claim, finishedAt, status: null, response: null }
  if (result.kind === 'aborted') {
    const delivery = { state: 'pending', step: claim.step, dueAt: finishedAt } as const
    return { ...ended, outcome: 'aborted', error: result.error, delivery }
  }
  const answered = result.kind === 'answer'
  const told = answered ? { status: result.status, response: result.response } : {}
  if (answered && result.status >= 200 && result.status < 300) {
    const delivery = { state: 'delivered', step: claim.step + 1, dueAt: null } as const
    return { ...ended, ...told, outcome: 'delivered', error: null, delivery }
  }
  const asked = answered ? readRetryAfter(result.retryAfter, finishedAt) : undefined
  const delay = nextDelay(claim.step, random, asked)
  return {
    ...ended,
    ...told,
    outcome: answered ? 'rejected' : result.kind,
    error: answered ? null : result.error,
    delivery: {
      state: delay === undefined ? 'failed' : 'pending',
      step: claim.step + 1,
      dueAt: delay === undefined ? null : finishedAt + delay,
    },
  }
}

/**
 * Writes how attempts ended. A delivery changes only if the attempt is still its newest. Subscriptions come first
 * and in one order, so that two processes never wait for each other. Returns those that were disabled by this.
 */
export async function writeOutcomes(trx: Db, outcomes: readonly Outcome[], now: number): Promise<Disabled[]> {
  if (outcomes.length === 0) return []
  const disabled = await writeHealth(trx, outcomes, now)
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
  return disabled
}

function keyOf({ subscriptionId, eventId, number }: Claim) {
  return { subscription_id: subscriptionId, event_id: eventId, number }
}
