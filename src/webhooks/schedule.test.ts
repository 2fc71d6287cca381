import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { createStepWatch, nextDelay, readRetryAfter, STEPS } from './outcome.ts'

const NOW = Date.parse('2026-03-01T10:00:00Z')

it('has ten attempts, each within a fifth of its step', () => {
  assert.equal(STEPS.length, 10)
  fc.assert(
    fc.property(fc.nat(8), fc.double({ min: 0, max: 1, noNaN: true }), (step, random) => {
      const base = STEPS[step + 1]!
      const delay = nextDelay(step, random)!
      assert.ok(delay >= base * 0.8 && delay <= base * 1.2)
    }),
  )
  assert.equal(nextDelay(9, 0.5), undefined)
})

it('keeps what the receiver asks for between one and two times the step', () => {
  assert.equal(nextDelay(0, 0, 0), 5_000)
  assert.equal(nextDelay(0, 0, 7_000), 7_000)
  assert.equal(nextDelay(0, 0, 3_600_000), 10_000)
  assert.equal(nextDelay(1, 1, 3_600_000), 600_000)
  assert.equal(nextDelay(9, 0, 10_000), undefined)
})

it('reads Retry-After as seconds or as the date that servers may send', () => {
  assert.equal(readRetryAfter('120', NOW), 120_000)
  assert.equal(readRetryAfter('0', NOW), 0)
  assert.equal(readRetryAfter('Sun, 01 Mar 2026 10:00:30 GMT', NOW), 30_000)
  assert.equal(readRetryAfter('Sun, 01 Mar 2026 09:00:00 GMT', NOW), 0)
})

it('ignores a Retry-After that cannot be read', () => {
  for (const text of ['', 'soon', '-5', '1.5', '1e3', '0x10', '12 s', '2026-03-01', 'Sun, 99 Mar 2026 10:00:30 GMT']) {
    assert.equal(readRetryAfter(text, NOW), undefined, text)
  }
  assert.equal(readRetryAfter(undefined, NOW), undefined)
  assert.equal(readRetryAfter(['1', '2'], NOW), undefined)
})

it('notices a clock that goes back, once, and nothing else', () => {
  const wentBack = createStepWatch(1_000)
  const told = [5_000, 6_000, 5_500, 90_000, 6_000, 6_001, 5_900, 4_000].map(wentBack)
  assert.deepEqual(told, [false, false, false, false, true, false, false, true])
})
