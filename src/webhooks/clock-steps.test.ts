import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createStepWatch } from './clock-steps.ts'

it('notices a clock that goes back, once, and nothing else', () => {
  const wentBack = createStepWatch(1_000)
  const told = [5_000, 6_000, 5_500, 90_000, 6_000, 6_001, 5_900, 4_000].map(wentBack)
  assert.deepEqual(told, [false, false, false, false, true, false, false, true])
})
