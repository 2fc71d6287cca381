import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fairShares } from './claims.ts'

const limits = { total: 10, perSubscription: 4, perTimedOut: 1 }
const healthy = (id: string) => ({ id, timedOut: false })
const timedOut = (id: string) => ({ id, timedOut: true })

it('gives each subscription its bound when there is room for all', () => {
  const shares = fairShares([healthy('a'), healthy('b')], new Map(), 0, limits)
  assert.deepEqual(Object.fromEntries(shares), { a: 4, b: 4 })
})

it('counts what is under way', () => {
  const shares = fairShares([healthy('a'), healthy('b')], new Map([['a', 3]]), 0, limits)
  assert.deepEqual(Object.fromEntries(shares), { a: 1, b: 4 })
})

it('deals scarce places out in turn', () => {
  const shares = fairShares(['a', 'b', 'c', 'd'].map(healthy), new Map([['x', 4]]), 0, limits)
  assert.deepEqual(Object.fromEntries(shares), { a: 2, b: 2, c: 1, d: 1 })
})

it('gives out nothing when all places are taken', () => {
  assert.equal(fairShares([healthy('a')], new Map([['x', 10]]), 0, limits).size, 0)
})

it('leaves half of all places to those that answer, however many hang', () => {
  const many = Array.from({ length: 30 }, (_, i) => timedOut(`h${i}`))
  const shares = fairShares([...many, healthy('a')], new Map(), 0, limits)
  assert.equal(shares.get('a'), 4)
  assert.equal(
    [...shares.values()].reduce((sum, item) => sum + item),
    9,
  )
  assert.equal(fairShares(many, new Map([['h0', 5]]), 5, limits).size, 0)
})

it('takes nothing of the half of those that hang for those that answer', () => {
  const shares = fairShares(
    [...['a', 'b', 'c', 'd'].map(healthy), ...['h', 'i', 'j'].map(timedOut)],
    new Map(),
    0,
    limits,
  )
  assert.deepEqual(Object.fromEntries(shares), { a: 2, b: 2, c: 2, d: 1, h: 1, i: 1, j: 1 })
})
