import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { createRandom } from '../../bench/generate.ts'
import { kolkataDate } from '../../src/calendar.ts'
import { turnDue } from '../../src/changes/due-dates.ts'
import { revertRecord } from '../../src/changes/undo.ts'
import type { Change } from '../../src/contract/changes.ts'
import type { Db } from '../../src/database/schema.ts'
import { readHead } from '../../src/history/entries.ts'
import { readChanges } from '../../src/history/feed.ts'
import { keepHistory } from '../../src/history/keeping.ts'
import { sheetAsOf } from '../../src/history/states.ts'
import { createCatalogue } from '../../src/read-model/catalogue.ts'
import { EMPTY_QUERY } from '../../src/search/types.ts'
import { onEachBackend } from '../backends.ts'
import { importAll } from '../catalogue-app.ts'
import { exported } from '../intake/take.ts'
import { LEAST_LISTING } from '../market/least-listing.ts'
import { leastMachine } from './least-machine.ts'

const DAY_MS = 86_400_000
const ASHA = { by: 'console', who: 'Asha' } as const

const readPart = (db: Db, since: string, limit: number) => readChanges(db, { since, limit, include: '' })

/** A reader that keeps the cursor of each change it has taken over. */
function newCopy() {
  const machines = new Map<number, object>()
  let cursor = ''
  return {
    machines,
    /** Reads to the end, or until so many changes were taken over: then it was killed. */
    async read(db: Db, limit: number, most = Number.POSITIVE_INFINITY): Promise<Change[]> {
      const taken: Change[] = []
      for (let since = cursor, more = true; more; ) {
        const part = await readPart(db, since, limit)
        for (const change of part.changes) {
          if (taken.length === most) return taken
          if (change.machine) machines.set(change.id, change.machine)
          else machines.delete(change.id)
          cursor = change.cursor
          taken.push(change)
        }
        ;({ next: since, more } = part)
        if (!more) cursor = since
      }
      return taken
    },
  }
}

async function catalogueOf(t: { after(done: () => unknown): void }, db: Db) {
  const catalogue = createCatalogue(db, { log: pino({ level: 'silent' }), pollMs: 60_000 })
  t.after(() => catalogue.close())
  await catalogue.ready
  return catalogue
}

/** Something that changes the catalogue, from a random number. */
function changeSome(db: Db, random: () => number) {
  const pick = (most: number) => Math.floor(random() * most)
  const slug = () => `machine-${pick(12)}`
  const maker = pick(3)
  const acts = [
    () =>
      importAll(db, [
        leastMachine(slug(), {
          manufacturer: { slug: `maker-${maker}`, name: `Maker ${maker}` },
          engine_hp: 20 + pick(50),
          published_at: pick(4) === 0 ? null : '2026-01-01',
        }),
      ]),
    () => importAll(db, [{ type: 'manufacturer', slug: `maker-${maker}`, name: `Renamed ${pick(100)}` }]),
    () => importAll(db, [{ type: 'class', key: 'tractor', patch: true, label: `Tractor ${pick(100)}` }]),
    () => revertRecord(db, { type: 'machine', key: slug(), to: 0, author: ASHA, now: Date.now() }),
  ]
  return acts[Math.min(pick(6), 3)]!()
}

