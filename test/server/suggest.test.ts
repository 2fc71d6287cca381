import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MachineSearchOut } from '../../src/schema/api/search.ts'
import type { SuggestOut } from '../../src/schema/api/suggest.ts'
import { sampleService } from '../sample-service.ts'

async function suggest(query: string): Promise<SuggestOut> {
  const { get } = await sampleService()
  return (await (await get(`/v1/suggest?${new URLSearchParams(query)}`)).json()) as SuggestOut
}

describe('GET /v1/suggest', () => {
  it('suggests records that their texts find first, each once, in the script of the query', async () => {
    const { get } = await sampleService()
    let count = 0
    for (const q of ['mahi', 'tra', 'exc', 'jcb', 'swaraj 7', 'john', 'ट्रै', 'महिं', 'டிரா', 'power']) {
      const { query, suggestions } = await suggest(`q=${q}`)
      assert.equal(query, q)
      assert.ok(suggestions.length > 0 && suggestions.length <= 8, q)
      assert.equal(new Set(suggestions.map(({ type, slug }) => `${type} ${slug}`)).size, suggestions.length, q)
      for (const { text, type, slug } of suggestions) {
        const answer = await get(`/v1/tractors?limit=1&q=${encodeURIComponent(text)}`)
        const hit = ((await answer.json()) as MachineSearchOut).hits[0]!
        const result = { machine: hit.slug, manufacturer: hit.manufacturer.slug, class: hit.machine_class }[type]
        assert.equal(result, slug, `${q}: ${text}`)
        count++
      }
    }
    assert.ok(count > 40)
    const first = async (q: string) => (await suggest(`q=${q}`)).suggestions[0]!
    assert.deepEqual(await first('mahi'), { text: 'Mahindra', type: 'manufacturer', slug: 'mahindra' })
    assert.match((await first('ट्रै')).text, /^ट्रैक्टर/)
  })

  it('has the limits and errors of search', async () => {
    const { get } = await sampleService()
    const answer = await get('/v1/suggest?q=m&limit=3')
    assert.equal((await suggest('q=m&limit=3')).suggestions.length, 3)
    assert.ok(answer.headers.get('etag'))
    assert.deepEqual((await suggest('')).suggestions, [])
    for (const query of ['limit=0', 'limit=21', 'limit=x', 'colour=red', `q=${'x'.repeat(201)}`])
      assert.equal((await get(`/v1/suggest?${query}`)).status, 400, query)
  })
})
