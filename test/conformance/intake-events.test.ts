import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabase } from '../../src/database/open.ts'
import { readRevision } from '../../src/database/schema.ts'
import { applyScheduledVisibility } from '../../src/history/scheduled-visibility.ts'
import { EVENTS } from '../../src/schema/api/webhook.ts'
import { sqlite, target } from '../backends.ts'
import { machine, manufacturer, NOW, price, subscribe, take } from '../import/take.ts'
import { MIN_LISTING } from '../listings/least-listing.ts'

const DAY_MS = 86_400_000
const patch = (fields: object) => ({ type: 'machine', slug: machine.slug, patch: true, ...fields })

it('name the own public fields that changed, and tell of prices apart', async (t) => {
  const db = await sqlite.newDatabase(t)
  const events = await subscribe(db, [...EVENTS])
  await take(db, [manufacturer, machine])
  await events()

  await take(db, [
    patch({ engine_hp: 46, kind: null, media: [{ kind: 'image', url: '/1.webp' }], published_at: '2024-09-19' }),
  ])
  const [updated, ...none] = await events()
  assert.deepEqual([updated?.type, none], ['variant.updated', []])
  assert.deepEqual(updated?.data.changed, ['kind', 'engine_hp', 'published_at', 'media'])

  const dearer = { ...price, observed_at: '2026-09-01', price_inr: 700_000 }
  await take(db, [patch({ prices: [price, dearer] })])
  const [priced, ...rest] = await events()
  assert.deepEqual([priced?.type, rest], ['price.updated', []])
  assert.deepEqual(priced?.data.previous, {
    price_from_inr: 687_000,
    price_to_inr: 687_000,
    price_kind: 'ex_showroom',
    price_as_of: '2026-08-21',
  })
  assert.deepEqual(priced?.data.prices, [dearer, price])
  assert.equal(priced?.data.machine.price_from_inr, 700_000)

  // A price of a kind that the summary does not show is a change of the items all the same.
  await take(db, [patch({ prices: [price, dearer, { ...price, kind: 'estimate' }] })])
  assert.deepEqual(
    (await events()).map(({ type }) => type),
    ['price.updated'],
  )

  await take(db, [{ ...machine, name: 'Both' }])
  const both = await events()
  assert.deepEqual(both.map(({ type }) => type).sort(), ['price.updated', 'variant.updated'])
  assert.deepEqual([...new Set(both.map(({ data }) => data.version))], [5])
})

it('tell nothing of private fields, makers, classes, or a file that was imported before', async (t) => {
  const db = await sqlite.newDatabase(t)
  const events = await subscribe(db, [...EVENTS])
  await take(db, [manufacturer, machine])
  await events()
  await take(db, [manufacturer, machine])
  await take(db, [
    patch({ aliases: ['x'], linkage: ['cat-2'], source_url: 'https://s/1' }),
    { type: 'manufacturer', slug: 'mahindra', name: 'Mahindra & Mahindra' },
    { type: 'class', key: 'tractor', patch: true, section: 'construction', hours_a_year: 1 },
  ])
  assert.deepEqual(await events(), [])
  // The section comes from the class, not from this row.
  const { section: _, ...again } = {
    ...machine,
    section: undefined,
    aliases: ['x'],
    linkage: ['cat-2'],
    source_url: 'https://s/1',
  }
  const result = await take(db, [again])
  assert.equal(result.changed, 1)
  assert.deepEqual(await events(), [])
})

it('are as many for rows in one batch as for rows in several', async (t) => {
  for (const batch of [1, 100]) {
    const db = await sqlite.newDatabase(t)
    const events = await subscribe(db, [...EVENTS])
    await take(
      db,
      [manufacturer, machine, { ...machine, name: 'Second' }, { ...machine, name: 'Second', prices: [] }],
      {
        batch,
      },
    )
    assert.deepEqual(
      (await events()).map(({ type, data }) => [type, data.version]).sort(([, a], [, b]) => Number(a) - Number(b)),
      [
        ['variant.published', 1],
        ['variant.updated', 2],
        ['price.updated', 3],
      ],
    )
  }
})

it('are built only for those who want them, and not kept when the import keeps nothing', async (t) => {
  const db = await sqlite.newDatabase(t)
  const events = await subscribe(db, ['price.updated'])
  await take(db, [manufacturer, machine, { ...machine, name: 'Second' }])
  assert.deepEqual(await events(), [])
  await take(db, [patch({ prices: [] })], { dryRun: true })
  await take(db, [patch({ prices: [] }), patch({ name: '' })], { strict: true })
  assert.deepEqual(await events(), [])
  await take(db, [patch({ prices: [] })])
  assert.deepEqual(
    (await events()).map(({ type }) => type),
    ['price.updated'],
  )
})

it('tell of a scheduled machine on its day, once, however many processes look', async (t) => {
  const url = await sqlite.newUrl(t)
  const db = await openDatabase(target(url))
  const others = [await openDatabase(target(url)), await openDatabase(target(url))]
  t.after(() => Promise.all([db, ...others].map((item) => item.destroy())))
  const events = await subscribe(db, [...EVENTS])
  const rows = Array.from({ length: 30 }, (_, i) => ({ ...machine, slug: `m-${i}`, published_at: '2026-11-16' }))
  await take(db, [manufacturer, ...rows])
  assert.equal(await applyScheduledVisibility(db, NOW), 0)
  assert.deepEqual(await events(), [])
  const revision = await readRevision(db)
  const reported = await Promise.all([db, ...others].map((item) => applyScheduledVisibility(item, NOW + DAY_MS)))
  assert.equal(
    reported.reduce((sum, count) => sum + count),
    30,
  )
  const seen = await events()
  assert.equal(new Set(seen.map(({ data }) => data.machine.slug)).size, 30)
  assert.deepEqual([...new Set(seen.map(({ type, data }) => `${type} ${data.version}`))], ['variant.published 2'])
  assert.equal(await readRevision(db), revision + 30)
  assert.equal(await applyScheduledVisibility(db, NOW + DAY_MS), 0)
})

it('leave a record alone that is due by the query yet keeps its visibility', async (t) => {
  const db = await sqlite.newDatabase(t)
  await take(db, [MIN_LISTING, manufacturer, { ...machine, published_at: '2026-11-16' }])
  await db.updateTable('listings').set({ sold_at: 1 }).execute()
  assert.equal(await applyScheduledVisibility(db, NOW + DAY_MS), 1)
  const revision = await readRevision(db)
  assert.equal(await applyScheduledVisibility(db, NOW + DAY_MS), 0)
  assert.equal(await readRevision(db), revision)
})
