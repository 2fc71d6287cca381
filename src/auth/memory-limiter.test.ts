import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../test/properties.ts'
import { createMemoryLimiter } from './rate-limiter.ts'

function open(maxWindows = 1_000) {
  let now = 0
  const limiter = createMemoryLimiter({ now: () => now, maxWindows })
  return {
    ...limiter,
    pass(ms: number) {
      now += ms
    },
  }
}

describe('the limiter in memory', () => {
  it('never returns a reset time above one minute', (t) => {
    let i = 0
    t.mock.method(performance, 'now', () => i)
    const limiter = createMemoryLimiter()
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e7, noNaN: true }), (timestamp) => {
        i = timestamp
        assert.ok(limiter.take(String(timestamp), 1).resetMs <= 60_000)
      }),
      { numRuns: 300 },
    )
  })

  it('refunds a request once and never more than were taken', () => {
    const limiter = open()
    limiter.take('a', 1)
    limiter.refund('a')
    limiter.refund('a')
    limiter.refund('nobody')
    assert.equal(limiter.take('a', 1).allowed, true)
    assert.equal(limiter.take('a', 1).allowed, false)
  })

  it('keeps a bounded number of windows and drops expired ones', () => {
    const limiter = open(100)
    for (let i = 0; i < 1_000; i++) limiter.take(`address ${i}`, 5)
    assert.equal(limiter.size(), 100)
    limiter.pass(60_000)
    limiter.take('another', 5)
    assert.equal(limiter.size(), 1)
  })

  it('never allows more than the limit within a window', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(20_000)), { maxLength: 200 })
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 5 }), (all, limit) => {
        const limiter = open()
        const windows = new Map<string, { from: number; allowed: number }>()
        let now = 0
        for (const [name, space] of all) {
          limiter.pass(space)
          now += space
          let window = windows.get(name)
          if (!window || now - window.from >= 60_000) window = { from: now, allowed: 0 }
          windows.set(name, window)
          const take = limiter.take(name, limit)
          assert.equal(take.allowed, window.allowed < limit)
          if (take.allowed) window.allowed++
          assert.equal(take.remaining, limit - window.allowed)
          assert.equal(take.resetMs, window.from + 60_000 - now)
        }
      }),
    )
  })
})
