import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RecordType } from '../../src/database/records.ts'
import { type Db, upsertRows, writeTransaction } from '../../src/database/schema.ts'
import { eraseListing, type PastRange, retract, retractImport } from '../../src/history/redact-entries.ts'
import { readRecordHistory } from '../../src/history/states.ts'
import { revertRecord, undoImport } from '../../src/history/undo.ts'
import { EVENTS } from '../../src/schema/api/webhook.ts'
import { sqlite } from '../backends.ts'
import { bring, subscribe } from '../import/take.ts'
import { minListing, minMachine } from './least-machine.ts'

const NOW = Date.now()
const WHY = { reason: 'typed wrongly', author: { by: 'cli', who: '' }, now: NOW } as const
const OLD = ', also in events of release 1.7'
const ALL: PastRange = { since: 0, until: NOW }

const priced = (slug: string, price_inr: number, more: object = {}) => {
  const its = { kind: 'ex_showroom', source_kind: 'dealer', state_code: 'MH', observed_at: '2026-01-01' }
  return minMachine(slug, { prices: [{ price_inr, ...its }], ...more })
}
const listing = (description: string, more: object = {}) =>
  minListing(7, 'a', { price_inr: 300_000, description, ...more })

interface Data {
  version: number
  machine: { engine_hp?: number; manufacturer: { name: string }; plate: { label: string }[] }
  listing?: { comparable_new_inr?: number }
  previous?: { price_from_inr: number | null }
}

/** Every kept event as its type, the version it tells of, and some of what it shows. */
async function remaining(db: Db, show: (data: Data) => unknown): Promise<string[]> {
  const rows = await db.selectFrom('events').select(['type', 'body']).orderBy('revision').orderBy('type').execute()
  return rows.map(({ type, body }) => `${type} ${show(JSON.parse(body).data)}`)
}
const powers = (db: Db) =>
  remaining(db, ({ machine, previous }) => `${machine.engine_hp ?? null} ${previous?.price_from_inr}`)

/** Events about other records, which nothing may parse. */
async function addOthers(db: Db, type: string): Promise<void> {
  const rows = Array.from({ length: 500 }, (_, i) => ({ id: `evt_${i}`, record: `machine other-${i}`, revision: i }))
  const rest = { type, created_at: NOW, body: 'not JSON', final: 1 }
  await upsertRows(
    db,
    'events',
    ['id'],
    rows.map((row) => ({ ...row, ...rest })),
  )
}
const dropOthers = (db: Db) => db.deleteFrom('events').where('body', '=', 'not JSON').execute()

it('lose the states of a machine, and the price before it in the next event', async (t) => {
  const db = await sqlite.newDatabase(t)
  await subscribe(db, [...EVENTS])
  await bring(db, [priced('a', 600_000, { engine_hp: 30 }), priced('b', 600_000, { engine_hp: 35 })], NOW)
  // As one change by one import, and after the clock was set back.
  const wrong = [priced('a', 610_000, { engine_hp: 40 }), priced('a', 620_000, { engine_hp: 41 })]
  await bring(db, wrong, NOW - 3_600_000)
  const { revision } = (await readRecordHistory(db, 'machine', 'a'))[0]!
  await bring(db, [priced('a', 630_000, { engine_hp: 50 })], NOW)
  await bring(db, [priced('a', 640_000, { engine_hp: 50 })], NOW)
  await bring(db, [priced('a', 640_000, { engine_hp: 50, published_at: null })], NOW)
  await addOthers(db, 'variant.updated')
  assert.equal(await retract(db, 'machine', 'a', { revision }, WHY), 1)
  await dropOthers(db)
  assert.deepEqual(await powers(db), [
    ...['variant.published 30 undefined', 'variant.published 35 undefined'],
    ...['price.updated 50 null', 'variant.updated 50 undefined', 'price.updated 50 630000'],
    'variant.withdrawn null undefined',
  ])
  await retract(db, 'machine', 'a', ALL, WHY)
  assert.deepEqual(await powers(db), ['variant.published 35 undefined', 'variant.withdrawn null undefined'])
})

it('lose the price of its machine in events of a listing', async (t) => {
  const db = await sqlite.newDatabase(t)
  await subscribe(db, [...EVENTS])
  await bring(db, [priced('a', 600_000), listing('one')], NOW)
  const { revision } = (await readRecordHistory(db, 'machine', 'a'))[0]!
  await bring(db, [priced('a', 610_000)], NOW)
  await bring(db, [listing('two')], NOW)
  // It names another machine since.
  await bring(db, [{ ...listing('three'), machine_slug: 'b' }], NOW)
  await retract(db, 'machine', 'a', { revision }, WHY)
  const listings = (await remaining(db, (data) => data.listing?.comparable_new_inr)).filter((text) =>
    /^listing/.test(text),
  )
  assert.deepEqual(listings, [
    ...['listing.published undefined', 'listing.updated 610000', 'listing.updated undefined'],
  ])
})

