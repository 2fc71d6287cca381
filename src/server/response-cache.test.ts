import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createResponse } from './cached-response.ts'
import { createResponseCache } from './response-cache.ts'

const response = (size = 10) => createResponse(Buffer.alloc(size, 97))
const created = async (size?: number) => ({ response: response(size), mayCache: true })

function newCache(maxBytes?: number) {
  const visible = { generation: 1, revision: 1 }
  return { shown: visible, cache: createResponseCache(visible, maxBytes) }
}

describe('the cache', () => {
  it('gives an answer by its key and by every address it was asked under', async () => {
    const { cache } = newCache()
    const first = await cache.getByGeneration('key', '/a?b', () => created())
    assert.equal(await cache.getByGeneration('key', '/a?b=', () => assert.fail()), first)
    assert.equal(cache.find('/a?b'), first)
    assert.equal(cache.find('/a?b='), first)
    assert.equal(cache.find('/a'), undefined)
  })

  it('makes an answer once for all who ask meanwhile, and again after a failure', async () => {
    const { cache } = newCache()
    let count = 0
    const make = async () => {
      if (++count === 1) throw new Error('no')
      return created()
    }
    const failed = await Promise.allSettled([
      cache.getByGeneration('key', '/', make),
      cache.getByGeneration('key', '/', make),
    ])
    assert.deepEqual([failed.map(({ status }) => status), count], [['rejected', 'rejected'], 1])
    const [item, other] = await Promise.all([
      cache.getByGeneration('key', '/', make),
      cache.getByGeneration('key', '/', make),
    ])
    assert.equal(item, other)
    assert.equal(count, 2)
  })

  it('forgets at a change, pages also when only a listing changed', async () => {
    const { cache, shown: visible } = newCache()
    await cache.getByGeneration('search', '/v1', () => created())
    await cache.getByRevision('page', '/en/', () => created())
    visible.revision++
    assert.ok(cache.find('/v1'))
    assert.equal(cache.find('/en/'), undefined)
    visible.generation++
    assert.equal(cache.find('/v1'), undefined)
  })

  it('keeps nothing that was made from what was there before a change, or that may not be kept', async () => {
    const { cache, shown: visible } = newCache()
    const wait = Promise.withResolvers<void>()
    const late = cache.getByGeneration('key', '/', () => wait.promise.then(() => created()))
    visible.generation++
    let again = 0
    const fresh = cache.getByGeneration('key', '/', () => {
      again++
      return created()
    })
    wait.resolve()
    assert.notEqual(await late, await fresh)
    assert.equal(again, 1, 'who asks after the change does not get the one begun before')
    assert.equal(cache.find('/'), await fresh)
    await cache.getByGeneration('other', '/other', async () => ({ response: response(), mayCache: false }))
    assert.equal(cache.find('/other'), undefined)
  })

  it('keeps what names its own state through changes, and the lasting for good', async () => {
    const { cache, shown: visible } = newCache()
    const listing = cache.getByState('listing 1 at 5', response)
    const guide = await cache.getImmutable('guide', async () => response())
    await assert.rejects(cache.getImmutable('bad', () => Promise.reject(new Error('no'))))
    visible.generation++
    assert.equal(
      cache.getByState('listing 1 at 5', () => assert.fail()),
      listing,
    )
    assert.equal(await cache.getImmutable('guide', () => assert.fail()), guide)
    assert.ok(await cache.getImmutable('bad', async () => response()))
  })

  it('keeps within its bytes and keeps what is used; addresses count too', async () => {
    const max = 1_000_000
    const { cache } = newCache(max)
    await cache.getByGeneration('used', '/used', () => created(5_000))
    for (let i = 0; i < 2_000; i++) {
      await cache.getByGeneration(`key ${i}`, `/${i}`, () => created(5_000))
      await cache.getByGeneration('used', `/?${'&'.repeat(i % 500)}${i}`, () => created(5_000))
      assert.ok(cache.bytes <= 2 * max, `${cache.bytes} bytes`)
      assert.ok(cache.find('/used'))
    }
    assert.equal(cache.find('/0'), undefined)
  })
})
