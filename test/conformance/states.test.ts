import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RecordType } from '../../src/database/records.ts'
import type { Db } from '../../src/database/schema.ts'
import { readHead } from '../../src/history/entries.ts'
import { eraseListing, retract } from '../../src/history/redact-entries.ts'
import { pruneHistory } from '../../src/history/retention.ts'
import { detailAsOf, reaches, readRecordHistory, removedSince, statesAt, wasVisible } from '../../src/history/states.ts'
import { revertRecord } from '../../src/history/undo.ts'
import { verifyHistory } from '../../src/history/verify.ts'
import { exportRows } from '../../src/import/export-rows.ts'
import { kolkataDate } from '../../src/lib/calendar.ts'
import { onEachBackend } from '../backends.ts'
import { importAll } from '../catalogue-app.ts'
import { bring, exported } from '../import/take.ts'
import { minListing, minMachine } from './least-machine.ts'

const DAY_MS = 86_400_000
const START = Date.now()
const day = (nth: number) => START + nth * DAY_MS
const AUTHOR = { by: 'console', who: 'Asha' } as const

const other = { type: 'manufacturer', slug: 'other', name: 'Other' }
const rename = (db: Db, name: string, nth: number) =>
  importAll(db, [{ type: 'manufacturer', slug: 'a-maker', name }], day(nth))
const remove = (db: Db, type: RecordType, key: string, nth = 1) =>
  revertRecord(db, { type, key, to: 0, author: AUTHOR, now: day(nth) })
const why = (nth: number) => ({ reason: 'typed wrongly', author: AUTHOR, now: day(nth) })
const powers = async (db: Db, more: object = {}) =>
  (await readRecordHistory(db, 'machine', 'a', more)).map(({ change, fields }) =>
    [change, ...fields.filter(({ name }) => name === 'engine_hp').flatMap(({ from, to }) => [from, to])].join(' '),
  )

