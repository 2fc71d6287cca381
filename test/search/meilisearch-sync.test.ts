import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { type Db, readRevision, writeTransaction } from '../../src/database/schema.ts'
import { kolkataDate } from '../../src/lib/calendar.ts'
import { createSearchClient, finish, type SearchClient } from '../../src/search/meilisearch/client.ts'
import { indexName, STATE_ID } from '../../src/search/meilisearch/documents.ts'
import { createMeilisearchEngine } from '../../src/search/meilisearch/engine.ts'
import {
  createLease,
  inspectIndex,
  readSyncRow,
  rebuildIndex,
  startIndexSync,
} from '../../src/search/meilisearch/sync.ts'
import { createSearchIndex } from '../../src/search/search-index.ts'
import { EMPTY_QUERY } from '../../src/search/types.ts'
import { type Backend, onEachBackend, sqlite } from '../backends.ts'
import { catalogueApp } from '../catalogue-app.ts'
import {
  type MeilisearchServer,
  openMeilisearch,
  startMeilisearch,
  withoutMeilisearch,
  withoutOwnMeilisearch,
} from '../meilisearch.ts'

const silent = { info() {}, warn() {}, error() {} }
const never = new AbortController().signal

async function putManufacturer(db: Db, id: number, name: string): Promise<void> {
  await writeTransaction(db, async (trx, lock) => {
    const row = { id, slug: `maker-${id}`, name, aliases: '[]', revision: lock.next() }
    await trx
      .insertInto('manufacturers')
      .values(row)
      .onConflict((c) => c.column('id').doUpdateSet(row))
      .execute()
  })
}

async function putMachines(db: Db, ids: readonly number[], name: (id: number) => string, published = '2026-01-01') {
  await writeTransaction(db, async (trx, lock) => {
    for (const id of ids) {
      const facts = JSON.stringify({ name: name(id), lifecycle: 'current', section: 'farm', engine_hp: 20 + (id % 60) })
      const row = {
        ...{ id, slug: `machine-${id}`, manufacturer_id: 1, class_key: 'tractor', published_at: published, facts },
        ...{ detail: '{}', price_from_inr: null, price_to_inr: null, price_kind: null, price_as_of: null },
        ...{ media_image: null, linkage: '[]', aliases: '[]', version: 1, announced: 1, revision: lock.next() },
      }
      await trx
        .insertInto('machines')
        .values(row)
        .onConflict((c) => c.column('id').doUpdateSet(row))
        .execute()
    }
  })
}

/** Runs a synchronisation whose progress can be awaited. */
function follow(t: TestContext, db: Db, client: SearchClient) {
  let seen = -1
  let notice = () => {}
  const onRevision = (revision: number) => {
    seen = revision
    notice()
  }
  const sync = startIndexSync({ db, client, log: silent, onRevision, lookMs: 20 })
  t.after(() => sync.close())
  return {
    close: sync.close,
    async caughtUp(): Promise<void> {
      const required = await readRevision(db)
      while (seen < required) await new Promise<void>((resolve) => (notice = resolve))
    },
    async next(): Promise<void> {
      await new Promise<void>((resolve) => (notice = resolve))
    },
  }
}

async function engineOf(db: Db, client: SearchClient, today: string, parse = createSearchIndex(today).parse) {
  const { databaseId } = await readSyncRow(db)
  const revision = await readRevision(db)
  return createMeilisearchEngine({
    client,
    database: databaseId,
    revision: () => revision,
    today: () => today,
    parse,
  })
}

async function openEngine(db: Db, client: SearchClient, today = '2026-11-15') {
  const engine = await engineOf(db, client, today)
  return async (q: string) => {
    const outcome = await engine.ask({ ...EMPTY_QUERY, q }, never)
    return typeof outcome === 'string' ? outcome : outcome.answer.ids
  }
}

async function fill(backend: Backend, t: TestContext): Promise<Db> {
  const db = await backend.newDatabase(t)
  await putManufacturer(db, 1, 'Mahindra')
  await putMachines(db, [1, 2, 3], (id) => `Yuvo ${500 + id}`)
  return db
}

let server: MeilisearchServer
let client: SearchClient
before(async () => {
  if (withoutMeilisearch) return
  server = await openMeilisearch()
  client = createSearchClient(server)
})
after(() => server?.stop())

async function removed(t: TestContext, db: Db): Promise<void> {
  const { databaseId } = await readSyncRow(db)
  t.after(() => client.deleteIndex(indexName(databaseId)))
}

