import assert from 'node:assert/strict'
import { it } from 'node:test'
import { healthChange } from './health.ts'
import { toOutcome } from './outcome.ts'

const DAY = 86_400_000
const NOW = 100 * DAY
const claim = { subscriptionId: 'wh_1', eventId: 'evt_1', number: 1, step: 0, startedAt: NOW }
const answered = (status: number) =>
  toOutcome(claim, { kind: 'answer', status, retryAfter: undefined, response: '' }, NOW, 0.5)
const health = {
  id: 'wh_1',
  url: 'https://example.com/',
  disabled_at: null,
  last_success_at: null,
  failing_since: null,
  warned_at: null,
}

it('records the first failure and clears it on success', () => {
  assert.deepEqual(healthChange(health, [answered(500)], NOW), { id: 'wh_1', failing_since: NOW, warned_at: NOW })
  const failing = { ...health, failing_since: NOW - DAY, warned_at: NOW }
  assert.equal(healthChange(failing, [answered(500)], NOW), undefined)
  const recovered = { id: 'wh_1', last_success_at: NOW, failing_since: null, warned_at: null }
  assert.deepEqual(healthChange(failing, [answered(500), answered(200)], NOW), recovered)
})

it('disables a subscription that has failed for five days', () => {
  const since = (days: number) => healthChange({ ...health, failing_since: NOW - days * DAY }, [answered(500)], NOW)
  assert.equal(since(4.99), undefined)
  assert.equal(since(5)?.disabled_at, NOW)
  assert.match(since(6)?.disabled_reason ?? '', /five days/)
})

it('disables a subscription at once on 410', () => {
  assert.match(healthChange(health, [answered(410)], NOW)?.disabled_reason ?? '', /410/)
  assert.match(healthChange(health, [answered(200), answered(410)], NOW)?.disabled_reason ?? '', /410/)
  const disabled = { ...health, disabled_at: 1, failing_since: 1 }
  assert.equal(healthChange(disabled, [answered(410)], NOW), undefined)
})

it('writes a success at most once a minute', () => {
  const fresh = { ...health, last_success_at: NOW - 59_000 }
  assert.equal(healthChange(fresh, [answered(200)], NOW), undefined)
  const older = { ...health, last_success_at: NOW - 61_000 }
  assert.equal(healthChange(older, [answered(200)], NOW)?.last_success_at, NOW)
})

it('ignores attempts that the sender aborted', () => {
  const aborted = toOutcome(claim, { kind: 'aborted', error: '' }, NOW, 0.5)
  assert.deepEqual(aborted.delivery, { state: 'pending', step: 0, dueAt: NOW })
  assert.equal(healthChange(health, [aborted], NOW), undefined)
})
