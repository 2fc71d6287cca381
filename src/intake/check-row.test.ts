import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkRow } from './check-row.ts'

const origin = { file: 'rows.ndjson', line: 1, raw: undefined }
const check = (row: unknown) => checkRow(row, origin, { newestPriceDay: '2026-11-15' })
const faults = (row: unknown) => check(row).faults.map(({ path, reason }) => `${path}: ${reason}`)

const machine = {
  type: 'machine',
  slug: 'a-1',
  name: 'A 1',
  manufacturer: 'a',
  machine_class: 'tractor',
  lifecycle: 'current',
}
const price = {
  kind: 'on_road',
  observed_at: '2026-01-01',
  price_inr: 5,
  source_kind: 'dealer',
  state_code: 'MH',
}
const listing = {
  type: 'listing',
  id: 1,
  status: 'live',
  created_at: '2026-11-03T04:07:00Z',
  maker_name: 'A',
  maker_slug: 'a',
  variant_name: 'A 1',
  variant_slug: 'a-1',
  vehicle_class: 'tractor',
  year: 2019,
  km: 0,
  owners: 1,
  price_inr: 465_000,
  district: 'Ludhiana',
  state_code: 'PB',
  pin: '141001',
}

it('takes the smallest rows', () => {
  assert.deepEqual(faults(machine), [])
  assert.deepEqual(faults(listing), [])
  assert.deepEqual(faults({ type: 'manufacturer', slug: 'a', name: 'A' }), [])
})

it('names the field and the reason', () => {
  const table: [Record<string, unknown>, ...string[]][] = [
    [{ wheel_drive: '3wd' }, 'wheel_drive: must be one of 2wd, 4wd, crawler'],
    [{ wheel_drve: '2wd' }, 'wheel_drve: is not a field of a machine; did you mean wheel_drive?'],
    [{ hp_band: '21-30 HP' }, 'hp_band: is computed and cannot be imported'],
    [{ price_from_inr: 1 }, 'price_from_inr: is computed and cannot be imported'],
    [{ slug: 'A_1' }, 'slug: must be a slug: a-z and 0-9 with single "-" between'],
    [{ slug: 'a'.repeat(121) }, 'slug: is longer than 120 characters'],
    [{ name: ' ' }, 'name: must not be empty'],
    [{ name: null }, 'name: is missing'],
    [{ name: 'a\0b' }, 'name: holds the character U+0000'],
    [{ name: 'a\ud800' }, 'name: holds half of a surrogate pair'],
    [{ launched_at: '2026-02-30' }, 'launched_at: must be a date of the calendar, YYYY-MM-DD'],
    [{ cylinders: 3.5 }, 'cylinders: must be a whole number'],
    [{ lift_capacity_kg: '1600' }, 'lift_capacity_kg: must be a whole number'],
    [{ engine_hp: '45' }, 'engine_hp: must be a number'],
    [{ engine_hp: -1 }, 'engine_hp: must not be negative'],
    [{ is_sample: 'yes' }, 'is_sample: must be true or false'],
    [{ id: 0 }, 'id: must be 1 or more'],
    [{ patch: 'yes' }, 'patch: must be true or false'],
    [{ prices: [{ ...price, observed_at: '2026-11-16' }] }, 'prices[0].observed_at: must not be in the future'],
    [
      { prices: [price, { ...price, state_cod: 'MH' }] },
      'prices[1].state_cod: is not a field of a price item; did you mean state_code?',
    ],
    [{ prices: [{ ...price, basis: [] }] }, 'prices[0].basis: must be an object'],
    [{ media: [{ kind: 'image', url: 'javascript:alert(1)' }] }, 'media[0].url: must be an http or https address'],
    [
      { spec: [{ key: 'a', label: 'A', fields: [{ key: 'b', label: 'B', confidence: 1.5 }] }] },
      'spec[0].fields[0].confidence: must be from 0 to 1',
    ],
    [{ linkage: ['cat-2', 'cat-2'] }, 'linkage: holds "cat-2" twice'],
    [{ aliases: 'x' }, 'aliases: must be a list'],
    [
      { wheel_drive: '3wd', cylinders: 'x' },
      'wheel_drive: must be one of 2wd, 4wd, crawler',
      'cylinders: must be a whole number',
    ],
  ]
  for (const [fields, ...expected] of table) assert.deepEqual(faults({ ...machine, ...fields }), expected)
})

