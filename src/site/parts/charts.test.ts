import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dots, scale, ticks, widen } from './charts.ts'

describe('a scale', () => {
  it('maps a range onto a drawing, and a single value onto its start', () => {
    const x = scale(10, 20, 0, 100)
    assert.deepEqual([x(10), x(15), x(20)], [0, 50, 100])
    assert.equal(scale(5, 5, 0, 100)(5), 0)
  })

  it('marks round values', () => {
    assert.deepEqual(ticks(0, 100), [0, 25, 50, 75, 100])
    assert.deepEqual(ticks(612_000, 798_000), [650_000, 700_000, 750_000])
    assert.deepEqual(ticks(5, 5), [5])
    assert.deepEqual(ticks(Number.NaN, 5), [Number.NaN])
  })

  it('widens a range without falling below zero', () => {
    assert.deepEqual(widen([100, 200], 0.1), [90, 210])
    assert.deepEqual(widen([0, 10], 0.5), [0, 15])
    assert.deepEqual(widen([50], 0.1), [45, 55])
  })

  it('writes dots as one path', () =>
    assert.equal(
      dots([
        [1, 2],
        [3, 4],
      ]),
      'M1 2h0M3 4h0',
    ))
})