for (const isOld of [false, true])
  it(`lose the states of a listing, and all but its withdrawal when it is erased${isOld ? OLD : ''}`, async (t) => {
    const db = await sqlite.newDatabase(t)
    await subscribe(db, [...EVENTS])
    for (const [i, description] of ['one', 'two', 'three'].entries()) await bring(db, [listing(description)], NOW + i)
    if (isOld) await db.updateTable('events').set({ revision: null, record: null }).execute()
    const { revision } = (await readRecordHistory(db, 'listing', '7'))[1]!
    const versions = async () => (await remaining(db, ({ version }) => version)).sort()
    const [published, wrong, right] = await versions()
    assert.match(wrong!, new RegExp(`${revision}$`))
    await addOthers(db, 'listing.updated')
    await retract(db, 'listing', '7', { revision }, WHY)
    await dropOthers(db)
    assert.deepEqual(await versions(), [published, right])
    await addOthers(db, 'listing.updated')
    await eraseListing(db, '7', WHY)
    await dropOthers(db)
    assert.deepEqual(
      (await versions()).map((text) => text.split(' ')[0]),
      ['listing.withdrawn'],
    )
  })

for (const isOld of [false, true])
  it(`lose the name of a manufacturer and the labels of a class${isOld ? OLD : ''}`, async (t) => {
    const db = await sqlite.newDatabase(t)
    await subscribe(db, [...EVENTS])
    const plate = (label: string) => [{ key: 'engine_hp', label, label_hi: 'क', label_ta: 'அ', unit: 'HP' }]
    const party = async (name: string, now: number) => {
      await bring(db, [{ type: 'manufacturer', slug: 'a-maker', name }], now)
      await bring(db, [{ type: 'class', key: 'tractor', patch: true, plate: plate(name) }], now)
      await bring(db, [minMachine('a', { manufacturer: 'a-maker', engine_hp: 30 + (now % 10) })], now)
    }
    const from = Math.floor(NOW / 1_000) * 1_000
    for (const [i, name] of ['One', 'Wrong', 'Right'].entries()) await party(name, from + i + 1)
    if (isOld) await db.updateTable('events').set({ revision: null, record: null }).execute()
    const visible = () =>
      remaining(db, ({ machine }) => `${machine.manufacturer.name} ${machine.plate.map(({ label }) => label)}`)
    const sorted = async () => (await visible()).sort()
    assert.deepEqual(await sorted(), [
      ...['variant.published One One', 'variant.updated Right Right', 'variant.updated Wrong Wrong'],
    ])
    const past = { since: from + 2, until: from + 2 }
    for (const [type, key] of [
      ['manufacturer', 'a-maker'],
      ['class', 'tractor'],
    ] as [RecordType, string][]) {
      const entries = await readRecordHistory(db, type, key)
      await retract(db, type, key, isOld ? past : { revision: entries[1]!.revision }, WHY)
    }
    // The current name does not replace it: that may be retracted later.
    const left = ['variant.published One One', 'variant.updated Right Right', 'variant.updated a-maker ']
    assert.deepEqual(await sorted(), left)
  })

it('lose what an import brought, in as many records as it had', async (t) => {
  const db = await sqlite.newDatabase(t)
  await subscribe(db, [...EVENTS])
  const slugs = Array.from({ length: 1_100 }, (_, i) => `m-${i}`)
  await bring(db, [minMachine('m-0', { engine_hp: 30 }), minMachine('other', { engine_hp: 31 })], NOW)
  const id = await bring(
    db,
    slugs.map((slug) => minMachine(slug, { engine_hp: 40 })),
    NOW,
  )
  await undoImport(db, id, { author: WHY.author, now: NOW })
  const removed = await writeTransaction(db, (trx, lock) => retractImport(trx, lock, id, WHY))
  assert.equal(removed, slugs.length)
  const left = (await powers(db)).filter((text) => !text.includes('withdrawn'))
  assert.deepEqual(left.sort(), [
    ...['variant.published 30 undefined', 'variant.published 31 undefined', 'variant.updated 30 undefined'],
  ])
  assert.equal(await revertRecord(db, { type: 'machine', key: 'm-1', to: 0, author: WHY.author, now: NOW }), undefined)
})