onEachBackend('the feed of changes', (backend) => {
  it('makes a copy and keeps it, whatever happens between two parts', async (t) => {
    const random = createRandom(7)
    for (let round = 0; round < (backend.name === 'sqlite' ? 12 : 3); round++) {
      const db = await backend.newDatabase(t)
      await importAll(db, [])
      const copy = newCopy()
      for (let step = 0; step < 40; step++) {
        await changeSome(db, random)
        if (random() < 0.5) await copy.read(db, 1 + Math.floor(random() * 4), Math.floor(random() * 6))
      }
      await copy.read(db, 3)
      const { model } = await catalogueOf(t, db)
      const all = model.index.find({ ...EMPTY_QUERY, limit: 100 }).rows.map(model.summaryOf)
      const byId = (one: object, other: object) => (one as { id: number }).id - (other as { id: number }).id
      assert.deepEqual(
        JSON.parse(JSON.stringify([...copy.machines.values()].sort(byId))),
        JSON.parse(JSON.stringify(all.sort(byId))),
      )
      assert.deepEqual(await copy.read(db, 100), [])
    }
  })

  it('tells what became of a machine since the cursor, and of a scheduled one on its day', async (t) => {
    const db = await backend.newDatabase(t)
    const tomorrow = Date.now() + DAY_MS
    await importAll(db, [
      leastMachine('one'),
      leastMachine('hidden', { published_at: null }),
      leastMachine('later', { published_at: kolkataDate(tomorrow) }),
    ])
    const copy = newCopy()
    const said = async () =>
      (await copy.read(db, 100)).map(({ change, slug, version }) => `${change} ${slug} ${version}`)
    assert.deepEqual(await said(), ['published one 1'])
    await turnDue(db, tomorrow)
    await importAll(db, [leastMachine('one', { engine_hp: 40 }), leastMachine('two'), leastMachine('short')])
    await importAll(db, [leastMachine('short', { published_at: null })])
    assert.deepEqual(await said(), ['published later 2', 'updated one 2', 'published two 1'])
    const { revision } = await readHead(db)
    await revertRecord(db, { type: 'machine', key: 'two', to: 0, author: ASHA, now: tomorrow })
    assert.deepEqual(await said(), ['withdrawn two 2'])
    await revertRecord(db, { type: 'machine', key: 'two', to: revision, author: ASHA, now: tomorrow })
    assert.deepEqual(await said(), ['published two 3'])
  })

  it('refuses a cursor that it cannot read, that was pruned, or of another database', async (t) => {
    const [db, other] = [await backend.newDatabase(t), await backend.newDatabase(t)]
    for (const one of [db, other]) await importAll(one, [leastMachine('one')])
    const { next } = await readPart(db, '', 100)
    for (const since of ['nonsense', 'MS4yLjM', `${next}!`.repeat(2)]) {
      await assert.rejects(readPart(db, since, 1), { code: 'bad-input' }, since)
    }
    await assert.rejects(readPart(other, next, 1), { code: 'cursor-gone' })
    await importAll(db, [leastMachine('two')])
    assert.equal((await readPart(db, next, 1)).changes[0]!.slug, 'two')
    await keepHistory(db, 1, Date.now() + 2 * DAY_MS)
    await assert.rejects(readPart(db, next, 1), { code: 'cursor-gone' })
    const anew = await readPart(db, '', 1)
    assert.equal(anew.more, true)
    assert.equal((await readPart(db, anew.next, 1)).changes[0]!.slug, 'two')
  })
})

onEachBackend('a sheet as of a moment', (backend) => {
  it('is what was served then, with its maker and class', async (t) => {
    const db = await backend.newDatabase(t)
    await importAll(db, [])
    const catalogue = await catalogueOf(t, db)
    const random = createRandom(11)
    const served: [slug: string, moment: number, sheet: string | undefined][] = []
    for (let step = 0; step < 60; step++) {
      await changeSome(db, random)
      await catalogue.follower.catchUp()
      // Entries have milliseconds.
      await sleep(3)
      for (const slug of [`machine-${step % 12}`, `machine-${(step * 5) % 12}`]) {
        const found = await catalogue.sheet(slug)
        served.push([slug, Date.now(), found && JSON.stringify({ ...found.sheet, similar: [] })])
      }
      await sleep(3)
    }
    assert.ok(served.filter(([, , sheet]) => sheet).length > 20)
    for (const [slug, moment, sheet] of served) {
      const then = await sheetAsOf(db, slug, moment)
      assert.equal(then && JSON.stringify(then), sheet, `${slug} at ${new Date(moment).toISOString()}`)
    }
    const { start_at } = await readHead(db)
    for (const [slug] of served) await assert.rejects(sheetAsOf(db, slug, start_at - 1), { code: 'history-too-short' })
  })

  it('is in an export of that moment, with what was removed since', async (t) => {
    const db = await backend.newDatabase(t)
    const listings = ['4', '20', '100'].map((id) => ({ ...LEAST_LISTING, id: Number(id) }))
    const machines = ['one', 'two', 'a-third', 'four'].map((slug) => leastMachine(slug))
    await importAll(db, [...machines, ...listings, { type: 'manufacturer', slug: 'another', name: 'Another' }])
    const before = await exported(db, false)
    await sleep(3)
    const asOf = Date.now()
    await sleep(3)
    await importAll(db, [leastMachine('two', { engine_hp: 99 }), leastMachine('five')])
    const gone = ['machine one', 'machine a-third', 'listing 20', 'listing 4', 'manufacturer another']
    for (const [type, key] of gone.map((name) => name.split(' ') as ['machine', string])) {
      await revertRecord(db, { type, key, to: 0, author: ASHA, now: Date.now() })
    }
    const { exportRows } = await import('../../src/intake/export-rows.ts')
    const rows: object[] = []
    for await (const page of exportRows(db, { withPrivate: false, asOf })) rows.push(...page.rows)
    assert.deepEqual(rows, before)
    assert.equal((await exported(db, false)).length, before.length - gone.length + 1)
  })
})