onEachBackend('the states of records', (backend) => {
  it('are told from the newest, a page at a time, with what each change changed', async (t) => {
    const db = await backend.newDatabase(t)
    for (const [nth, engine_hp] of [30, 40, 50, 60].entries())
      await importAll(db, [minMachine('a', { engine_hp })], day(nth + 1))
    await remove(db, 'machine', 'a', 5)
    const all = ['removed 60 ', 'changed 50 60', 'changed 40 50', 'changed 30 40', 'created  30']
    assert.deepEqual(await powers(db), all)
    assert.deepEqual(await powers(db, { limit: 2 }), all.slice(0, 2))
    const { revision } = (await readRecordHistory(db, 'machine', 'a'))[1]!
    assert.deepEqual(await powers(db, { below: revision }), all.slice(2))
    assert.deepEqual(await powers(db, { below: revision, limit: 1 }), all.slice(2, 3))
    assert.deepEqual(await readRecordHistory(db, 'machine', 'b'), [])
    assert.deepEqual(await readRecordHistory(db, 'implement', 'a'), [])
  })

  it('have the names of makers and classes, who changed them, and nothing of what is private or counted', async (t) => {
    const db = await backend.newDatabase(t)
    const id = await bring(db, [other, minMachine('a', { engine_hp: 30 }), { ...other, slug: 'third' }])
    await importAll(db, [minMachine('a', { manufacturer: 'other', machine_class: 'excavator' })])
    await remove(db, 'manufacturer', 'a-maker')
    // A machine of the same number.
    await importAll(db, [minMachine('b', { manufacturer: 'other' })])
    await remove(db, 'machine', 'b')
    const [moved, created] = await readRecordHistory(db, 'machine', 'a')
    assert.deepEqual(moved!.fields, [
      { name: 'manufacturer', from: 'a-maker', to: 'other' },
      { name: 'machine_class', from: 'tractor', to: 'excavator' },
      { name: 'section', from: 'farm', to: 'construction' },
      { name: 'engine_hp', from: 30, to: null },
    ])
    assert.deepEqual(
      [created!.import, created!.by, created!.who, created!.reason],
      [{ id, line: 2 }, 'cli', 'ravi', ''],
    )
    const names = created!.fields.map(({ name }) => name)
    for (const name of ['slug', 'name', 'published_at', 'manufacturer', 'machine_class'])
      assert.ok(names.includes(name))
    for (const name of ['version', 'revision', 'facts', 'manufacturer_id', 'class_key', 'announced'])
      assert.ok(!names.includes(name), name)
    const [removed] = await readRecordHistory(db, 'manufacturer', 'a-maker')
    assert.deepEqual([removed!.change, removed!.import, removed!.who, removed!.at], ['removed', null, 'Asha', day(1)])
    assert.deepEqual(removed!.fields[1], { name: 'slug', from: 'a-maker', to: null })
  })

  it('that were retracted or erased are told as such, with the reason and without what they held', async (t) => {
    const db = await backend.newDatabase(t)
    for (const [nth, engine_hp] of [30, 40, 50].entries())
      await importAll(db, [minMachine('a', { engine_hp })], day(nth + 1))
    const [, wrong] = await readRecordHistory(db, 'machine', 'a')
    await retract(db, 'machine', 'a', { revision: wrong!.revision }, why(4))
    assert.deepEqual(await powers(db), ['retracted', 'changed', 'changed', 'created  30'])
    assert.deepEqual(await powers(db, { limit: 1 }), ['retracted'])
    const [act, ...rest] = await readRecordHistory(db, 'machine', 'a')
    assert.deepEqual([act!.reason, act!.fields, ...rest.map(({ reason }) => reason)], ['typed wrongly', [], '', '', ''])
    assert.deepEqual([rest[0]!.fields, rest[1]!.fields], [[], []])
    const [below] = await readRecordHistory(db, 'machine', 'a', { below: rest[0]!.revision })
    assert.deepEqual([below!.revision, below!.fields], [wrong!.revision, []], 'on a page that begins with it, too')
    const withheld = new Set<string>()
    const i = (revision: number) => statesAt(db, 'machine', ['a', 'b'], { revision }, withheld)
    assert.deepEqual([...(await i(wrong!.revision)).keys(), ...withheld], ['a'])
    assert.equal((await statesAt(db, 'machine', ['a'], { revision: wrong!.revision })).size, 0)
    assert.deepEqual([...(await i(act!.revision)).keys()], ['a'])
    assert.equal((await statesAt(db, 'machine', [], { revision: 0 })).size, 0)
    await importAll(db, [minListing(1, 'a', { price_inr: 1_000 })], day(4))
    await eraseListing(db, '1', why(5))
    const reported = (await readRecordHistory(db, 'listing', '1')).map(({ change, reason }) => `${change} ${reason}`)
    assert.deepEqual(reported, ['erased typed wrongly', 'removed ', 'created '])
    assert.ok((await pruneHistory(db, 1, day(4) + 1)) > 0)
    assert.deepEqual(await powers(db), ['retracted'], 'its own entries are pruned')
  })

  it('make a sheet as it was, with its maker and class as they were', async (t) => {
    const db = await backend.newDatabase(t)
    const published_at = kolkataDate(day(2))
    await importAll(db, [minMachine('a', { published_at }), minMachine('b', { published_at: null })], day(1))
    await rename(db, 'Renamed', 3)
    await importAll(db, [{ type: 'class', key: 'tractor', patch: true, hours_a_year: 900 }], day(4))
    await importAll(db, [minMachine('a', { manufacturer: 'a-maker', engine_hp: 40 })], day(5))
    const sheet = async (nth: number, slug = 'a') => {
      const result = await detailAsOf(db, slug, day(nth))
      return result && [result.manufacturer.name, result.hours_a_year, result.engine_hp ?? null]
    }
    assert.deepEqual(
      [await sheet(0), await sheet(1), await sheet(3, 'b'), await sheet(3, 'c')],
      [undefined, undefined, undefined, undefined],
    )
    await assert.rejects(sheet(-9), { code: 'history-too-short' })
    assert.deepEqual(
      [await sheet(2), await sheet(3)],
      [
        ['A Maker', 800, null],
        ['Renamed', 800, null],
      ],
    )
    assert.deepEqual(
      [await sheet(4), await sheet(5)],
      [
        ['Renamed', 900, null],
        ['Renamed', 900, 40],
      ],
    )
    await retract(db, 'manufacturer', 'a-maker', { since: day(1), until: day(2) }, why(6))
    const party = { code: 'retracted', message: 'What its manufacturer or class was at that time was retracted.' }
    await assert.rejects(sheet(2), party)
    await retract(db, 'class', 'tractor', { since: day(3), until: day(3) }, why(6))
    await assert.rejects(sheet(3), party)
    await retract(db, 'machine', 'a', { since: day(4), until: day(4) }, why(6))
    const self = { code: 'retracted', message: 'What this machine was at that time was retracted.' }
    await assert.rejects(sheet(4), self)
    assert.equal((await sheet(5))![2], 40)
    assert.equal((await pruneHistory(db, 1, day(6) + 1)) > 0, true)
    const { start_at } = await readHead(db)
    assert.deepEqual([start_at, await sheet(5)], [day(5), ['Renamed', 900, 40]])
    await assert.rejects(detailAsOf(db, 'a', start_at - 1), { code: 'history-too-short' })
    const [head, ends] = [{ start_at: 5, start_revision: 3 } as Awaited<ReturnType<typeof readHead>>, [2, 3, 4, 5, 6]]
    assert.deepEqual(
      ends.filter((timestamp) => reaches(head, { timestamp })),
      [5, 6],
    )
    assert.deepEqual(
      ends.filter((revision) => reaches(head, { revision })),
      [3, 4, 5, 6],
    )
  })

  it('are those of now after the clock was ahead and came back', async (t) => {
    const db = await backend.newDatabase(t)
    const put = (slug: string, engine_hp: number, i: number) => importAll(db, [minMachine(slug, { engine_hp })], i)
    const power = async (slug: string, i: number) => (await detailAsOf(db, slug, i))?.engine_hp
    await put('a', 30, day(1))
    await put('a', 40, day(2))
    await put('b', 20, day(9))
    await put('a', 45, day(3))
    assert.deepEqual([await power('a', day(3)), await power('b', day(3))], [45, 20])
    assert.deepEqual([await power('a', day(2)), await power('a', day(1))], [40, 30])
    await put('a', 50, day(4))
    assert.deepEqual([await power('a', day(3)), await power('a', day(4))], [45, 50])
    // A few seconds are the difference between two machines.
    await put('a', 55, day(4) - 3_000)
    assert.deepEqual([await power('a', day(4) - 1), await power('a', day(4))], [45, 55])
    await remove(db, 'machine', 'b', 5)
    assert.deepEqual(
      (await removedSince(db, 'machine', { timestamp: day(4) })).map(({ key }) => key),
      ['b'],
    )
    await put('b', 70, day(9))
    assert.equal(await power('b', day(6)), undefined)
    await pruneHistory(db, 0, day(6))
    assert.equal(await power('b', day(6)), 70, 'without another change, too')
    const { findings, untold } = await verifyHistory(db)
    assert.deepEqual([findings, untold], [[], 0])
    await put('a', 60, day(9))
    await put('a', 65, day(6))
    assert.equal(await retract(db, 'machine', 'a', { since: 0, until: day(6) }, why(6)), 6, 'also what is dated later')
  })

  it('tell which records were removed since, in the order of an export, and what readers ever saw', async (t) => {
    const db = await backend.newDatabase(t)
    const hidden = { published_at: null }
    const machines = [minMachine('z'), minMachine('y', hidden), minMachine('x')]
    const listings = [100, 4, 50, 20, 7].map((id) => minListing(id, 'z', { price_inr: 1_000 }))
    await importAll(db, [...machines, ...listings, other], day(1))
    const { revision } = await readHead(db)
    for (const id of ['20', '100', '4', '7', '50']) await remove(db, 'listing', id, 2)
    for (const slug of ['x', 'y', 'z']) await remove(db, 'machine', slug, 3)
    await remove(db, 'manufacturer', 'other', 3)
    await importAll(db, [machines[2]!], day(4))
    const keys = async (type: RecordType, point: { revision: number } | { timestamp: number }) =>
      (await removedSince(db, type, point)).map(({ key }) => key)
    assert.deepEqual(await keys('listing', { timestamp: day(1) }), ['4', '7', '20', '50', '100'])
    assert.deepEqual(await keys('listing', { timestamp: day(2) }), [])
    assert.deepEqual(await keys('machine', { revision }), ['z', 'y'])
    assert.deepEqual(await keys('manufacturer', { revision }), ['other'])
    assert.deepEqual([await wasVisible(db, 'machine', 'z'), await wasVisible(db, 'machine', 'y')], [true, false])
    assert.deepEqual([await wasVisible(db, 'listing', 'z'), await wasVisible(db, 'machine', 'none')], [false, false])
  })

  it('are exported as they were at a moment, with what was removed since', async (t) => {
    const db = await backend.newDatabase(t)
    const listings = [4, 20, 100].map((id) => minListing(id, 'one', { price_inr: 1_000 }))
    const machines = ['one', 'two', 'a-third', 'four'].map((slug) => minMachine(slug))
    await importAll(db, [...machines, ...listings, other], day(1))
    const before = await exported(db, false)
    await importAll(db, [minMachine('two', { engine_hp: 99 }), minMachine('five')], day(3))
    const removed = ['machine one', 'machine a-third', 'listing 20', 'listing 4', 'manufacturer other']
    for (const [type, key] of removed.map((name) => name.split(' '))) await remove(db, type as RecordType, key!, 3)
    const rows: object[] = []
    for await (const page of exportRows(db, { withPrivate: false, asOf: day(2) })) rows.push(...page.rows)
    assert.deepEqual(rows, before)
    assert.equal((await exported(db, false)).length, before.length - removed.length + 1)
  })
})
