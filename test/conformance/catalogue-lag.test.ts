import assert from 'node:assert/strict'
import { it } from 'node:test'
import pino from 'pino'
import { createCatalogue } from '../../src/read-model/catalogue.ts'
import { sqlite } from '../backends.ts'
import { importAll } from '../catalogue-app.ts'
import { minMachine as machine } from './least-machine.ts'

it('tells how far and for how long it is behind, until it is current', async (t) => {
  const db = await sqlite.newDatabase(t)
  await importAll(db, [machine('one')])
  let now = Date.parse('2026-11-15T00:00:00Z')
  const log = pino({ level: 'silent' })
  const catalogue = createCatalogue(db, { log, pollMs: 60_000, clock: () => (now += 1) })
  t.after(() => catalogue.close())
  await catalogue.ready
  assert.equal(catalogue.follower.lag, 0)
  assert.equal(catalogue.follower.newest, catalogue.revision)

  const before = catalogue.revision
  await importAll(
    db,
    Array.from({ length: 700 }, (_, i) => machine(`m-${i}`)),
  )
  const seen: { behind: number; lag: number; machines: number }[] = []
  catalogue.onChange(() => {
    const { revision, model, follower } = catalogue
    seen.push({ behind: follower.newest - revision, lag: follower.lag, machines: model.size })
  })
  await catalogue.follower.catchUp()
  assert.deepEqual(
    seen.map(({ machines, behind }) => [machines, behind]),
    [
      [101, 600],
      [201, 500],
      [301, 400],
      [401, 300],
      [501, 200],
      [601, 100],
      [701, 0],
    ],
    'in slices',
  )
  for (const { lag } of seen) assert.ok(lag > 0, `behind for ${lag} ms`)
  assert.ok(catalogue.revision >= before + 700)
  assert.equal(catalogue.follower.newest, catalogue.revision)
  assert.equal(catalogue.follower.lag, 0)
})

it('lets waiting requests go first between two slices, and still becomes current while they never end', async (t) => {
  const db = await sqlite.newDatabase(t)
  await importAll(db, [machine('one')])
  const catalogue = createCatalogue(db, { log: pino({ level: 'silent' }), pollMs: 60_000 })
  t.after(() => catalogue.close())
  await catalogue.ready
  await importAll(
    db,
    Array.from({ length: 300 }, (_, i) => machine(`m-${i}`)),
  )
  let waiting = 5
  const taken: number[] = []
  catalogue.onChange(() => taken.push(catalogue.model.size))
  const before: number[][] = []
  catalogue.follower.yieldWhile(() => {
    if (waiting > 0) before.push([...taken])
    return waiting-- > 0
  })
  await catalogue.follower.catchUp()
  assert.deepEqual(taken, [101, 201, 301])
  assert.deepEqual(before[0], [], 'asked before the first slice')
  assert.ok(waiting < 0, 'asked until none waited')

  await importAll(
    db,
    Array.from({ length: 300 }, (_, i) => machine(`n-${i}`)),
  )
  catalogue.follower.yieldWhile(() => true)
  await catalogue.follower.catchUp()
  assert.equal(catalogue.model.size, 601)
})

it('counts the time in which the database cannot be asked', async (t) => {
  const db = await sqlite.newDatabase(t)
  let now = Date.parse('2026-11-15T00:00:00Z')
  const catalogue = createCatalogue(db, { log: pino({ level: 'silent' }), pollMs: 60_000, clock: () => now })
  t.after(() => catalogue.close())
  await catalogue.ready
  await db.schema.alterTable('revision').renameTo('elsewhere').execute()
  await catalogue.follower.catchUp()
  now += 5_000
  await catalogue.follower.catchUp()
  assert.equal(catalogue.follower.lag, 5_000)
  await db.schema.alterTable('elsewhere').renameTo('revision').execute()
  await catalogue.follower.catchUp()
  assert.equal(catalogue.follower.lag, 0)
})

it('answers sheets while it takes a large import in, as the database has them', async (t) => {
  const db = await sqlite.newDatabase(t)
  const rows = Array.from({ length: 800 }, (_, i) => machine(`m-${i}`))
  await importAll(db, rows)
  const catalogue = createCatalogue(db, { log: pino({ level: 'silent' }), pollMs: 60_000 })
  t.after(() => catalogue.close())
  await catalogue.ready
  const before = catalogue.revision
  await importAll(
    db,
    rows.map((row) => ({ ...row, name: 'Renamed' })),
  )
  const during: { name: string; isCurrent: boolean; revision: number }[] = []
  let requested: Promise<void> | undefined
  catalogue.onChange(() => {
    requested ??= catalogue.sheet('m-799').then((result) => {
      during.push({ name: result!.sheet.name, isCurrent: result!.isCurrent, revision: catalogue.revision })
    })
  })
  await catalogue.follower.catchUp()
  await requested
  const [first] = during
  assert.deepEqual([first!.name, first!.isCurrent], ['Renamed', false])
  assert.ok(first!.revision > before && first!.revision < catalogue.revision, 'between two slices')
  assert.equal((await catalogue.sheet('m-799'))!.isCurrent, true)
})
