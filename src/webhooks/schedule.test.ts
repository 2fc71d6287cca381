import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../test/properties.ts'
import {
  type Claim,
  DISABLE_AFTER_MS,
  nextDelay,
  REMINDER_MS,
  RETRY_SCHEDULE_MS,
  readRetryAfter,
  toOutcome,
} from './outcome.ts'
import type { PostResult } from './post.ts'

const NOW = Date.parse('2026-03-01T10:00:00Z')

it('makes ten attempts, each within 20% of its step', () => {
  assert.deepEqual(
    RETRY_SCHEDULE_MS.map((ms) => ms / 1_000),
    [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
  )
  assert.deepEqual([DISABLE_AFTER_MS, REMINDER_MS], [432_000_000, 86_400_000])
  assert.deepEqual(
    [0, 0.25, 0.5, 1].map((random) => nextDelay(1, random)),
    [240_000, 270_000, 300_000, 360_000],
  )
  fc.assert(
    fc.property(fc.nat(8), fc.double({ min: 0, max: 1, noNaN: true }), (step, random) => {
      const base = RETRY_SCHEDULE_MS[step + 1]!
      const delay = nextDelay(step, random)!
      assert.ok(delay >= base * 0.8 && delay <= base * 1.2)
    }),
  )
  assert.equal(nextDelay(9, 0.5), undefined)
})

it('limits Retry-After to between one and two steps', () => {
  assert.equal(nextDelay(0, 0, 0), 5_000)
  assert.equal(nextDelay(0, 0, 7_000), 7_000)
  assert.equal(nextDelay(0, 0, 3_600_000), 10_000)
  assert.equal(nextDelay(1, 1, 3_600_000), 600_000)
  assert.equal(nextDelay(9, 0, 10_000), undefined)
})

it('reads Retry-After as seconds or as an HTTP date', () => {
  assert.equal(readRetryAfter('120', NOW), 120_000)
  assert.equal(readRetryAfter('0', NOW), 0)
  assert.equal(readRetryAfter(' 120 ', NOW), 120_000)
  assert.equal(readRetryAfter('Sun, 01 Mar 2026 10:00:30 GMT', NOW), 30_000)
  assert.equal(readRetryAfter('Sun, 01 Mar 2026 09:00:00 GMT', NOW), 0)
})

it('ignores a malformed Retry-After', () => {
  for (const text of ['', 'soon', '-5', '1.5', '1e3', '0x10', '12 s', '2026-03-01', 'Sun, 99 Mar 2026 10:00:30 GMT']) {
    assert.equal(readRetryAfter(text, NOW), undefined, text)
  }
  assert.equal(readRetryAfter(undefined, NOW), undefined)
  assert.equal(readRetryAfter(['1', '2'], NOW), undefined)
})

const claim: Claim = { subscriptionId: 's', eventId: 'e', number: 3, step: 1, startedAt: NOW - 1_000 }
const answer = (status: number, retryAfter?: string): PostResult => ({
  kind: 'answer',
  status,
  retryAfter,
  response: 'no',
})

/** At the middle of each wait: what becomes of the delivery, and what is kept of the answer. */
const ends: { why: string; result: PostResult; step?: number; outcome: string; delivery: object; kept: unknown[] }[] = [
  ...[200, 299].map((status) => ({
    why: `${status} delivers`,
    result: answer(status),
    outcome: 'delivered',
    kept: [status, null, null],
    delivery: { state: 'delivered', step: 2, dueAt: null },
  })),
  ...[199, 300].map((status) => ({
    why: `${status} does not`,
    result: answer(status),
    outcome: 'rejected',
    kept: [status, null, 'no'],
    delivery: { state: 'pending', step: 2, dueAt: NOW + 300_000 },
  })),
  {
    why: 'a receiver may ask for more time',
    result: answer(503, '400'),
    outcome: 'rejected',
    delivery: { state: 'pending', step: 2, dueAt: NOW + 400_000 },
    kept: [503, null, 'no'],
  },
  {
    why: 'the tenth fails for good',
    result: answer(500),
    step: 9,
    outcome: 'rejected',
    delivery: { state: 'failed', step: 10, dueAt: null },
    kept: [500, null, 'no'],
  },
  {
    why: 'no answer in time is tried again',
    result: { kind: 'timeout', error: 'late' },
    step: 0,
    outcome: 'timeout',
    delivery: { state: 'pending', step: 1, dueAt: NOW + 5_000 },
    kept: [null, 'late', null],
  },
  {
    why: 'one cut off here is repeated at its step',
    result: { kind: 'aborted', error: 'stopped' },
    step: 4,
    outcome: 'aborted',
    delivery: { state: 'pending', step: 4, dueAt: NOW },
    kept: [null, 'stopped', null],
  },
]

for (const { why, result, step = 1, outcome, delivery, kept: remaining } of ends) {
  it(`judges an attempt: ${why}`, () => {
    const judged = toOutcome({ ...claim, step }, result, NOW, 0.5)
    assert.deepEqual(judged.delivery, delivery)
    assert.deepEqual([judged.status, judged.error, judged.response], remaining)
    assert.deepEqual([judged.outcome, judged.finishedAt, judged.eventId], [outcome, NOW, 'e'])
  })
}
