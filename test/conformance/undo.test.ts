import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RecordType } from '../../src/database/records.ts'
import { type Db, writeTransaction } from '../../src/database/schema.ts'
import { readHead } from '../../src/history/entries.ts'
import { retract } from '../../src/history/redact-entries.ts'
import { pruneHistory } from '../../src/history/retention.ts'
import { applyScheduledVisibility } from '../../src/history/scheduled-visibility.ts'
import { firstReasons, revertRecord, undoImport } from '../../src/history/undo.ts'
import { checkRow } from '../../src/import/check-row.ts'
import { importBatch } from '../../src/import/import-batch.ts'
import { kolkataDate } from '../../src/lib/calendar.ts'
import { onEachBackend } from '../backends.ts'
import { bring, exported, implement, listing, manufacturer, record } from '../import/take.ts'
import { minMachine } from './least-machine.ts'

const NOW = Date.now()
const DAY_MS = 86_400_000
const ASHA = { by: 'console', who: 'Asha' } as const
const WHY = { reason: 'mistake', author: ASHA, now: NOW }

const item = (slug: string, more: object = {}) => minMachine(slug, { manufacturer: 'mahindra', ...more })
const other = { type: 'manufacturer', slug: 'other', name: 'Other' }
const aClass = (kinds: readonly string[]) => ({
  ...{ type: 'class', key: 'drone', label: 'Drone', label_hi: 'क', label_ta: 'அ', plural: 'Drones', plural_hi: 'क' },
  ...{ plural_ta: 'அ', kinds, plate: [], synonyms: [], section: 'farm' },
})
const drone = (kind: string, more: object = {}) => item('m', { machine_class: 'drone', kind, ...more })

/** Writes rows as a part of an import, between whose parts others may write. */
async function part(db: Db, importId: string, rows: readonly object[]): Promise<void> {
  const checked = rows.map((row, i) =>
    checkRow(row, { file: 'rows', line: i + 1, raw: undefined }, { today: kolkataDate(NOW) }),
  )
  const author = { by: 'cli', who: '', importId } as const
  const outcomes = await writeTransaction(db, (trx, lock) =>
    importBatch(trx, lock, checked, { now: Date.now(), author }),
  )
  assert.ok(outcomes.every(({ status }) => status !== 'rejected'))
}

const undo = (db: Db, id: string, force = false) => undoImport(db, id, { force, author: ASHA, now: Date.now() })
const revert = (db: Db, type: RecordType, key: string, to: number) =>
  revertRecord(db, { type, key, to, author: ASHA, now: Date.now() })
const revisionOf = async (db: Db) => (await readHead(db)).revision

