import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Machine } from '../../src/schema/api/machine.ts'
import { sqlite } from '../backends.ts'
import { catalogueApp, importAll } from '../catalogue-app.ts'

const plateField = (key: string) => ({ key, label: key, label_hi: `${key} hi`, label_ta: `${key} ta`, unit: 'u' })
const aClass = {
  type: 'class',
  key: 'test_machine',
  label: 'Test machine',
  label_hi: 'क',
  label_ta: 'அ',
  plural: 'Test machines',
  plural_hi: 'क',
  plural_ta: 'அ',
  kinds: ['small', 'large'],
  plate: [plateField('rows'), plateField('engine_hp'), plateField('hours_a_year'), plateField('price_from_inr')],
  synonyms: ['tester'],
  hours_a_year: 750,
  section: 'farm',
  expects: ['engine_hp', 'rows', 'hours_a_year', 'image', 'brakes', 'prices', 'hp_band'],
}
const machine = (slug: string, more: object = {}) => ({
  type: 'machine',
  slug,
  name: slug,
  manufacturer: { slug: 'a-maker', name: 'A Maker' },
  machine_class: 'test_machine',
  lifecycle: 'current',
  published_at: '2026-01-01',
  ...more,
})
const price = (inr: number, more: object = {}) => ({
  kind: 'ex_showroom',
  observed_at: '2026-03-01',
  price_inr: inr,
  source_kind: 'dealer',
  state_code: 'MH',
  ...more,
})

it('the sheet shows one figure everywhere after a patch of it', async (t) => {
  const db = await sqlite.newDatabase(t)
  const lift = { key: 'lift_capacity_kg', label: 'Lift', value: '1600', unit: 'kg' }
  const spec = [{ key: 'hydraulics', label: 'Hydraulics', fields: [lift] }]
  await importAll(db, [aClass, machine('one', { lift_capacity_kg: 1600, spec })])
  await importAll(db, [{ type: 'machine', slug: 'one', patch: true, lift_capacity_kg: 1655 }])
  const app = await catalogueApp(t, db)
  const sheet = (await (await app.get('/v1/tractors/one')).json()) as Machine
  assert.deepEqual([sheet.lift_capacity_kg, sheet.spec[0]!.fields[0]!.value], [1655, '1655'])
})

it('the sheet has every computed part', async (t) => {
  const db = await sqlite.newDatabase(t)
  const full = machine('full', {
    engine_hp: 50.5,
    rows: 4,
    media: [
      { kind: 'video', url: 'https://media.example/v' },
      { kind: 'image', url: 'https://media.example/i', alt: 'Seen from the left', highlights: ['strong'] },
    ],
    prices: [
      price(900_000, { kind: 'estimate', observed_at: '2026-05-01' }),
      price(500_000, {
        basis: { scope: 'base', source_url: 'https://page.example/x', note: 'see https://page.example/y' },
      }),
      price(520_000, { state_code: 'KA', high_inr: 560_000 }),
      price(480_000, { observed_at: '2025-01-01' }),
    ],
    spec: [{ key: 'engine', label: 'Engine', fields: [{ key: 'bore', label: 'Bore', value: '88', unit: 'mm' }] }],
    source_url: 'https://page.example/full',
  })
  const bare = machine('bare', { published_at: '2026-02-01' })
  await importAll(db, [aClass, full, bare, machine('hidden', { published_at: null, engine_hp: 50 })])
  const app = await catalogueApp(t, db)
  const sheet = (await (await app.get('/v1/tractors/full')).json()) as Machine
  assert.equal(sheet.hp_band, '51-60 HP')
  assert.equal(sheet.image, 'https://media.example/i')
  assert.equal(sheet.hours_a_year, 750)
  assert.deepEqual(
    sheet.plate?.map((cell) => [cell.key, cell.value]),
    [
      ['rows', 4],
      ['engine_hp', 50.5],
      ['hours_a_year', 750],
      ['price_from_inr', 500_000],
    ],
  )
  assert.deepEqual(
    [sheet.price_from_inr, sheet.price_to_inr, sheet.price_kind, sheet.price_as_of],
    [500_000, 560_000, 'ex_showroom', '2026-03-01'],
  )
  assert.deepEqual(
    sheet.prices.map((item) => item.price_inr),
    [900_000, 520_000, 500_000, 480_000],
  )
  assert.deepEqual(Object.keys(sheet.prices[1]!), [
    'kind',
    'observed_at',
    'price_inr',
    'source_kind',
    'state_code',
    'high_inr',
  ])
  assert.deepEqual(Object.keys(sheet.media[0]!), ['kind', 'url'])
  assert.deepEqual(Object.keys(sheet.spec[0]!.fields[0]!), ['key', 'label', 'unit', 'value'])
  assert.doesNotMatch(JSON.stringify(sheet), /page\.example/)
  // All expected fields but the brakes.
  assert.equal(sheet.completeness, 85)
  assert.deepEqual(
    sheet.similar?.map((other) => other.slug),
    ['bare'],
  )
  assert.equal(sheet.power_kw, null)

  const other = (await (await app.get('/v1/tractors/bare')).json()) as Machine
  assert.equal(other.completeness, 14)
  assert.deepEqual([other.hp_band, other.image, other.price_from_inr, other.prices], [null, null, null, []])
  assert.deepEqual(
    other.plate?.map((cell) => cell.key),
    ['hours_a_year'],
  )
  assert.equal(other.section, 'farm')
  assert.equal((await app.get('/v1/tractors/hidden')).status, 404)
  assert.equal((await app.get('/v1/tractors/hidden/implements')).status, 404)
})
