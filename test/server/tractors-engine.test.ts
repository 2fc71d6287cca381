import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import type { Catalogue } from '../../src/read-model/catalogue.ts'
import type { MachineSearchOut } from '../../src/schema/api/search.ts'
import type { EngineName, SearchAnswer, SearchEngine, SearchQuery } from '../../src/search/types.ts'
import { sqlite } from '../backends.ts'
import { catalogueApp } from '../catalogue-app.ts'

type Named = { engine: EngineName }

/** An engine in front of the catalogue's own that answers later, under its own name, as told. */
async function open(t: TestContext, change: (answer: SearchAnswer & Named) => SearchAnswer & Named) {
  const db = await sqlite.newSample(t)
  let catalogue: Catalogue | undefined
  let requested = 0
  const engine: SearchEngine = {
    name: 'meilisearch',
    async search(query: SearchQuery) {
      requested++
      return change({ ...catalogue!.model.index.search(query), engine: 'meilisearch' })
    },
  }
  const app = await catalogueApp(t, db, { engine })
  catalogue = app.catalogue
  const search = async (query: string) => (await (await app.get(`/v1/tractors?${query}`)).json()) as MachineSearchOut
  return { search, asked: () => requested }
}

it('gives the answer of the engine in front, says so, and keeps it', async (t) => {
  const { search, asked: requested } = await open(t, (answer) => answer)
  const first = await search('q=mahindra')
  assert.equal(first.engine, 'meilisearch')
  assert.ok(first.total > 5)
  assert.deepEqual(await search('q=mahindra'), first)
  assert.equal(requested(), 1)
})

it('does not keep the answer of a stand-in', async (t) => {
  const { search, asked: requested } = await open(t, (answer) => ({ ...answer, engine: 'database' }))
  assert.equal((await search('q=mahindra')).engine, 'database')
  await search('q=mahindra')
  assert.equal(requested(), 2)
})

it('answers itself when the engine names a machine that is not published', async (t) => {
  const { search } = await open(t, (answer) => ({ ...answer, ids: [...answer.ids, 987_654] }))
  const result = await search('q=mahindra')
  assert.equal(result.engine, 'database')
  assert.equal(result.hits.length, Math.min(result.total, 20))
})

it('asks the engine once for requests that come together', async (t) => {
  const { search, asked: requested } = await open(t, (answer) => answer)
  await Promise.all(Array.from({ length: 20 }, () => search('q=swaraj&sort=hp_asc')))
  assert.ok(requested() <= 2, `asked ${requested()} times`)
})
