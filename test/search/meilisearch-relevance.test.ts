import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { toSearchQuery } from '../../src/search/search-request.ts'
import { EMPTY_QUERY } from '../../src/search/types.ts'
import { type MeilisearchServer, openMeilisearch, withoutMeilisearch } from '../meilisearch.ts'
import fc from '../properties.ts'
import { queryArbitrary } from './arbitraries.ts'
import { createFilledIndex, type FilledIndex } from './meilisearch-index.ts'
import { isRight, RELEVANCE_SET } from './relevance-set.ts'
import { readSampleIndex } from './sample-index.ts'

const { index: memory, machines, catalogue } = readSampleIndex()
/** The share of the relevance set that Meilisearch, with its own rules for words, must satisfy. */
const MIN_RIGHT = 0.97

describe('the relevance set on both engines', { skip: withoutMeilisearch }, () => {
  let server: MeilisearchServer
  let index: FilledIndex
  before(async () => {
    server = await openMeilisearch()
    index = await createFilledIndex(server)
    await index.fill(catalogue)
  })
  after(async () => {
    await index?.remove()
    await server?.stop()
  })

  test('people find first what they typed', async (t) => {
    const hitsOf = async (q: string) => {
      const page = { ...EMPTY_QUERY, q, limit: 100 }
      return ((await index.search(page)) ?? memory.search(page)).ids.map((id) => machines.get(id)!)
    }
    const wrong: string[] = []
    for (const [query, first] of RELEVANCE_SET)
      if (!(await isRight(await hitsOf(query), first, hitsOf))) wrong.push(`${query} (expected ${first})`)
    for (const text of wrong) t.diagnostic(text)
    assert.ok(wrong.length <= RELEVANCE_SET.length * (1 - MIN_RIGHT), `${wrong.length} of ${RELEVANCE_SET.length}`)
  })

  test('without text they give the same hits, order, totals and facets', async () => {
    for (const query of fc.sample(queryArbitrary, { numRuns: 100, seed: 1 })) {
      const requested = toSearchQuery({ ...query, q: '', sort: query.sort ?? '' })
      const { ids, total, facets } = (await index.search(requested))!
      assert.deepEqual({ ids, total, facets }, memory.search(requested), JSON.stringify(requested))
    }
  })
})
