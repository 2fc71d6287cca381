import assert from 'node:assert/strict'
import { it } from 'node:test'
import { backOff } from './primary.ts'

it('waits ever longer while ends follow each other, and shortly again after a calm minute', () => {
  let now = 0
  const pause = backOff(() => now)
  const pauses = Array.from({ length: 9 }, () => {
    now += 100
    return pause()
  })
  assert.deepEqual(pauses, [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  now += 60_001
  assert.equal(pause(), 250)
})
