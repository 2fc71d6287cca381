import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import pino from 'pino'
import { generateMachines, generateMakers } from '../../bench/generate.ts'
import { insertRows } from '../../bench/insert.ts'
import { MACHINE_PAGES } from '../../src/catalogue/catalogue-rows.ts'
import { SCHEMA_VERSION } from '../../src/database/migrate.ts'
import { openDatabase } from '../../src/database/open.ts'
import type { Db } from '../../src/database/schema.ts'
import { createByteWriter } from '../../src/memory/byte-writer.ts'
import { type Catalogue, createCatalogue } from '../../src/read-model/catalogue.ts'
import { type LoadAhead, type LoadedPart, loadAhead } from '../../src/read-model/reading/load-ahead.ts'
import { createBatchReader } from '../../src/read-model/reading/machine-batch.ts'
import { addressUnder } from '../../src/read-model/summary-record.ts'
import { EMPTY_QUERY } from '../../src/search/types.ts'
import { newFolder } from '../backends.ts'
import { importAll } from '../catalogue-app.ts'
import { leastMachine as machine } from './least-machine.ts'

const log = pino({ level: 'silent' })

async function newDatabase(t: TestContext) {
  const target = { kind: 'sqlite', path: join(newFolder(t), 'test.db') } as const
  const db = await openDatabase(target)
  t.after(() => db.destroy())
  return { db, target }
}

async function loaded(t: TestContext, db: Db, ahead?: LoadAhead | undefined): Promise<Catalogue> {
  const catalogue = createCatalogue(db, { log, ahead, pollMs: 60_000 })
  t.after(() => catalogue.close())
  await catalogue.ready
  return catalogue
}

/** All that the model of a catalogue says of its machines. */
function contentsOf({ model, revision }: Catalogue) {
  const writer = createByteWriter()
  const { ids } = model.index.search({ ...EMPTY_QUERY, limit: 100_000 })
  const summaries = ids.map((id) => {
    writer.clear()
    model.writeSummary(writer, model.index.rowOf(id), addressUnder(''))
    return JSON.parse(writer.take().toString())
  })
  const searches = ['', 'mahindra', '575 di', 'trctor', 'डीआई', 'x', 'cafe', '1551 smart', FITTED].map((q) =>
    model.index.search({ ...EMPTY_QUERY, q, hp_min: q.length > 4 && q !== FITTED ? 30 : null, limit: 50 }),
  )
  const similar = ids.slice(0, 50).map((id) => model.similar(model.index.rowOf(id), 6).map((machine) => machine.id))
  return { revision, size: model.size, summaries, searches, similar, classes: model.countedClasses() }
}

const FITTED = 'oil brakes dual clutch power steering trem 4'
const image = (url: string) => ({ media: [{ kind: 'image', url }] })
const ODD = [
  machine('bare', { published_at: null }),
  machine('escapes', { name: 'A "quoted" \\ name', family: 'half\\quoted "', kind: 'mini' }),
  machine('scripts', { name: 'Café 575DI ट्रैक्टर', aliases: ['डीआई 575', 'x"y', 'டிராக்டர்'], linkage: ['cat-1', 'cat-2'] }),
  machine('marks', image('https://media.example/\u0001\u0002"\\ü.webp')),
  machine('later', { published_at: '2999-12-31', engine_hp: 45.5, operating_weight_kg: 1850 }),
  machine('fitted', { brakes: 'Oil "immersed" disc', clutch: 'Double', steering: 'Power', emission_norm: 'TREM IV' }),
  machine('words', { name: 'a-a 4wd 4 WD 4x4 a a', family: 'a a' }),
]

it('machines that were read ahead are those that are read at once, and those that came as changes', async (t) => {
  const { db, target } = await newDatabase(t)
  const followed = await loaded(t, db)
  await insertRows(db, [...generateMakers(), ...generateMachines(6_000)] as unknown as { type: string }[])
  await importAll(db, ODD)
  const atOnce = contentsOf(await loaded(t, db))
  assert.equal(atOnce.size, 6_000 + ODD.length)
  assert.ok(atOnce.summaries.length > 5_000)
  assert.equal(atOnce.searches.at(-1)?.total, 1)
  assert.deepEqual(contentsOf(await loaded(t, db, loadAhead(target))), atOnce)
  await followed.follower.catchUp()
  assert.deepEqual(contentsOf(followed), atOnce)
})

it('pages that are handed over as they came give the same as batches', async (t) => {
  const { db } = await newDatabase(t)
  await insertRows(db, [...generateMakers(), ...generateMachines(4_000)] as unknown as { type: string }[])
  await importAll(db, ODD)
  const atOnce = await loaded(t, db)
  const parts: LoadedPart[] = []
  const reader = createBatchReader((batch) => parts.push({ batch }))
  let next = await MACHINE_PAGES.all(db, -1)
  for (let number = 0; next; next = await MACHINE_PAGES.all(db, next.last!)) {
    if (number++ % 2 === 0) parts.push({ page: next.rows })
    else reader.read(next.rows)
  }
  reader.finish()
  const ahead: LoadAhead = {
    state: Promise.resolve({ schemaVersion: SCHEMA_VERSION, revision: atOnce.revision }),
    async *parts() {
      yield* parts
    },
    close: async () => {},
  }
  assert.deepEqual(contentsOf(await loaded(t, db, ahead)), contentsOf(atOnce))
})

it('what changes after the machines were read is there when the catalogue is', async (t) => {
  const { db, target } = await newDatabase(t)
  await importAll(db, [machine('one'), machine('two')])
  const ahead = loadAhead(target)!
  assert.equal((await ahead.state)?.revision, (await loaded(t, db)).revision)
  await importAll(db, [
    machine('one', { name: 'Another' }),
    machine('three', { manufacturer: { slug: 'b', name: 'B' } }),
  ])
  const { summaries } = contentsOf(await loaded(t, db, ahead))
  assert.deepEqual(summaries.map(({ name, manufacturer }) => `${name}, ${manufacturer.name}`).sort(), [
    'Another, A Maker',
    'Machine three, B',
    'Machine two, A Maker',
  ])
})

it('a database that is not there, or of another schema, is loaded by the program itself', async (t) => {
  const none = loadAhead({ kind: 'sqlite', path: join(newFolder(t), 'none.db') })!
  assert.equal(await none.state, undefined)
  const { db, target } = await newDatabase(t)
  await importAll(db, [machine('one')])
  assert.equal((await loaded(t, db, none)).model.size, 1)
  await db.updateTable('schema_version').set({ version: 1 }).execute()
  assert.equal((await loaded(t, db, loadAhead(target))).model.size, 1)
})

it('a thread that ends early leaves a catalogue that is whole', async (t) => {
  const { db, target } = await newDatabase(t)
  await importAll(db, [machine('one')])
  const ahead = loadAhead(target)!
  await ahead.state
  // Before anything is taken from it; what it has read is lost.
  const cut: LoadAhead = {
    ...ahead,
    async *parts() {
      await ahead.close()
      yield* []
      throw new Error('the loading thread ended early')
    },
  }
  assert.equal((await loaded(t, db, cut)).model.size, 1)
})

it('only a file is read ahead', () => {
  assert.equal(loadAhead({ kind: 'postgres', url: 'postgres://localhost/none' }), undefined)
  assert.equal(loadAhead({ kind: 'sqlite', path: ':memory:' }), undefined)
})