if (!withoutMeilisearch) {
  onEachBackend('the Meilisearch index', (backend) => {
    test('counts the machines of every attribute as the catalogue does', async (t) => {
      const db = await backend.newSample(t)
      await removed(t, db)
      await follow(t, db, client).caughtUp()
      const { catalogue } = await catalogueApp(t, db)
      const engine = await engineOf(db, client, kolkataDate(Date.now()), catalogue.model.index.parse)
      const outcome = await engine.ask(EMPTY_QUERY, never)
      assert.ok(typeof outcome !== 'string', String(outcome))
      const { facets } = catalogue.model.index.search(EMPTY_QUERY)
      assert.deepEqual(outcome.answer.facets, facets)
      for (const [name, counts] of Object.entries(outcome.answer.facets))
        assert.ok(Object.keys(JSON.parse(counts)).length > 1, name)
      // Words of an Indic script for which nothing is found may be known by their sound: the database answers.
      const filtered = { ...EMPTY_QUERY, q: 'तीन सिलेंडर ट्रैक्टर', machine_class: 'combine_harvester' }
      assert.equal(await engine.ask(filtered, never), 'unfit')
    })

    test('is built, follows changes of machines and makers, and says which revision it holds', async (t) => {
      const db = await fill(backend, t)
      await removed(t, db)
      const index = follow(t, db, client)
      await index.caughtUp()
      assert.deepEqual(await (await openEngine(db, client))('yuvo 502'), [2])

      await putMachines(db, [2], () => 'Arjun 605')
      const beforeCatchUp = await openEngine(db, client)
      await index.caughtUp()
      assert.deepEqual(await beforeCatchUp('arjun'), [2])

      await putManufacturer(db, 1, 'Swaraj')
      await index.caughtUp()
      const search = await openEngine(db, client)
      assert.deepEqual((await search('swaraj')).length, 3)
      assert.deepEqual(await search('mahindra'), [])
    })

    test('does not answer for a revision it does not hold', async (t) => {
      const db = await fill(backend, t)
      await removed(t, db)
      const index = follow(t, db, client)
      await index.caughtUp()
      await index.close()
      await putMachines(db, [1], () => 'Novo 755')
      assert.equal(await (await openEngine(db, client))('novo'), 'behind')
      await follow(t, db, client).caughtUp()
      assert.deepEqual(await (await openEngine(db, client))('novo'), [1])
    })

    test('is kept by one process at a time', async (t) => {
      const db = await fill(backend, t)
      const [first, second] = [createLease(db, 'a'), createLease(db, 'b')]
      const later = createLease(db, 'c', () => Date.now() + 60_000)
      await first.hold()
      await assert.rejects(second.hold())
      await first.hold()
      await first.drop()
      await second.hold()
      await assert.rejects(first.hold())
      await later.hold()
      await assert.rejects(second.hold())
    })
  })
}

describe('the Meilisearch index', { skip: withoutMeilisearch }, () => {
  test('holds machines that wait for their day, and shows them on it without being touched', async (t) => {
    const db = await fill(sqlite, t)
    await removed(t, db)
    await putMachines(db, [7], () => 'Oja 2121', '2026-11-20')
    const index = follow(t, db, client)
    await index.caughtUp()
    assert.deepEqual(await (await openEngine(db, client, '2026-11-19'))('oja'), [])
    assert.deepEqual(await (await openEngine(db, client, '2026-11-20'))('oja'), [7])
  })

  test('takes a change of more machines than one batch holds, and never answers half of it', async (t) => {
    const db = await fill(sqlite, t)
    await removed(t, db)
    const index = follow(t, db, client)
    await index.caughtUp()
    const ids = Array.from({ length: 2_500 }, (_, i) => i + 1)
    await putMachines(db, ids, (id) => `Jivo ${id}`)
    const search = await openEngine(db, client)
    const answers = new Set<string>()
    let done = false
    const asking = (async () => {
      while (!done) {
        const result = await search('jivo')
        answers.add(typeof result === 'string' ? result : String(result.length))
      }
    })()
    await index.caughtUp()
    assert.equal((await search('jivo')).length, 20)
    done = true
    await asking
    assert.deepEqual(
      [...answers].filter((answer) => !['behind', '20'].includes(answer)),
      [],
    )
    const outcome = await search('jivo 2499')
    assert.deepEqual(outcome, [2_499])
  })

  test('made from a later state of the database does not answer and is built again', async (t) => {
    const db = await fill(sqlite, t)
    await removed(t, db)
    const { databaseId } = await readSyncRow(db)
    const table = client.index<object>(indexName(databaseId))
    const index = follow(t, db, client)
    await index.caughtUp()
    await index.close()
    const { state } = await inspectIndex(db, client)
    const later = { ...state, revision: 99, complete: 99 }
    await finish(client, (await table.addDocuments([{ id: STATE_ID, state: later }])).taskUid, never)
    const search = await openEngine(db, client)
    assert.equal(await search('yuvo'), 'behind')
    await follow(t, db, client).caughtUp()
    assert.equal((await search('yuvo')).length, 3)
  })

  test('of another version of the program is removed when the own one is built', async (t) => {
    const db = await fill(sqlite, t)
    await removed(t, db)
    const { databaseId } = await readSyncRow(db)
    const old = `${indexName(databaseId).slice(0, -16)}old`
    await finish(client, (await client.createIndex(old)).taskUid, never)
    await follow(t, db, client).caughtUp()
    assert.ok(!(await client.getIndexes({ limit: 1000 })).results.some(({ uid }) => uid === old))
  })

  test('can be built again while a server keeps it', async (t) => {
    const db = await fill(sqlite, t)
    await removed(t, db)
    const index = follow(t, db, client)
    await index.caughtUp()
    const { databaseId } = await readSyncRow(db)
    const lease = createLease(db, 'command')
    const done = await rebuildIndex({ db, client, lease })
    await lease.drop()
    assert.deepEqual(done, { machines: 3, revision: await readRevision(db) })
    await putMachines(db, [3], () => 'Jivo 245')
    await index.caughtUp()
    assert.deepEqual(await (await openEngine(db, client))('jivo'), [3])
    const left = (await client.getIndexes({ limit: 1000 })).results.filter(({ uid }) =>
      uid.startsWith(indexName(databaseId).slice(0, -16)),
    )
    assert.equal(left.length, 1)
  })
})

test('a loss of all data is noticed and made good', { skip: withoutOwnMeilisearch }, async (t) => {
  const self = await startMeilisearch()
  t.after(() => self.stop())
  const db = await fill(sqlite, t)
  const its = createSearchClient(self)
  const index = follow(t, db, its)
  await index.caughtUp()
  await self.restart({ empty: true })
  const search = await openEngine(db, its)
  for (let result = await search('yuvo'); result === 'behind'; result = await search('yuvo')) await index.next()
  assert.equal((await search('yuvo')).length, 3)
})
