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
/** Meilisearch looks for typos also in words that the catalogue has, and in a maker's name alone. */
const MIN_TOTALS = 0.95
const MIN_FIRST = 0.99

type Search = (q: string) => Promise<{ ids: number[]; total: number }>

describe('the relevance set on both engines', { skip: withoutMeilisearch }, () => {
  let server: MeilisearchServer
  let index: FilledIndex
  const page = (q: string) => ({ ...EMPTY_QUERY, q, limit: 100 })
  const engines: Record<string, Search> = {
    database: async (q) => memory.search(page(q)),
    meilisearch: async (q) => (await index.search(page(q))) ?? memory.search(page(q)),
  }
  before(async () => {
    server = await openMeilisearch()
    index = await createFilledIndex(server)
    await index.fill(catalogue)
  })
  after(async () => {
    await index?.remove()
    await server?.stop()
  })

  test('people find first what they typed', async () => {
    const hitsOf = async (q: string) => (await engines.meilisearch!(q)).ids.map((id) => machines.get(id)!)
    const wrong: string[] = []
    for (const [query, first] of RELEVANCE_SET)
      if (!(await isRight(await hitsOf(query), first, hitsOf))) wrong.push(`${query} (wanted ${first})`)
    assert.deepEqual(wrong, [])
  })

  test('without text they give the same hits, order, totals and facets', async () => {
    for (const query of fc.sample(queryArbitrary, { numRuns: 100, seed: 1 })) {
      const requested = toSearchQuery({ ...query, q: '', sort: query.sort ?? '' })
      const { ids, total, facets } = (await index.search(requested))!
      assert.deepEqual({ ids, total, facets }, memory.search(requested), JSON.stringify(requested))
    }
  })

  test('totals and first hits are the same, but for differences that are told', async (t) => {
    let totals = 0
    let firsts = 0
    for (const [query] of RELEVANCE_SET) {
      const [a, b] = [await engines.database!(query), await engines.meilisearch!(query)]
      if (a.total === b.total) totals++
      else t.diagnostic(`total of "${query}": ${a.total} from the database, ${b.total} from Meilisearch`)
      if (a.ids[0] === b.ids[0]) firsts++
      else t.diagnostic(`first hit of "${query}": ${[a, b].map(({ ids }) => machines.get(ids[0]!)?.slug).join(', ')}`)
    }
    t.diagnostic(`equal totals: ${totals} of ${RELEVANCE_SET.length}; equal first hits: ${firsts}`)
    assert.ok(totals >= RELEVANCE_SET.length * MIN_TOTALS)
    assert.ok(firsts >= RELEVANCE_SET.length * MIN_FIRST)
  })
})