it('names what is wrong with a listing', () => {
  const table: [Record<string, unknown>, string][] = [
    [{ pin: 141001 }, 'pin: must be six digits in quotes, the first not 0'],
    [{ pin: '041001' }, 'pin: must be six digits in quotes, the first not 0'],
    [{ id: undefined }, 'id: is missing'],
    [
      { created_at: '2026-11-03' },
      'created_at: must be a date and time with an offset, such as 2026-03-01T09:30:00+05:30',
    ],
    [{ description: 'x'.repeat(20_001) }, 'description: is longer than 20000 characters'],
    [{ condition: { note: 'x'.repeat(20_001) } }, 'condition: is longer than 20000 characters'],
    [{ year: 19 }, 'year: must be from 1900 to 2100'],
  ]
  for (const [fields, expected] of table) assert.deepEqual(faults({ ...listing, ...fields }), [expected])
  assert.deepEqual(faults({ ...listing, description: '😀'.repeat(20_000) }), [])
})

it('refuses what JSON would round, and says where', () => {
  const parse = (fields: string) => faults(JSON.parse(`{${JSON.stringify(machine).slice(1, -1)},${fields}}`))
  const reason = 'is past 9007199254740991 (2^53 - 1), the largest whole number that is kept exactly'
  assert.deepEqual(parse('"operating_weight_kg":9007199254740993'), [`operating_weight_kg: ${reason}`])
  assert.deepEqual(parse('"id":9007199254740992'), [`id: ${reason}`])
  assert.deepEqual(parse('"engine_hp":1e300'), [`engine_hp: ${reason}`])
  assert.deepEqual(parse('"engine_hp":1e999'), [`engine_hp: ${reason}`])
  const basis = JSON.stringify(price).slice(0, -1)
  assert.deepEqual(parse(`"prices":[${basis},"basis":{"a":[12345678901234567890]}}]`), [`prices[0].basis: ${reason}`])
  assert.deepEqual(parse('"id":9007199254740991,"name":"12345678901234567890"'), [])
})

it('keeps sources apart, wherever they stand', () => {
  const row = check({
    ...machine,
    source_url: 'https://s/1',
    prices: [{ ...price, source: { page: 3 }, basis: { b: 1, a: { source: 'x' } } }],
  })
  assert.deepEqual(row.faults, [])
  assert.deepEqual(JSON.parse(row.detail!.text).prices, [{ ...price, basis: { a: {}, b: 1 } }])
  assert.deepEqual(row.sources, [
    { pointer: '/prices/0/basis/a/source', value: 'x' },
    { pointer: '/prices/0/source', value: { page: 3 } },
    { pointer: '/source_url', value: 'https://s/1' },
  ])
})

it('reads a null as absent, older state codes as the present ones, and moments as UTC', () => {
  const row = check({ ...listing, state_code: 'TS', hours: null, created_at: '2026-11-03T09:37:00+05:30' })
  assert.deepEqual([row.faults, row.fields.state_code, row.fields.created_at], [[], 'TG', '2026-11-03T04:07:00Z'])
  assert.ok(!('hours' in row.fields))
})

it('drops contacts from a listing, whatever their place', () => {
  const row = check({
    ...listing,
    owner_phone: '98765 43210',
    video_url: 'https://wa.me/919876543210',
    photos: ['tel:+919876543210', 'https://media.yantra.example/1.webp'],
    photo_rows: [{ url: 'https://t.me/seller' }, { url: 'https://media.yantra.example/2.webp', mobile: '9' }],
    updates: [{ at: '2026-11-03T04:07:00Z', text: 'x', whatsapp_no: 12 }],
  })
  assert.deepEqual(row.faults, [])
  assert.deepEqual(
    [row.fields.video_url, row.fields.photos, row.fields.photo_rows, row.fields.updates],
    [
      undefined,
      ['https://media.yantra.example/1.webp'],
      [{ url: 'https://media.yantra.example/2.webp' }],
      [{ at: '2026-11-03T04:07:00Z', text: 'x' }],
    ],
  )
})

it('needs a type, and an object', () => {
  assert.deepEqual(faults({ slug: 'a' }), ['type: must be one of manufacturer, class, machine, implement, listing'])
  for (const row of [1, 'a', null, [machine]]) assert.deepEqual(faults(row), ['row: must be a JSON object'])
})

it('survives any nesting', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const row = JSON.parse(`{${JSON.stringify(listing).slice(1, -1)},"condition":{"a":${deep}}}`)
  assert.deepEqual(faults(row), ['condition: is nested deeper than 32 levels'])
})
