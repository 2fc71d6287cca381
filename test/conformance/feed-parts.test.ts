import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Db } from '../../src/database/schema.ts'
import { type CursorStep, readCursor, refuseGone } from '../../src/history/cursor.ts'
import { readHead } from '../../src/history/entries.ts'
import { readChanges, readFeed } from '../../src/history/feed.ts'
import { pruneHistory } from '../../src/history/retention.ts'
import { applyScheduledVisibility } from '../../src/history/scheduled-visibility.ts'
import { revertRecord } from '../../src/history/undo.ts'
import { kolkataDate } from '../../src/lib/calendar.ts'
import { LISTING_FEED } from '../../src/listings/listing-feed.ts'
import type { MachineChange } from '../../src/schema/api/changes.ts'
import { onEachBackend } from '../backends.ts'
import { importAll } from '../catalogue-app.ts'
import { sized } from '../tier.ts'
import { minListing, minMachine } from './least-machine.ts'

const NOW = Date.now()
const DAY_MS = 86_400_000
const AUTHOR = { by: 'console', who: 'Asha' } as const
const HIDDEN = { published_at: null }

const remove = (db: Db, key: string, type: 'machine' | 'manufacturer' | 'listing' = 'machine') =>
  revertRecord(db, { type, key, to: 0, author: AUTHOR, now: NOW })
const rename = (db: Db, name: string) => importAll(db, [{ type: 'manufacturer', slug: 'a-maker', name }])
const machines = (...slugs: string[]) => slugs.map((slug) => minMachine(slug))
const priced = (slug: string, price_inr: number, more: object = {}) => {
  const its = { kind: 'ex_showroom', source_kind: 'dealer', state_code: 'MH', observed_at: '2026-01-01' }
  return minMachine(slug, { prices: [{ price_inr, ...its }], ...more })
}

/** A reader with pages of its own size. */
function newReader(db: Db, limit: number, read = readMachines) {
  let since = ''
  /** Tells what the next pages say, so many of them or all. */
  return async (pages = Number.POSITIVE_INFINITY): Promise<string[]> => {
    const reported: string[] = []
    for (let page = 0, more = true; more && page < pages; page++) {
      const part = await read(db, since, limit)
      assert.ok(part.changes.length <= limit)
      reported.push(...part.changes.map(({ change, slug, id, version }) => `${change} ${slug ?? id} ${version}`))
      ;({ next: since, more } = part)
      if (part.changes.length > 0 && !more) assert.equal(part.changes.at(-1)!.cursor, since)
    }
    return reported
  }
}

const readMachines = (db: Db, since: string, limit: number) => readChanges(db, { since, limit, include: '' })
const readListings = (db: Db, since: string, limit: number) =>
  readFeed<'listing', unknown, Awaited<ReturnType<typeof readMachines>>>(db, LISTING_FEED, { since, limit })

