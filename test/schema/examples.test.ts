import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EXAMPLES } from '../../src/schema/api/examples.ts'
import {
  getListing,
  getTractor,
  listClasses,
  listImplements,
  searchListings,
  searchTractors,
} from '../../src/schema/api/operations.ts'
import { sampleService } from '../sample-service.ts'

type Examples = Record<string, { examples: [string | number] }>

describe('the examples of the reference', () => {
  for (const { id, path, query } of [searchTractors, searchListings])
    it(`of ${id} find something, each alone and all together`, async () => {
      const parameters = query.properties as unknown as Examples
      const service = await sampleService()
      const result = async (query: Record<string, string>) => {
        const answer = await service.get(`${path}?${new URLSearchParams(query)}`)
        assert.equal(answer.status, 200, JSON.stringify(query))
        return ((await answer.json()) as { total: number }).total
      }
      const all = Object.fromEntries(
        Object.entries(parameters).map(([name, { examples }]) => [name, String(examples[0])]),
      )
      // A distance is one from a place.
      const near = (name: string) => (name === 'within_km' ? { near: all.near! } : {})
      for (const [name, value] of Object.entries(all))
        assert.ok((await result({ [name]: value, ...near(name) })) > 0, name)
      assert.ok((await result(all)) > 0, 'all together')
    })

  it('are what the sample answers', async () => {
    const service = await sampleService()
    const requested = {
      searchTractors: '/v1/tractors?q=mahindra+575',
      [getTractor.id]: '/v1/tractors/mahindra-575-di',
      [listImplements.id]: '/v1/tractors/mahindra-575-di/implements',
      [searchListings.id]: '/v1/market/listings?q=john+deere&machine_slug=john-deere-5050-d',
      suggestRecords: '/v1/suggest?q=mahi',
      [getListing.id]: '/v1/market/listings/3',
      [listClasses.id]: listClasses.path,
    }
    for (const [id, path] of Object.entries(requested)) {
      const answer = await service.get(path)
      assert.equal(answer.status, 200, path)
      assertPart(await answer.json(), EXAMPLES[id], id)
    }
  })
})

/** What moves with the day of loading. */
const MOVING = new Set(['created_at', 'at'])

/** Every value of the example stands in the answer; of a list each item stands somewhere in it. */
function assertPart(answer: unknown, example: unknown, path: string): void {
  if (Array.isArray(example)) {
    const items = answer as unknown[]
    for (const [i, item] of example.entries()) {
      const key = (item as { slug?: string; key?: string })?.slug ?? (item as { key?: string })?.key
      const match = items.find(
        (entry) => key && [(entry as { slug?: string }).slug, (entry as { key?: string }).key].includes(key),
      )
      assertPart(match ?? items[i], item, `${path}[${i}]`)
    }
  } else if (typeof example === 'object' && example !== null) {
    for (const [key, value] of Object.entries(example)) {
      if (!MOVING.has(key)) assertPart((answer as Record<string, unknown>)?.[key], value, `${path}.${key}`)
    }
  } else assert.deepEqual(answer, example, path)
}
