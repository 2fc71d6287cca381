import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import pino from 'pino'
import { generateMachines, generateMakers } from '../../bench/generate.ts'
import { insertRows } from '../../bench/insert.ts'
import type { Db } from '../../src/database/schema.ts'
import { type Catalogue, createCatalogue } from '../../src/read-model/catalogue.ts'
import { EMPTY_QUERY } from '../../src/search/types.ts'
import { sqlite } from '../backends.ts'
import { importAll } from '../catalogue-app.ts'
import { sized } from '../tier.ts'
import { leastMachine as machine } from './least-machine.ts'

const log = pino({ level: 'silent' })

async function loaded(t: TestContext, db: Db): Promise<Catalogue> {
  const catalogue = createCatalogue(db, { log, pollMs: 60_000 })
  t.after(() => catalogue.close())
  await catalogue.ready
  return catalogue
}

/** All that the model of a catalogue says of its machines. */
function contentsOf({ model, revision }: Catalogue) {
  const { ids } = model.index.search({ ...EMPTY_QUERY, limit: 100_000 })
  const summaries = ids.map((id) => model.summaryOf(model.index.rowOf(id)))
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

const MACHINES = sized(800, 6_000)

it('machines that came as changes are those of a fresh load', async (t) => {
  const db = await sqlite.newDatabase(t)
  const followed = await loaded(t, db)
  await insertRows(db, [...generateMakers(), ...generateMachines(MACHINES)] as unknown as { type: string }[])
  await importAll(db, ODD)
  const atOnce = contentsOf(await loaded(t, db))
  assert.equal(atOnce.size, MACHINES + ODD.length)
  assert.ok(atOnce.summaries.length > MACHINES * 0.8)
  assert.equal(atOnce.searches.at(-1)?.total, 1)
  await followed.follower.catchUp()
  assert.deepEqual(contentsOf(followed), atOnce)
})