onEachBackend('the feed in parts', (backend) => {
  for (const limit of sized([2], [1, 2, 3, 1_000])) {
    it(`tells of all that a renamed maker or an edited class moves, ${limit} at once`, async (t) => {
      const db = await backend.newDatabase(t)
      await importAll(db, machines('a', 'b', 'c', 'd', 'e'))
      const read = newReader(db, limit)
      assert.deepEqual(await read(), [
        'published a 1',
        'published b 1',
        'published c 1',
        'published d 1',
        'published e 1',
      ])
      const all = ['updated a 1', 'updated b 1', 'updated c 1', 'updated d 1', 'updated e 1']
      await rename(db, 'Renamed')
      assert.deepEqual(await read(), all)
      await importAll(db, [{ type: 'class', key: 'tractor', patch: true, label: 'Tractor!' }])
      assert.deepEqual(await read(), all)
      await rename(db, 'Again')
      await importAll(db, [minMachine('c', { engine_hp: 40, manufacturer: 'a-maker' })])
      const some = all.filter((item) => item !== 'updated c 1')
      assert.deepEqual(await read(), [...some, 'updated c 2'])
      assert.deepEqual([await read(), await read()], [[], []])
    })

    it(`names what was withdrawn to those who had it, and to no other, ${limit} at once`, async (t) => {
      const db = await backend.newDatabase(t)
      await importAll(db, machines('a', 'b', 'c', 'gone'))
      const read = newReader(db, limit)
      await read()
      await importAll(db, [minMachine('a', HIDDEN), minMachine('new')])
      await importAll(db, [minMachine('b', { engine_hp: 40 }), minMachine('c', { engine_hp: 40 })])
      await importAll(db, [minMachine('a', { ...HIDDEN, engine_hp: 40 }), minMachine('new', HIDDEN)])
      await remove(db, 'gone')
      const reported = ['updated b 2', 'updated c 2', 'withdrawn a 3', 'withdrawn gone 2']
      assert.deepEqual(await read(), reported)
      assert.deepEqual(await newReader(db, limit)(), ['published b 2', 'published c 2'])
      await importAll(db, [...machines('a', 'gone'), minMachine('b', { engine_hp: 40, ...HIDDEN })])
      assert.deepEqual(await read(), ['published a 4', 'published gone 3', 'withdrawn b 3'])
    })
  }

  it('ends with the last that there is, and has a cursor no longer than what happened', async (t) => {
    const db = await backend.newDatabase(t)
    await importAll(db, machines('a', 'b', 'c', 'd'))
    assert.equal((await readMachines(db, '', 4)).more, false)
    const steps = (cursor: string) =>
      cursor
        .split('~')
        .slice(1)
        .map((step) => step.split('.').length)
    let { next } = await readMachines(db, '', 1)
    assert.deepEqual(steps(next), [2], 'no id where one machine moved alone')
    for (let id = 1; id < 3; id++) {
      await importAll(db, [minListing(id, 'a', { price_inr: 300_000 })])
      ;({ next } = await readMachines(db, next, 1))
      assert.deepEqual(steps(next), [2], 'what is no part of it moves nothing')
    }
    await remove(db, 'a')
    await remove(db, 'b')
    ;({ next } = await readMachines(db, next, 2))
    assert.deepEqual(steps(next), [2, 2])
    await rename(db, 'Renamed')
    ;({ next } = await readMachines(db, (await readMachines(db, '', 9)).next, 9))
    await rename(db, 'Again')
    ;({ next } = await readMachines(db, next, 1))
    assert.deepEqual(steps(next), [2, 3])
  })

  it('is refused where its history is pruned, or another', async (t) => {
    const [db, other] = [await backend.newDatabase(t), await backend.newDatabase(t)]
    for (const item of [db, other]) await importAll(item, machines('a'))
    const { next } = await readMachines(db, '', 9)
    await assert.rejects(readMachines(other, next, 9), { code: 'cursor-gone', message: /Read without `since`/ })
    assert.ok((await pruneHistory(db, 1, NOW + 2 * DAY_MS)) > 0)
    assert.deepEqual((await readMachines(db, next, 9)).changes, [], 'the history begins where it ended')
    const [head, cursor] = [await readHead(db), readCursor('machine', next)]
    const long = (length: number) => ({ ...cursor, steps: Array<CursorStep>(length).fill(cursor.steps[0]!) })
    await refuseGone(db, long(1_000), head)
    await assert.rejects(refuseGone(db, long(1_001), head), { code: 'cursor-gone' })
    await importAll(db, machines('b'))
    assert.equal((await readMachines(db, next, 9)).changes.length, 1)
    await pruneHistory(db, 1, NOW + 4 * DAY_MS)
    await assert.rejects(readMachines(db, next, 9), { code: 'cursor-gone' })
  })

  const reported = async (read: ReturnType<typeof newReader>, pages?: number) =>
    (await read(pages)).map((item) => item.split(' ', 2).join(' '))
  const listings = (...ids: number[]) => ids.map((id) => minListing(id, 'm', { price_inr: 300_000 }))

  for (const times of [1, 2]) {
    it(`knows of a machine that went before its history, ${times === 1 ? 'once' : 'and once more'}`, async (t) => {
      const db = await backend.newDatabase(t)
      await importAll(db, listings(1, 2, 3))
      for (let time = 0; time < times; time++) {
        await importAll(db, [minMachine('m', HIDDEN)])
        await remove(db, 'm')
      }
      await pruneHistory(db, 1, NOW + 2 * DAY_MS)
      const [stays, comes] = [newReader(db, 1, readListings), newReader(db, 1, readListings)]
      for (const read of [stays, comes]) assert.deepEqual(await reported(read, 1), ['published 1'])
      await importAll(db, [{ ...listings(2)[0]!, price_inr: 310_000 }])
      assert.deepEqual(await reported(stays), ['published 3', 'published 2'])
      await importAll(db, [priced('m', 600_000)])
      assert.deepEqual(await reported(comes), ['updated 1', 'published 2', 'published 3'])
    })
  }

  it('sends each listing when it changes or when the price of its machine does', async (t) => {
    const db = await backend.newDatabase(t)
    await importAll(db, [
      ...[priced('a', 600_000), priced('b', 700_000)],
      ...[1, 2, 3].map((id) => minListing(id, ['a', 'b', 'none'][id - 1]!, { price_inr: 300_000 })),
    ])
    const read = newReader(db, 1, readListings)
    const revision = async () => {
      const query = db.selectFrom('history').select('revision').where('key', '<>', '')
      return (await query.orderBy('revision', 'desc').executeTakeFirstOrThrow()).revision
    }
    const reported = await read()
    assert.deepEqual(
      reported.map((item) => item.split(' ', 2).join(' ')),
      ['published 1', 'published 2', 'published 3'],
    )
    const [listing] = (await readListings(db, '', 1)).changes
    assert.deepEqual([listing!.id, 'slug' in listing!], [1, false])
    await importAll(db, [priced('a', 600_000, { lift_capacity_kg: 1_500 })])
    assert.deepEqual(await read(), [], 'no field of its hit changed')
    await importAll(db, [priced('a', 610_000)])
    await importAll(db, [priced('a', 600_000)])
    assert.deepEqual(await read(), [], 'the price is what this reader has')
    await importAll(db, [priced('a', 610_000)])
    const moved = await revision()
    assert.deepEqual(await read(), [`updated 1 ${moved}`], 'without a version of its own: that of its newest change')
    await importAll(db, [priced('a', 610_000, HIDDEN)])
    assert.deepEqual(await read(), [`updated 1 ${await revision()}`], 'a hidden machine shows no price')
    await remove(db, 'b')
    assert.deepEqual(await read(), [`updated 2 ${await revision()}`])
    await importAll(db, [minListing(2, 'b', { price_inr: 300_000, comparable_new_inr: 650_000 })])
    await read()
    await importAll(db, [priced('b', 700_000)])
    assert.deepEqual(await read(), [], 'its own figure comes first')
    await remove(db, '3', 'listing')
    assert.deepEqual(await read(), [`withdrawn 3 ${await revision()}`])
  })

  it('carries bodies, moments, ids and cursors from which a reader can go on', async (t) => {
    const db = await backend.newDatabase(t)
    await importAll(db, [...machines('a', 'b'), minMachine('later', { published_at: kolkataDate(NOW + DAY_MS) })])
    const of = (include: '' | 'sheet', since = '', limit = 9) =>
      readChanges(db, { since, limit, include }, 'https://x.example')
    const { changes, head, next, more } = await of('')
    const [first, second] = changes as [MachineChange, MachineChange]
    assert.deepEqual([changes.length, more, head], [2, false, (await readHead(db)).hash])
    const entry = await db.selectFrom('history').select('at').where('key', '=', 'a').executeTakeFirstOrThrow()
    assert.equal(first.changed_at, new Date(entry.at).toISOString())
    const { id, slug, manufacturer } = first.machine!
    assert.deepEqual([first.slug, first.id, slug, manufacturer.name], ['a', id, 'a', 'A Maker'])
    assert.deepEqual((await of('', first.cursor)).changes, [second])
    const sheet = (await of('sheet')).changes[0]!.machine!
    assert.ok(Object.keys(sheet).length > Object.keys(first.machine!).length)
    assert.equal((await of('', '', 1)).changes[0]!.machine!.slug, 'a')
    await applyScheduledVisibility(db, NOW + DAY_MS)
    await remove(db, 'a')
    const rest = await of('', next)
    assert.deepEqual(
      rest.changes.map(({ change, slug, machine }) => [change, slug, machine?.slug ?? null]),
      [
        ['published', 'later', 'later'],
        ['withdrawn', 'a', null],
      ],
    )
    // What the history began with has the moment of its beginning.
    await pruneHistory(db, 1, NOW + 9 * DAY_MS)
    const { start_at } = await readHead(db)
    assert.equal((await of('')).changes[0]!.changed_at, new Date(start_at).toISOString())
  })
})
