import type { PostResult } from './post.ts'
import { nextDelay, readRetryAfter } from './schedule.ts'

/** A delivery under lease. The attempt's number fences it against later attempts. */
export interface Claim {
  subscriptionId: string
  eventId: string
  number: number
  step: number
  startedAt: number
}

/** `rejected` is an answer other than 2xx. */
export type OutcomeName = 'delivered' | 'rejected' | Exclude<PostResult['kind'], 'answer'>

/** How an attempt ended, and what happens to its delivery. */
export interface Outcome extends Claim {
  outcome: OutcomeName
  finishedAt: number
  status: number | null
  error: string | null
  /** The beginning of an answer that was not a success; null otherwise. */
  response: string | null
  delivery: { state: 'pending' | 'delivered' | 'failed'; step: number; dueAt: number | null }
}

export function judge(claim: Claim, result: PostResult, finishedAt: number, random: number): Outcome {
  const ended = { ...claim, finishedAt, status: null, response: null }
  if (result.kind === 'aborted') {
    const delivery = { state: 'pending', step: claim.step, dueAt: finishedAt } as const
    return { ...ended, outcome: 'aborted', error: result.error, delivery }
  }
  const answered = result.kind === 'answer'
  if (answered && result.status >= 200 && result.status < 300) {
    const delivery = { state: 'delivered', step: claim.step + 1, dueAt: null } as const
    return { ...ended, status: result.status, outcome: 'delivered', error: null, delivery }
  }
  const asked = answered ? readRetryAfter(result.retryAfter, finishedAt) : undefined
  const delay = nextDelay(claim.step, random, asked)
  return {
    ...ended,
    ...(answered ? { status: result.status, response: result.response } : {}),
    outcome: answered ? 'rejected' : result.kind,
    error: answered ? null : result.error,
    delivery: {
      state: delay === undefined ? 'failed' : 'pending',
      step: claim.step + 1,
      dueAt: delay === undefined ? null : finishedAt + delay,
    },
  }
}
