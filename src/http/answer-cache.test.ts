import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createAnswerCache } from './answer-cache.ts'
import { createAnswer } from './answers.ts'

const answer = (size: number) => createAnswer('/', Buffer.alloc(size, 97))

it('gives an answer by its key and by every address it was asked under', () => {
  const cache = createAnswerCache()
  const held = answer(10)
  cache.alias('/a?b', 'key', held)
  cache.alias('/a?b=', 'key', held)
  assert.equal(cache.get('key'), held)
  assert.equal(cache.getByUrl('/a?b'), held)
  assert.equal(cache.getByUrl('/a?b='), held)
  cache.clear()
  assert.equal(cache.get('key'), undefined)
  assert.equal(cache.getByUrl('/a?b'), undefined)
})

it('keeps within its bytes and keeps what is used', () => {
  const most = 1_000_000
  const cache = createAnswerCache(most)
  cache.alias('/used', 'used', answer(5_000))
  for (let at = 0; at < 2_000; at++) {
    cache.alias(`/${at}`, `key ${at}`, answer(5_000))
    assert.ok(cache.bytes <= most, `${cache.bytes} bytes`)
    assert.ok(cache.getByUrl('/used'))
  }
  assert.equal(cache.get('key 0'), undefined)
  assert.equal(cache.getByUrl('/0'), undefined)
})

it('counts addresses too', () => {
  const cache = createAnswerCache(1_000_000)
  const held = answer(100)
  for (let at = 0; at < 20_000; at++) {
    cache.alias(`/?${'&'.repeat(at % 500)}${at}`, 'key', held)
    assert.ok(cache.bytes <= 1_000_000)
  }
})
