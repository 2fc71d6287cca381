import assert from 'node:assert/strict'
import { it } from 'node:test'
import { builtinClasses } from '../../src/catalog/records.ts'
import { openDatabase } from '../../src/database/open.ts'
import { readRevision } from '../../src/database/schema.ts'
import { ensureBuiltinClasses } from '../../src/import/ensure-classes.ts'
import { loadSampleWhenEmpty } from '../../src/import/sample.ts'
import { onEachBackend, sqlite, target } from '../backends.ts'
import { manufacturer, NOW, record, take } from '../import/take.ts'

const DAY_MS = 86_400_000

onEachBackend('what comes with the program', (backend) => {
  it('loads the sample once into an empty database, however many processes start', async (t) => {
    const url = await backend.newUrl(t)
    const opened = await Promise.all(Array.from({ length: 3 }, () => openDatabase(target(url))))
    t.after(() => Promise.all(opened.map((db) => db.destroy())))
    const loaded = await Promise.all(opened.map((db) => loadSampleWhenEmpty(db, NOW)))
    assert.equal(loaded.filter(Boolean).length, 1)
    const revision = await readRevision(opened[0]!)
    assert.equal(await loadSampleWhenEmpty(opened[0]!, NOW), false)
    assert.equal(await readRevision(opened[0]!), revision)
    assert.equal((await record(opened[0]!, 'mahindra-575-di'))?.is_sample, true)
    assert.equal((await opened[0]!.selectFrom('classes').selectAll().execute()).length, builtinClasses().length)
  })
})

it('moves the dates of the listings to the day of loading, forward and back', async (t) => {
  const plain = await sqlite.newDatabase(t)
  await loadSampleWhenEmpty(plain, NOW)
  const first = await record(plain, 1)
  for (const days of [400, -800]) {
    const db = await sqlite.newDatabase(t)
    await loadSampleWhenEmpty(db, NOW + days * DAY_MS)
    const moved = await record(db, 1)
    const shift = (timestamp: unknown) =>
      new Date(Date.parse(timestamp as string) + days * DAY_MS).toISOString().replace('.000Z', 'Z')
    assert.equal(moved?.created_at, shift(first?.created_at))
    const updates = (row: typeof first) => row?.updates as { at: string; text: string }[]
    assert.deepEqual(
      updates(moved),
      updates(first).map(({ at: i, text }) => ({ at: shift(i), text })),
    )
  }
})

it('leaves a database alone that holds so much as a manufacturer', async (t) => {
  const db = await sqlite.newDatabase(t)
  await take(db, [manufacturer])
  assert.equal(await loadSampleWhenEmpty(db, NOW), false)
  assert.equal(await record(db, 'mahindra-575-di'), undefined)
})

it('adds classes that are missing and leaves those that were changed', async (t) => {
  const db = await sqlite.newDatabase(t)
  await take(db, [{ type: 'class', key: 'tractor', patch: true, label: 'Own label' }])
  await db.deleteFrom('classes').where('key', '=', 'baler').execute()
  await ensureBuiltinClasses(db)
  assert.equal((await record(db, 'tractor'))?.label, 'Own label')
  assert.equal((await record(db, 'baler'))?.type, 'class')
  const revision = await readRevision(db)
  await ensureBuiltinClasses(db)
  assert.equal(await readRevision(db), revision)
})
