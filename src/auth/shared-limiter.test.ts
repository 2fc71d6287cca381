import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createMemoryLimiter, type LimitRequest } from './rate-limiter.ts'
import { createSharedLimiter } from './shared-limiter.ts'

it('grants several processes together what one limit allows, and tells each what is left', async () => {
  const windows = createMemoryLimiter()
  const count = async (batch: LimitRequest[]) => batch.map(windows.count)
  const limiters = [createSharedLimiter({ count }), createSharedLimiter({ count })]
  await Promise.all(limiters.map((limiter) => limiter.probe()))
  const takes = await Promise.all(Array.from({ length: 14 }, (_, i) => limiters[i % 2]!.take('a', 10)))
  assert.equal(takes.filter(({ allowed }) => allowed).length, 10)
  const left = takes.filter(({ allowed }) => allowed).map(({ remaining }) => remaining)
  assert.deepEqual(
    left.toSorted((a, b) => a - b),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  )
  limiters[0]!.refund('a')
  assert.equal((await limiters[0]!.take('a', 10)).allowed, true)
  assert.equal((await limiters[1]!.take('a', 10)).allowed, false)
  await Promise.all(limiters.map((limiter) => limiter.close()))
})

it('counts by itself while nobody else counts, and says so once', async () => {
  const reported: boolean[] = []
  let isAway = true
  const windows = createMemoryLimiter()
  const limiter = createSharedLimiter({
    async count(batch) {
      if (isAway) throw new Error('away')
      return batch.map(windows.count)
    },
    onChange: (away) => reported.push(away),
  })
  await limiter.probe()
  assert.equal((await limiter.take('a', 1)).allowed, true)
  assert.equal((await limiter.take('a', 1)).allowed, false)
  isAway = false
  await limiter.probe()
  assert.equal((await limiter.take('a', 1)).allowed, true, 'the shared window is another')
  isAway = true
  assert.equal((await limiter.take('b', 1)).allowed, true)
  assert.deepEqual(reported, [true, false, true])
  await limiter.close()
})
