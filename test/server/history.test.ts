import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sqlite } from '../backends.ts'
import { minMachine } from '../conformance/least-machine.ts'
import { importRows, startService } from '../service.ts'

it('the history is served as changes and as sheets at an instant', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), SAMPLE: 'false' })
  const read = async (path: string) => {
    const answer = await service.get(path)
    return {
      answer,
      body: (await answer.json()) as { changes: Record<string, object>[]; hits: object[] } & Record<string, unknown>,
    }
  }
  const picture = { kind: 'image', url: '/pictures/one.webp' }
  await importRows(t, service.env, [minMachine('one', { media: [picture] }), minMachine('two')])
  const first = await read('/v1/changes?limit=1')
  assert.equal(first.answer.headers.get('cache-control'), 'no-store')
  assert.deepEqual(Object.keys(first.body), ['changes', 'next', 'more', 'head'])
  assert.equal(first.body.more, true)
  const rest = await read(`/v1/changes?since=${first.body.next}&limit=1000000`)
  assert.deepEqual([rest.body.more, rest.body.head], [false, first.body.head])
  const { headers } = (await read('/v1/changes')).answer
  assert.match(headers.get('content-encoding')!, /^(?:br|gzip)$/)
  assert.match(headers.get('vary')!, /accept-encoding/i)
  const { slug, change, machine } = rest.body.changes[0]!
  assert.deepEqual([slug, change], ['two', 'published'])
  // The feed is read from the database, the search a moment later from memory.
  let hits: object[] = []
  while (hits.length === 0) hits = (await read('/v1/tractors?q=two')).body.hits
  assert.deepEqual(machine, hits[0])
  assert.equal((await read(`/v1/changes?since=${rest.body.next}`)).body.changes.length, 0)
  const listings = await read(`/v1/market/changes?since=${rest.body.next}`)
  assert.deepEqual([listings.answer.status, listings.body.code], [400, 'bad-input'])
  assert.equal((await read('/v1/changes?since=rubbish')).answer.status, 400)
  assert.equal((await read('/v1/changes?limit=0')).answer.status, 400)
  const foreign = 'machine.abcdefghijkl~1.1'
  const removed = await read(`/v1/changes?since=${foreign}`)
  assert.deepEqual([removed.answer.status, removed.body.code], [410, 'cursor-gone'])

  const timestamp = new Date().toISOString()
  const sheet = (await read('/v1/tractors/one')).body
  await importRows(t, service.env, [minMachine('one', { engine_hp: 77 })])
  const then = await read(`/v1/tractors/one?as_of=${timestamp}`)
  assert.deepEqual(then.body, { ...sheet, similar: [] })
  assert.equal(then.answer.headers.get('memento-datetime'), new Date(Date.parse(timestamp)).toUTCString())
  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
  assert.equal((await read(`/v1/tractors/one?as_of=${today}`)).body.engine_hp, 77)
})
