import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAnswer } from './cached-response.ts'
import { createShelf } from './response-cache.ts'

const answer = (size = 10) => createAnswer('/', Buffer.alloc(size, 97))
const made = async (size?: number) => ({ answer: answer(size), mayKeep: true })

function newShelf(maxBytes?: number) {
  const shown = { generation: 1, revision: 1 }
  return { shown, shelf: createShelf(shown, maxBytes) }
}

describe('the shelf', () => {
  it('gives an answer by its key and by every address it was asked under', async () => {
    const { shelf } = newShelf()
    const first = await shelf.untilChange('key', '/a?b', () => made())
    assert.equal(await shelf.untilChange('key', '/a?b=', () => assert.fail()), first)
    assert.equal(shelf.find('/a?b'), first)
    assert.equal(shelf.find('/a?b='), first)
    assert.equal(shelf.find('/a'), undefined)
  })

  it('makes an answer once for all who ask meanwhile, and again after a failure', async () => {
    const { shelf } = newShelf()
    let count = 0
    const make = async () => {
      if (++count === 1) throw new Error('no')
      return made()
    }
    const failed = await Promise.allSettled([shelf.untilChange('key', '/', make), shelf.untilChange('key', '/', make)])
    assert.deepEqual([failed.map(({ status }) => status), count], [['rejected', 'rejected'], 1])
    const [one, other] = await Promise.all([shelf.untilChange('key', '/', make), shelf.untilChange('key', '/', make)])
    assert.equal(one, other)
    assert.equal(count, 2)
  })

  it('forgets at a change, pages also when only a listing changed', async () => {
    const { shelf, shown } = newShelf()
    await shelf.untilChange('search', '/v1', () => made())
    await shelf.untilAnyChange('page', '/en/', () => made())
    shown.revision++
    assert.ok(shelf.find('/v1'))
    assert.equal(shelf.find('/en/'), undefined)
    shown.generation++
    assert.equal(shelf.find('/v1'), undefined)
  })

  it('keeps nothing that was made from what was there before a change, or that may not be kept', async () => {
    const { shelf, shown } = newShelf()
    const wait = Promise.withResolvers<void>()
    const late = shelf.untilChange('key', '/', () => wait.promise.then(() => made()))
    shown.generation++
    let again = 0
    const fresh = shelf.untilChange('key', '/', () => {
      again++
      return made()
    })
    wait.resolve()
    assert.notEqual(await late, await fresh)
    assert.equal(again, 1, 'who asks after the change does not get the one begun before')
    assert.equal(shelf.find('/'), await fresh)
    await shelf.untilChange('other', '/other', async () => ({ answer: answer(), mayKeep: false }))
    assert.equal(shelf.find('/other'), undefined)
  })

  it('finds every answer worth keeping while there is room, then those to questions asked before, changes or not', async () => {
    const { shelf, shown } = newShelf(1_000_000)
    const once = Array.from({ length: 1_000 }, (_, at) => `search ["mahindra ${at}"]`)
    assert.ok(once.every((key) => shelf.isWorthKeeping(key)))
    for (let at = 0; at < 90; at++) await shelf.untilChange(`key ${at}`, `/${at}`, () => made(5_000))
    assert.ok(!shelf.isWorthKeeping('search ["swaraj"]'))
    shown.generation++
    const known = once.filter((key) => shelf.isWorthKeeping(key)).length
    assert.ok(known >= 980, `${known} of 1,000`)
  })

  it('keeps what names its own state through changes, and the lasting for good', async () => {
    const { shelf, shown } = newShelf()
    const listing = shelf.ofState('listing 1 at 5', answer)
    const guide = await shelf.forGood('guide', async () => answer())
    await assert.rejects(shelf.forGood('bad', () => Promise.reject(new Error('no'))))
    shown.generation++
    assert.equal(
      shelf.ofState('listing 1 at 5', () => assert.fail()),
      listing,
    )
    assert.equal(await shelf.forGood('guide', () => assert.fail()), guide)
    assert.ok(await shelf.forGood('bad', async () => answer()))
  })

  it('keeps within its bytes and keeps what is used; addresses count too', async () => {
    const max = 1_000_000
    const { shelf } = newShelf(max)
    await shelf.untilChange('used', '/used', () => made(5_000))
    for (let at = 0; at < 2_000; at++) {
      await shelf.untilChange(`key ${at}`, `/${at}`, () => made(5_000))
      await shelf.untilChange('used', `/?${'&'.repeat(at % 500)}${at}`, () => made(5_000))
      assert.ok(shelf.bytes <= 2 * max, `${shelf.bytes} bytes`)
      assert.ok(shelf.find('/used'))
    }
    assert.equal(shelf.find('/0'), undefined)
  })
})
