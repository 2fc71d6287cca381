import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkRow } from './check-row.ts'
import { issueText } from './issue.ts'

const origin = { file: 'rows.ndjson', line: 1, raw: undefined }
const check = (row: unknown) => checkRow(row, origin, { today: '2026-11-15' })
const faults = (row: unknown) => check(row).issues.map(({ path, reason }) => `${path}: ${reason}`)

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

const spec = (value: string) => [
  { key: 'hydraulics', label: 'Hydraulics', fields: [{ key: 'lift_capacity_kg', label: 'Lift', value }] },
]

it('names the field and the reason', () => {
  const table: [Record<string, unknown>, ...string[]][] = [
    [{ wheel_drive: '3wd' }, 'wheel_drive: must be one of 2wd, 4wd, crawler'],
    [{ wheel_drve: '2wd' }, 'wheel_drve: is not a field of a machine'],
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
    [{ patch: 'yes' }, 'patch: must be true, false or "known"'],
    [{ prices: [{ ...price, observed_at: '2026-11-16' }] }, 'prices[0].observed_at: must not be in the future'],
    [{ prices: [price, { ...price, state_cod: 'MH' }] }, 'prices[1].state_cod: is not a field of a price item'],
    [{ prices: [{ ...price, price_inr: 0 }] }, 'prices[0].price_inr: must be from 1 to 5,000,000,000'],
    [{ prices: [{ ...price, high_inr: 9_876_543_210 }] }, 'prices[0].high_inr: must be from 1 to 5,000,000,000'],
    [{ engine_hp: 45, pto_hp: 46 }, 'pto_hp: must not be above engine_hp'],
    [{ power_source: 'Electric', cylinders: 3 }, 'cylinders: must be absent: the machine is electric'],
    [{ launched_at: '2028-01-01' }, 'launched_at: must not be past 2027-12-31, the end of next year'],
    [{ name: 'A\n1' }, 'name: must be one line'],
    [{ name: '<b>A 1</b>' }, 'name: must not hold markup'],
    [{ lift_capacity_kg: 1655, spec: spec('1600') }, 'spec[0].fields[0].value: must say what lift_capacity_kg says'],
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
      { created_at: '2026-11-03T09:00' },
      'created_at: must be a date, or a date and time with an offset, such as 2026-03-01T09:30:00+05:30',
    ],
    [{ description: 'x'.repeat(20_001) }, 'description: is longer than 20000 characters'],
    [{ condition: { note: 'x'.repeat(20_001) } }, 'condition: is longer than 20000 characters'],
    [{ year: 19 }, 'year: must be from 1900 to 2027, the next year'],
    [{ year: 2028 }, 'year: must be from 1900 to 2027, the next year'],
    [{ created_at: '2028-01-01' }, 'created_at: must not be past 2027-12-31, the end of next year'],
    [{ created_at: '2028-01-01T00:00:00Z' }, 'created_at: must not be past 2027-12-31, the end of next year'],
    [{ km: 9_876_543_210 }, 'km: must be from 0 to 3,000,000'],
    [{ hours: 300_001 }, 'hours: must be from 0 to 300,000'],
    [{ owners: 9_876_543_210 }, 'owners: must be from 0 to 100'],
    [{ price_inr: 9_876_543_210 }, 'price_inr: must be from 1 to 5,000,000,000'],
    [{ variant_slug: 'ramesh-9876543210' }, 'variant_slug: holds a telephone number'],
    [{ dealer_slug: 'ramesh-98765-43210' }, 'dealer_slug: holds a telephone number'],
    [{ dealer_slug: 'ramesh-91-98-76-54-32-10' }, 'dealer_slug: holds a telephone number'],
    [{ dealer_slug: 'gill-at-gmail-com' }, 'dealer_slug: holds an e-mail address'],
    [{ machine_slug: 'gill-at-gmail-com' }, 'machine_slug: holds an e-mail address'],
    [{ dealer_slug: 'call_0987_654_3210' }, 'dealer_slug: must be a slug: a-z and 0-9 with single "-" between'],
    [{ photos: Array(101).fill('https://media.yantra.example/1.webp') }, 'photos: has more than 100 items'],
    [{ condition: { list: Array(101).fill(1) } }, 'condition: has more than 100 items'],
    [
      { updates: Array(20).fill({ at: '2026-11-03T04:07:00Z', text: 'x'.repeat(15_000) }) },
      'row: is larger than 256 kB, the most a listing may have',
    ],
  ]
  for (const [fields, expected] of table) assert.deepEqual(faults({ ...listing, ...fields }), [expected])
  assert.deepEqual(faults({ ...listing, description: '😀'.repeat(20_000) }), [])
})

