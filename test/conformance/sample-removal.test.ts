import assert from 'node:assert/strict'
import { it } from 'node:test'
import { loadSample, loadSampleWhenEmpty, removeSample } from '../../src/import/sample.ts'
import { sqlite } from '../backends.ts'
import { catalogueApp } from '../catalogue-app.ts'
import { exported, listing, machine, manufacturer, NOW, price, record, take } from '../import/take.ts'

const counted = (rows: readonly { type?: unknown }[], type: string) => rows.filter((row) => row.type === type).length

it('takes all of it, and nothing else', async (t) => {
  const db = await sqlite.newDatabase(t)
  await take(db, [manufacturer, { ...machine, slug: 'own-1' }, { ...listing, id: 900 }])
  const before = await exported(db)
  const loaded = await loadSample(db, NOW)
  assert.ok(loaded.loaded > 300)
  assert.deepEqual(loaded.kept, 1)
  assert.deepEqual(await loadSample(db, NOW), { loaded: 0, kept: loaded.loaded + loaded.kept })
  assert.deepEqual(await removeSample(db), { removed: loaded.loaded, kept: 0 })
  assert.deepEqual(await exported(db), before)
  assert.deepEqual(await removeSample(db), { removed: 0, kept: 0 })
})

it('leaves what an operator has changed, and makers that own records use', async (t) => {
  const db = await sqlite.newDatabase(t)
  await loadSampleWhenEmpty(db, NOW)
  const patch = { type: 'machine', slug: 'mahindra-575-di', patch: true, lift_capacity_kg: 1655 }
  const self = { ...machine, slug: 'own-1', manufacturer: 'sonalika' }
  assert.deepEqual((await take(db, [patch, self, { type: 'listing', id: 2, patch: true, km: 5 }])).faults, [])
  const { removed, kept: remaining } = await removeSample(db)
  assert.ok(removed > 300)
  // The machine and its maker, the maker of the own machine, the listing.
  assert.equal(remaining, 4)
  const rows = await exported(db)
  assert.deepEqual(
    ['manufacturer', 'machine', 'implement', 'listing'].map((type) => counted(rows, type)),
    [2, 2, 0, 1],
  )
  assert.equal((await record(db, 'mahindra-575-di'))?.lift_capacity_kg, 1655)
})

it('leaves a machine with an imported price as the own one of the operator, without a sample mark', async (t) => {
  const db = await sqlite.newDatabase(t)
  await loadSampleWhenEmpty(db, NOW)
  const slug = 'mahindra-575-di'
  const isSample = async () => (await record(db, slug))?.is_sample
  const { engine_hp } = (await record(db, slug))!
  await take(db, [{ type: 'machine', slug, patch: true, engine_hp }])
  assert.equal(await isSample(), true)
  await take(db, [{ type: 'price', slug, ...price, price_inr: 712_000 }])
  assert.equal(await isSample(), undefined)
  // An earlier release left the mark on what an import had changed.
  await take(db, [{ type: 'machine', slug, patch: true, is_sample: true }])
  assert.equal(await isSample(), true)
  await removeSample(db)
  const { prices, is_sample } = (await record(db, slug))!
  assert.ok((prices as { price_inr: number }[]).some(({ price_inr }) => price_inr === 712_000))
  assert.equal(is_sample, undefined)
})

it('shows in the answers of a running service, whatever slug or id comes next', async (t) => {
  const db = await sqlite.newDatabase(t)
  await loadSampleWhenEmpty(db, NOW)
  const app = await catalogueApp(t, db)
  const total = async () => ((await (await app.get('/v1/tractors?limit=1')).json()) as { total: number }).total
  assert.ok((await total()) > 200)
  await removeSample(db)
  await app.catalogue.follower.catchUp()
  assert.equal(await total(), 0)
  for (const path of ['/v1/tractors/mahindra-575-di', '/v1/market/listings/1']) {
    assert.equal((await app.get(path)).status, 404, path)
  }
  await take(db, [manufacturer, { ...machine, slug: 'own-1' }])
  await app.catalogue.follower.catchUp()
  assert.equal(await total(), 1)
  assert.equal((await app.get('/v1/tractors/own-1')).status, 200)
  assert.equal((await app.get('/v1/tractors/mahindra-575-di')).status, 404)
})
