import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BUCKETS, bucketOf, percentile } from './traffic.ts'

it('tells a percentile within a bucket of a third', () => {
  const histogram = new Array<number>(BUCKETS).fill(0)
  for (let ms = 1; ms <= 1_000; ms++) histogram[bucketOf(ms)]!++
  for (const share of [0.5, 0.9, 0.99]) {
    const told = percentile(histogram, share)!
    assert.ok(told >= share * 1_000 && told <= (share * 1_000 * 4) / 3, `${share}: ${told}`)
  }
})

it('takes any duration, and tells nothing of no requests', () => {
  for (const ms of [0, -1, Number.NaN, 0.1, 1e9]) assert.ok(bucketOf(ms) >= 0 && bucketOf(ms) < BUCKETS)
  assert.equal(percentile([], 0.5), null)
  assert.equal(percentile([0, 0], 0.99), null)
})
