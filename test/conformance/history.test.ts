import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RecordType } from '../../src/database/records.ts'
import type { Db } from '../../src/database/schema.ts'
import { CommandError } from '../../src/errors.ts'
import { readHead } from '../../src/history/entries.ts'
import { pruneHistory } from '../../src/history/retention.ts'
import { readRecordHistory } from '../../src/history/states.ts'
import { revertRecord, undoImport } from '../../src/history/undo.ts'
import { verifyHistory } from '../../src/history/verify.ts'
import { onEachBackend } from '../backends.ts'
import { bring, exported, implement, listing, machine, manufacturer, record, take } from '../import/take.ts'

const DAY_MS = 86_400_000
const ASHA = { by: 'console', who: 'Asha' } as const
const patch = (fields: object) => ({ type: 'machine', slug: machine.slug, patch: true, ...fields })
const prices = (price_inr: number) => ({ prices: [{ ...machine.prices[0], price_inr }] })

async function agrees(db: Db): Promise<void> {
  const { findings, untold } = await verifyHistory(db)
  assert.deepEqual([findings, untold], [[], 0])
}

onEachBackend('the history', (backend) => {
  it('stores no contact, source or original text', async (t) => {
    const db = await backend.newDatabase(t)
    const contact = { name: 'Ramesh', phone: '98765 43210' }
    const row = { ...listing, status: 'review', contact, source_url: 'https://source.example/page' }
    await bring(db, [{ ...row, description: 'Call 98765 43210, good tyres' }])
    await bring(db, [{ ...row, description: 'Call 98765 43210, better tyres' }])
    const { rows } = await statesText(db, 'listing', '7')
    assert.equal(rows.length, 1)
    assert.match(rows[0]!, /good tyres/)
    assert.doesNotMatch(rows[0]!, /98765|Ramesh|source\.example/)
  })

  it('never reuses the ID or version of a removed record', async (t) => {
    const db = await backend.newDatabase(t)
    const first = await bring(db, [manufacturer, machine])
    await bring(db, [patch({ engine_hp: 46 })])
    const id = (await record(db, machine.slug))!.id
    await undoImport(db, first, { force: true, author: ASHA, now: Date.now() })
    assert.ok(await record(db, machine.slug), 'it was changed since')
    await revertRecord(db, {
      type: 'machine',
      key: machine.slug,
      to: (await firstRevision(db)) - 1,
      author: ASHA,
      now: Date.now(),
    })
    assert.equal(await record(db, machine.slug), undefined)
    await bring(db, [{ ...machine, slug: 'another', name: 'Another' }])
    assert.notEqual((await record(db, 'another'))!.id, id)
    const { faults } = await take(db, [{ ...machine, slug: 'third', id }])
    assert.deepEqual(faults, [`1 id: belongs to another record; found ${id}, of ${machine.slug}`])
    await bring(db, [machine])
    const back = await db.selectFrom('machines').selectAll().where('slug', '=', machine.slug).executeTakeFirstOrThrow()
    assert.deepEqual([back.id, back.version], [id, 4], 'created, changed, removed, created')
    await agrees(db)
  })

  it('undoes an import or lists the later changes that prevent it', async (t) => {
    const db = await backend.newDatabase(t)
    await bring(db, [manufacturer, machine, listing])
    const before = await exported(db)
    const wrong = await bring(db, [
      { type: 'manufacturer', slug: 'wrong', name: 'Wrong' },
      { ...machine, slug: 'wrong-1', name: 'Wrong 1', manufacturer: 'wrong' },
      { ...machine, slug: 'wrong-2', name: 'Wrong 2', manufacturer: 'wrong' },
      { ...implement, manufacturer: 'wrong' },
      patch({ ...prices(1) }),
      { type: 'class', key: 'tractor', patch: true, label: 'Wrong' },
      { ...listing, price_inr: 1_000 },
    ])
    const after = await exported(db)
    const undo = (force = false) => undoImport(db, wrong, { force, author: ASHA, now: Date.now() })
    await bring(db, [{ type: 'machine', slug: 'wrong-2', patch: true, engine_hp: 99 }])
    await assert.rejects(undo(), (error: CommandError) => {
      const [, ...records] = error.message.split('\n')
      assert.equal(records.length, 2)
      assert.match(records[0]!, /^machine wrong-2 was changed since, by imp_/)
      assert.equal(records[1], 'manufacturer wrong has machine wrong-2')
      return error instanceof CommandError
    })
    assert.equal((await exported(db)).length, after.length, 'nothing was taken back')
    const done = await undo(true)
    assert.deepEqual([done!.restored, done!.removed, done!.kept.length], [3, 2, 2])
    const left = (await exported(db)).filter(({ slug }) => slug !== 'wrong' && slug !== 'wrong-2')
    assert.deepEqual(left, before)
    await assert.rejects(undo(), CommandError)
    assert.equal(await undoImport(db, 'imp_unknown', { author: ASHA, now: 0 }), undefined)
    await agrees(db)
  })

  it('is pruned from the oldest entry, and says which records have no entry left', async (t) => {
    const db = await backend.newDatabase(t)
    await bring(db, [manufacturer, machine, implement])
    for (let price = 1; price < 100; price++) await bring(db, [patch(prices(price))])
    const { start_hash } = await readHead(db)
    assert.equal(await pruneHistory(db, 30, Date.now() + 29 * DAY_MS), 0)
    const middle = (await readRecordHistory(db, 'machine', machine.slug))[20]!
    await db
      .updateTable('history')
      .set({ at: middle.at - DAY_MS })
      .where('revision', '<=', middle.revision)
      .execute()
    assert.ok((await pruneHistory(db, 30, middle.at + 30 * DAY_MS - 1)) > 80)
    const head = await readHead(db)
    assert.notEqual(head.start_hash, start_hash)
    assert.equal(head.start_revision, middle.revision)
    const { findings, untold, records } = await verifyHistory(db)
    assert.deepEqual([findings, untold], [[], records - 1])
    assert.equal((await readRecordHistory(db, 'machine', machine.slug)).length, 20)
  })
})

async function statesText(db: Db, type: RecordType, key: string): Promise<{ rows: string[] }> {
  const { readBefore } = await import('../../src/history/entries.ts')
  const entries = await db.selectFrom('history').selectAll().where('type', '=', type).where('key', '=', key).execute()
  return { rows: (await readBefore(db, entries)).filter((text) => text !== undefined) }
}

async function firstRevision(db: Db): Promise<number> {
  const row = await db
    .selectFrom('history')
    .select('revision')
    .where('type', '=', 'machine')
    .orderBy('revision')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.revision
}
