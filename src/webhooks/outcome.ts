import type { PostResult } from './post.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Backoff before each attempt, from the end of the previous one. */
export const RETRY_SCHEDULE_MS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

const JITTER = 0.2

export const DISABLE_AFTER_MS = 5 * DAY
export const REMINDER_MS = DAY

/** Returns the wait after a failure, undefined after the last attempt. `random` is between 0 and 1. */
export function nextDelay(step: number, random: number, retryAfterMs?: number): number | undefined {
  const base = RETRY_SCHEDULE_MS[step + 1]
  if (base === undefined) return undefined
  if (retryAfterMs !== undefined) return Math.min(Math.max(retryAfterMs, base), 2 * base)
  return Math.round(base * (1 - JITTER + 2 * JITTER * random))
}

/** Undefined if malformed. */
export function readRetryAfter(value: unknown, now: number): number | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (/^\d+$/.test(text)) return Number(text) * SECOND
  const timestamp = Date.parse(text)
  // The form of dates that servers may send (RFC 9110, 5.6.7).
  return !Number.isNaN(timestamp) && new Date(timestamp).toUTCString() === text
    ? Math.max(0, timestamp - now)
    : undefined
}

/** The attempt's number fences it against later attempts. */
export interface Claim {
  subscriptionId: string
  eventId: string
  number: number
  step: number
  startedAt: number
}

export type OutcomeName = 'delivered' | 'rejected' | Exclude<PostResult['kind'], 'answer'>

export interface Outcome extends Claim {
  outcome: OutcomeName
  finishedAt: number
  status: number | null
  error: string | null
  /** Start of a response other than 2xx. */
  response: string | null
  delivery: { state: 'pending' | 'delivered' | 'failed'; step: number; dueAt: number | null }
}

export function toOutcome(claim: Claim, result: PostResult, finishedAt: number, random: number): Outcome {
  const isAnswer = result.kind === 'answer'
  const outcome = !isAnswer ? result.kind : isSuccess(result.status) ? 'delivered' : 'rejected'
  const answer = isAnswer
    ? { status: result.status, error: null, response: outcome === 'rejected' ? result.response : null }
    : { status: null, error: result.error, response: null }
  return { ...claim, outcome, finishedAt, ...answer, delivery: deliveryAfter() }

  function deliveryAfter(): Outcome['delivery'] {
    if (outcome === 'aborted') return { state: 'pending', step: claim.step, dueAt: finishedAt }
    const step = claim.step + 1
    if (outcome === 'delivered') return { state: 'delivered', step, dueAt: null }
    const delay = nextDelay(claim.step, random, isAnswer ? readRetryAfter(result.retryAfter, finishedAt) : undefined)
    if (delay === undefined) return { state: 'failed', step, dueAt: null }
    return { state: 'pending', step, dueAt: finishedAt + delay }
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}