it('shows the value it found, and what may have been meant', () => {
  const table: [Record<string, unknown>, string][] = [
    [{ wheel_drive: '6wd' }, 'wheel_drive: must be one of 2wd, 4wd, crawler; found "6wd"; did you mean 2wd?'],
    [{ power_source: 'deisel' }, '; found "deisel"; did you mean diesel?'],
    [{ engine_hp: '45 HP' }, 'engine_hp: must be a number; found "45 HP"; did you mean 45?'],
    [{ lift_capacity_kg: '1,650 kg' }, 'must be a whole number; found "1,650 kg"; did you mean 1650?'],
    [{ power_hp: 45 }, 'power_hp: is not a field of a machine; found 45; did you mean engine_hp?'],
    [{ prices: [{ ...price, state_code: 'Punjap' }] }, '; found "Punjap"; did you mean PB?'],
    [{ name: 'x'.repeat(20_001) }, `; found "${'x'.repeat(60)}"…`],
    [{ media: 7 }, 'media: must be a list; found 7'],
    [{ engine_hp: { hp: 45 } }, 'engine_hp: must be a number; found an object'],
  ]
  for (const [fields, expected] of table) {
    const [fault] = check({ ...machine, ...fields }).issues
    assert.ok(issueText(fault!).endsWith(expected), issueText(fault!))
  }
})

it('compares closed lists without case, and knows states by their names', () => {
  const fields = {
    power_source: 'Diesel',
    wheel_drive: '4 WD',
    lifecycle: 'CURRENT',
    linkage: ['Cat-2'],
    section: 'Farm',
  }
  const row = check({ ...machine, ...fields, machine_class: 'Tractor', kind: 'Row Crop' })
  assert.deepEqual(row.issues, [])
  assert.deepEqual(JSON.parse(row.machine!.facts), {
    name: 'A 1',
    lifecycle: 'current',
    section: 'farm',
    kind: 'row_crop',
    power_source: 'diesel',
    wheel_drive: '4wd',
  })
  assert.deepEqual([row.machine!.class_key, row.machine!.linkage], ['tractor', '["cat-2"]'])
  for (const state_code of ['pb', 'Punjab', 'PUNJAB']) {
    assert.equal(check({ ...listing, state_code }).fields.state_code, 'PB')
  }
  assert.equal(check({ ...machine, type: 'Machine', name: 'M &amp; M' }).issues.length, 0)
})

it('takes figures of a sheet and its spec that agree, and a day of publication in any year', () => {
  assert.deepEqual(faults({ ...machine, lift_capacity_kg: 1655, spec: spec('1,655.0') }), [])
  assert.deepEqual(faults({ ...machine, patch: true, spec: spec('1600') }), [])
  assert.deepEqual(faults({ ...machine, published_at: '2099-01-01' }), [])
  assert.deepEqual(faults({ ...machine, slug: 'swaraj-855-2018-120-75' }), [])
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
    section: 'farm',
    source_url: 'https://s/1',
    prices: [{ ...price, source: { page: 3 }, basis: { b: 1, a: { source: 'x' } } }],
  })
  assert.deepEqual(row.issues, [])
  assert.deepEqual(JSON.parse(row.machine!.detail).prices, [{ ...price, basis: { a: {}, b: 1 } }])
  assert.deepEqual(row.sources, [
    { pointer: '/prices/0/basis/a/source', value: 'x' },
    { pointer: '/prices/0/source', value: { page: 3 } },
    { pointer: '/source_url', value: 'https://s/1' },
  ])
})

it('reads a null as absent, older state codes as the present ones, and moments as UTC', () => {
  const row = check({ ...listing, state_code: 'TS', hours: null, created_at: '2026-11-03T09:37:00+05:30' })
  assert.deepEqual([row.issues, row.fields.state_code, row.fields.created_at], [[], 'TG', '2026-11-03T04:07:00Z'])
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
  assert.deepEqual(row.issues, [])
  assert.deepEqual(
    [row.fields.video_url, row.fields.photos, row.fields.photo_rows, row.fields.updates],
    [
      undefined,
      ['https://media.yantra.example/1.webp'],
      [{ url: 'https://media.yantra.example/2.webp' }],
      [{ at: '2026-11-03T04:07:00Z', text: 'x' }],
    ],
  )
  assert.deepEqual(row.guarded?.removed, { owner_phone: 1, video_url: 1, photos: 1, photo_rows: 2, updates: 1 })
  assert.equal(check(listing).guarded, undefined)
})

it('guards the texts of a listing and counts what it took out, but not the contact itself', () => {
  const contact = { phone: '98765 43210' }
  const row = check({ ...listing, contact, description: 'Call 98765 43210 or mail ram@example.com', photos: [] })
  assert.equal(row.fields.description, 'Call [contact removed] or mail [contact removed]')
  assert.deepEqual([row.guarded?.removed, row.fields.contact], [{ description: 2 }, contact])
})

it('needs a type, and an object', () => {
  assert.deepEqual(faults({ slug: 'a' }), [
    'type: must be one of manufacturer, class, machine, implement, listing, price',
  ])
  for (const row of [1, 'a', null, [machine]]) assert.deepEqual(faults(row), ['row: must be a JSON object'])
})

it('survives any nesting', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const row = JSON.parse(`{${JSON.stringify(listing).slice(1, -1)},"condition":{"a":${deep}}}`)
  assert.deepEqual(faults(row), ['condition: is nested deeper than 32 levels'])
})
