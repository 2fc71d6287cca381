import assert from 'node:assert/strict'
import { it } from 'node:test'
import pino from 'pino'
import { countIncomplete, listExpectedFields, listIncomplete } from '../../src/admin/data-quality.ts'
import { createCatalogue } from '../../src/read-model/catalogue.ts'
import { onEachBackend } from '../backends.ts'
import { machine, manufacturer, NOW, price, take } from '../import/take.ts'

const ALL = { lacks: '', machineClass: '', manufacturer: '' }
const ROWS = { limit: 10, offset: 0 }
const old = { ...price, observed_at: '2026-01-01' }
const CLASS = { type: 'class', key: 'tractor', patch: true }

onEachBackend('what the catalogue lacks', (backend) => {
  it('is counted by class and manufacturer, and listed by field', async (t) => {
    const db = await backend.newDatabase(t)
    const list = (query: object) => listIncomplete(db, { ...ALL, ...query }, NOW, ROWS)
    await take(db, [
      manufacturer,
      { ...CLASS, expects: ['engine_hp', 'pto_hp', 'prices', 'image'] },
      { ...machine, prices: [old], image: 'https://media.example/1.webp' },
      { ...machine, slug: 'b', prices: [] },
      { ...machine, slug: 'c', published_at: null },
    ])
    assert.deepEqual(
      (await list({})).map(({ slug, completeness, missing, total }) => [slug, completeness, missing, total]),
      [
        ['b', 25, 'image, prices, pto_hp', 2],
        ['mahindra-575-di', 75, 'pto_hp', 2],
      ],
    )
    const { class: _, manufacturer: name, ...counts } = (await countIncomplete(db, NOW))[0]!
    assert.equal(name, 'Mahindra')
    assert.deepEqual(counts, {
      class_key: 'tractor',
      manufacturer_slug: 'mahindra',
      ...{ machines: 2, completeness: 100, price: 1, price_90: 1, price_180: 1, picture: 1, incomplete: 2 },
    })
    const fields = await listExpectedFields(db)
    assert.ok(['image', 'prices', 'pto_hp'].every((field) => fields.includes(field)))
    const slugs = async (query: object) => (await list(query)).map(({ slug }) => slug)
    assert.deepEqual(await slugs({ lacks: 'price', machineClass: 'tractor', manufacturer: 'mahindra' }), ['b'])
    assert.deepEqual(await slugs({ lacks: 'image' }), ['b'])
    assert.deepEqual(await slugs({ lacks: 'price_90' }), ['mahindra-575-di'])
    assert.deepEqual(await slugs({ machineClass: 'excavator' }), [])
    assert.deepEqual(await slugs({ manufacturer: 'none' }), [])
    await take(db, [{ type: 'machine', slug: 'b', patch: true, prices: [price], pto_hp: 40 }])
    assert.deepEqual(
      (await list({ lacks: 'incomplete' })).map(({ slug, completeness }) => [slug, completeness]),
      [
        ['b', 75],
        ['mahindra-575-di', 75],
      ],
    )
    await take(db, [{ ...CLASS, expects: ['engine_hp', 'price_from_inr', 'hours_a_year', 'lifecycle'] }])
    assert.deepEqual(await list({ lacks: 'incomplete' }), [])
  })

  it('agrees with the completeness of the sheets', async (t) => {
    const db = await backend.newSample(t)
    const catalogue = createCatalogue(db, { log: pino({ level: 'silent' }) })
    t.after(() => catalogue.close())
    await catalogue.ready
    const rows = await listIncomplete(db, ALL, Date.now(), { limit: 10_000, offset: 0 })
    assert.ok(rows.length > 50 && rows.some(({ missing }) => missing !== null))
    for (const { slug, completeness } of rows)
      assert.equal((await catalogue.sheet(slug))?.sheet.completeness, completeness, slug)
  })
})
