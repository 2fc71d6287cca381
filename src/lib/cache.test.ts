import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createCache } from './cache.ts'

it('keeps what is used and drops the rest, never above its bound', () => {
  const cache = createCache<number, string>(100)
  cache.set(0, 'used')
  for (let key = 1; key < 1_000; key++) {
    cache.set(key, String(key))
    assert.equal(cache.get(0), 'used')
    assert.ok(cache.size <= 100)
  }
  assert.equal(cache.get(999), '999')
  assert.equal(cache.get(1), undefined)
})

it('counts sizes, and counts a replaced value once', () => {
  const cache = createCache<string, string>(100, (value) => value.length)
  for (let count = 0; count < 50; count++) cache.set('same', 'x'.repeat(40))
  assert.equal(cache.size, 40)
  cache.set('same', 'x')
  assert.equal(cache.size, 1)
  cache.set('large', 'x'.repeat(1_000))
  assert.equal(cache.get('large')?.length, 1_000)
  cache.delete('large')
  cache.delete('same')
  assert.equal(cache.size, 0)
})

it('keeps no more than its bound of what has no size', () => {
  const cache = createCache<number, string>(100, (value) => value.length)
  for (let key = 0; key < 1_000; key++) cache.set(key, '')
  assert.ok(cache.size <= 100)
  assert.equal(cache.get(0), undefined)
})

it('makes a value once', () => {
  const cache = createCache<string, string | undefined>(10)
  let created = 0
  const make = () => (created++ === 0 ? 'first' : undefined)
  assert.equal(cache.getOrCompute('a', make), 'first')
  assert.equal(cache.getOrCompute('a', make), 'first')
  assert.equal(cache.getOrCompute('b', make), undefined)
  assert.equal(cache.getOrCompute('b', make), undefined)
  assert.equal(created, 2)
  cache.clear()
  assert.equal(cache.get('a'), undefined)
  assert.equal(cache.size, 0)
})