onEachBackend('an import that is taken back', (backend) => {
  it('names who changed its records since, twenty of them and the number of the others', async (t) => {
    const db = await backend.newDatabase(t)
    const slugs = Array.from({ length: 22 }, (_, i) => `m-${i}`)
    const id = await bring(db, [manufacturer, ...slugs.map((slug) => item(slug))])
    const to = await revisionOf(db)
    const later = await bring(
      db,
      slugs.map((slug) => item(slug, { engine_hp: 40 })),
    )
    await revert(db, 'machine', 'm-0', to)
    const how = 'the button below'
    const why = await undoImport(db, id, { how, author: ASHA, now: Date.now() }).catch((error) =>
      error.message.split('\n'),
    )
    assert.equal(why[0], `later changes build on this import; ${how} undoes only records that were not changed since`)
    assert.equal(why[1], `machine m-0 was changed since, by console Asha (revision ${await revisionOf(db)})`)
    assert.match(why[2], new RegExp(`^machine m-1 was changed since, by ${later} \\(revision \\d+\\)$`))
    assert.deepEqual([why.length, why.at(-1)], [22, 'and 3 more'])
    assert.equal((await undo(db, later, true))!.restored, 21)
    assert.equal(firstReasons(slugs.slice(0, 20)).length, 20)
    await assert.rejects(undo(db, id), /^Error: later changes build on this import; force undoes/)
  })

  it('sees what others changed between two of its parts', async (t) => {
    const db = await backend.newDatabase(t)
    await bring(db, [manufacturer, item('m'), item('n')])
    const to = await revisionOf(db)
    await part(db, 'imp_a', [item('m', { engine_hp: 40 }), other])
    await revertRecord(db, { type: 'machine', key: 'm', to, author: { by: 'console', who: '' }, now: Date.now() })
    const by = await revisionOf(db)
    await bring(db, [item('n', { manufacturer: 'other' })])
    await part(db, 'imp_a', [item('n')])
    assert.deepEqual(await undo(db, 'imp_a', true), {
      ...{ restored: 0, removed: 1 },
      kept: [`machine m was changed since, by console (revision ${by})`, 'the maker that machine n had is gone'],
    })
  })

  it('becomes what it was before the first of its rows', async (t) => {
    const db = await backend.newDatabase(t)
    await bring(db, [manufacturer, item('m', { engine_hp: 40 })])
    const rows = [50, 60, 70].map((engine_hp) => item('m', { engine_hp }))
    const id = await bring(db, [...rows.slice(0, 1), item('new'), ...rows.slice(1)], Date.now(), 1)
    assert.deepEqual(await undo(db, id), { restored: 1, removed: 1, kept: [] })
    assert.deepEqual([(await record(db, 'm'))!.engine_hp, await record(db, 'new')], [40, undefined])
  })

  it('does not stay for what the service did on its day, nor for what was before it', async (t) => {
    const db = await backend.newDatabase(t)
    await bring(db, [manufacturer, item('m')])
    await bring(db, [item('m', { engine_hp: 40 })])
    const id = await bring(db, [item('m', { engine_hp: 50, published_at: kolkataDate(NOW + DAY_MS) })])
    assert.equal(await applyScheduledVisibility(db, NOW + DAY_MS), 1)
    assert.deepEqual(await undo(db, id), { restored: 1, removed: 0, kept: [] })
    assert.equal((await record(db, 'm'))!.engine_hp, 40)
  })

  it('keeps what was retracted before it as it is', async (t) => {
    const db = await backend.newDatabase(t)
    await bring(db, [manufacturer, item('m')])
    const to = await revisionOf(db)
    const id = await bring(db, [item('m', { engine_hp: 50 }), item('new')])
    await retract(db, 'machine', 'm', { revision: to }, WHY)
    const remaining = ['what machine m was before was retracted']
    await assert.rejects(undo(db, id), new RegExp(remaining[0]!))
    assert.deepEqual(await undo(db, id, true), { restored: 0, removed: 1, kept: remaining })
    await assert.rejects(revert(db, 'machine', 'm', to), {
      message: `what it was at revision ${to} was retracted`,
    })
  })

  it('keeps makers and classes that others need, and goes with those of its own', async (t) => {
    const db = await backend.newDatabase(t)
    await bring(db, [manufacturer, item('m')])
    const renamed = await bring(db, [{ ...manufacturer, name: 'Renamed' }])
    assert.deepEqual(await undo(db, renamed), { restored: 1, removed: 0, kept: [] })
    const whole = await bring(db, [other, aClass(['small']), drone('small', { manufacturer: 'other' })])
    assert.deepEqual(await undo(db, whole), { restored: 1, removed: 2, kept: [] })
    const parties = await bring(db, [other, aClass(['small', 'large'])])
    await bring(db, [drone('large'), { ...implement, manufacturer: 'other' }])
    const remaining = [`manufacturer other has implement ${implement.slug}`, 'class drone is needed by machine m']
    assert.deepEqual(await undo(db, parties, true), { restored: 0, removed: 0, kept: remaining })
    const fewer = await bring(db, [aClass(['large', 'huge'])])
    await bring(db, [drone('huge', { engine_hp: 50 })])
    assert.deepEqual((await undo(db, fewer, true))!.kept, ['class drone is needed by machine m'])
    await bring(db, [drone('large')])
    assert.deepEqual((await undo(db, fewer, true))!.restored, 1)
  })

  it('brings back no record whose maker or class is gone, or has not its kind', async (t) => {
    const db = await backend.newDatabase(t)
    await bring(db, [manufacturer, other, aClass(['small']), drone('small'), { ...implement, slug: 'i' }])
    const to = await revisionOf(db)
    await bring(db, [item('m'), { ...implement, slug: 'i', manufacturer: 'other' }])
    await bring(db, [aClass(['large'])])
    const noKind = 'the class that machine m had is gone or has not its kind'
    await assert.rejects(revert(db, 'machine', 'm', to), { message: noKind })
    await revert(db, 'class', 'drone', 0)
    await assert.rejects(revert(db, 'machine', 'm', to), { message: noKind })
    await bring(db, [item('m', { manufacturer: 'other' })])
    await assert.rejects(revert(db, 'manufacturer', 'other', 0), /manufacturer other has implement i/)
    await revert(db, 'manufacturer', 'mahindra', 0)
    await assert.rejects(revert(db, 'implement', 'i', to), { message: 'the maker that implement i had is gone' })
  })

  it('is refused where the history does not reach back to its beginning', async (t) => {
    const db = await backend.newDatabase(t)
    const id = await bring(db, [manufacturer, item('m'), item('n')])
    await pruneHistory(db, 1, Date.now() + 2 * DAY_MS)
    await bring(db, [item('x')])
    await db.updateTable('history').set({ import_id: id }).where('key', '=', 'x').execute()
    await assert.rejects(undo(db, id, true), /no longer reaches back to the beginning of this import/)
    assert.ok(await record(db, 'x'))
  })

  it('is refused if it changed no record', async (t) => {
    const db = await backend.newDatabase(t)
    await bring(db, [manufacturer])
    const id = await bring(db, [manufacturer])
    await assert.rejects(undo(db, id), { message: `import ${id} changed no record` })
  })

  it('reaches back to where the history begins, and no further', async (t) => {
    const db = await backend.newDatabase(t)
    await bring(db, [manufacturer, item('m')])
    const to = await revisionOf(db)
    await pruneHistory(db, 1, NOW + 2 * DAY_MS)
    await bring(db, [item('m', { engine_hp: 50 })])
    await assert.rejects(revert(db, 'machine', 'm', to - 1), {
      message: `the history does not reach back to revision ${to - 1}`,
    })
    assert.equal((await revert(db, 'machine', 'm', to))!.restored, 1)
    assert.deepEqual([await revert(db, 'machine', 'none', to), await undo(db, 'imp_none')], [undefined, undefined])
    assert.equal(await undo(db, '', true), undefined, 'changes outside imports have an empty id')
  })

  it('restores contacts, senders and sources, but those of records that others changed', async (t) => {
    const db = await backend.newDatabase(t)
    const sender = (number: string) => ({ name: 'shree', identity: `${number}-hash`, number })
    const row = (id: number, phone: string, number: string) => ({
      ...listing,
      ...{ id, contact: { phone }, sender: sender(number), source_url: `https://example.com/${number}` },
    })
    await bring(db, [row(1, '98765 43210', 'A1'), row(2, '98765 43211', 'A2'), { ...listing, id: 3 }])
    const before = await exported(db)
    const id = await bring(db, [
      ...[
        row(1, '90000 00001', 'B1'),
        row(2, '90000 00002', 'B2'),
        row(3, '90000 00003', 'B3'),
        row(4, '90000 00004', 'B4'),
      ],
      row(1, '90000 00009', 'C1'),
    ])
    assert.equal((await record(db, 1))!.source_url, 'https://example.com/C1')
    const { restored, removed, kept: remaining } = (await undo(db, id))!
    assert.deepEqual([restored, removed, remaining], [3, 1, []])
    assert.deepEqual(await exported(db), before)
    assert.deepEqual(await db.selectFrom('import_undo').selectAll().execute(), [])

    const again = await bring(db, [row(1, '90000 00001', 'B1'), row(2, '90000 00002', 'B2')])
    await bring(db, [{ ...row(2, '90000 00005', 'D2'), price_inr: 1_000 }])
    const forced = (await undo(db, again, true))!
    assert.deepEqual([forced.restored, forced.kept.length], [1, 1])
    const [first, second] = [await record(db, 1), await record(db, 2)]
    assert.deepEqual([first!.contact, second!.contact], [{ phone: '98765 43210' }, { phone: '90000 00005' }])
  })
})
