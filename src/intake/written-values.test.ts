import assert from 'node:assert/strict'
import { it } from 'node:test'
import { slugOf } from './slugs.ts'
import { columnOf } from './table-columns.ts'
import { readDay, readYear } from './written-days.ts'
import { readPair } from './written-pairs.ts'
import { readLinkage, readNumber, readOrdinal, splitRange, unitsOf } from './written-values.ts'

it('reads numbers with units, groups of digits, lakh and crore', () => {
  const table: [string, string, number | RegExp][] = [
    ['45 HP', 'engine_hp', 45],
    ['४५ एचपी', 'engine_hp', 45],
    ['1,860 kg', 'operating_weight_kg', 1_860],
    ['2.04 t', 'operating_weight_kg', 2_040],
    ['1.945 m', 'wheelbase_mm', 1_945],
    ['47.5 ltr', 'fuel_l', 47.5],
    ['4,65,000', 'price_inr', 465_000],
    ['₹ 4.65 lakh', 'price_inr', 465_000],
    ['Rs. 4,65,000/-', 'price_inr', 465_000],
    ['4.65 L', 'price_inr', 465_000],
    ['1.2 Cr', 'price_inr', 12_000_000],
    ['६.८२ लाख', 'price_inr', 682_000],
    ['6.82 லட்சம்', 'price_inr', 682_000],
    ['2,150 hrs', 'hours', 2_150],
    ['? 6,28,000', 'price_inr', 628_000],
    ['3 cyl.', 'cylinders', 3],
    ['1,86', 'engine_hp', /^is ambiguous: 1\.86 or 186$/],
    ['5', 'price_inr', /^is ambiguous: rupees or lakh/],

    ['5 ft', 'width_mm', /^is in ft, and width_mm is in mm$/],
    ['45 parsec', 'engine_hp', /^has a unit that is not known here: parsec$/],
    ['about 45', 'engine_hp', 45],
    ['approx. 45 HP', 'engine_hp', 45],
    ['45 HP @ 2100 rpm', 'engine_hp', 45],
    ['45 HP (33.5 kW)', 'engine_hp', 45],
    ['45 HP / 50 HP', 'engine_hp', /^must be a number$/],
    ['upto 45', 'engine_hp', /^must be a number$/],
    ['Rs. 6.5 lakh onwards', 'price_inr', 650_000],
    ['₹ 6,28,000*', 'price_inr', 628_000],
    ['USD 48,500', 'price_inr', /^must be a number$/],
    ['45-50', 'engine_hp', /./],
    ['4 kg', 'cylinders', /counts$/],
    ['55l', 'fuel_l', 55],
    ['7.10 (lakh)', 'price_inr', 710_000],
    ['10.35 लाख रु.', 'price_inr', 1_035_000],
    ['31.50+GST', 'price_inr', /^has a unit that is not known here: \+GST$/],
    ['68.5 Lakh + GST extra', 'price_inr', /^has a unit that is not known here/],
    ['5,000 per month', 'price_inr', /^has a unit that is not known here/],
    ['42/45', 'engine_hp', /^must be a number$/],
  ]
  for (const [text, field, expected] of table) {
    const read = readNumber(text, field)
    if (typeof expected === 'number') assert.deepEqual(read, { value: expected }, text)
    else assert.match('reason' in read ? read.reason : JSON.stringify(read), expected, text)
  }
  const lakh = unitsOf('lakh')[0]
  assert.deepEqual(readNumber('7.10', 'price_inr', lakh), { value: 710_000 })
  assert.match(JSON.stringify(readNumber('68', 'price_inr', unitsOf('Rs')[0])), /is ambiguous: rupees or lakh/)
  const told = 'is read in rupees, though its column is in lakh'
  assert.deepEqual(readNumber('रु0 8,85,000/-', 'price_inr', lakh), { value: 885_000, told })
  assert.deepEqual(readNumber('6.60 (लगभग)', 'price_inr', lakh), { value: 660_000 })
  assert.deepEqual(readNumber('3 सिले.', 'cylinders'), { value: 3 })
  const others: [string, string, number, string][] = [
    ['48 HP (EURO)', 'engine_hp', 48, 'is read without its remark'],
    ['525 kg w/o gear oil', 'operating_weight_kg', 525, 'is read without its remark'],
    ['₹ 7,46,000/- (ex-showroom, Trichy)', 'price_inr', 746_000, 'is read without its remark'],
  ]
  for (const [text, field, value, told] of others) assert.deepEqual(readNumber(text, field), { value, told }, text)
  for (const text of ['6,72,OOO', 'Eleven lakhs', '5 lakh 78 thousand'])
    assert.ok('reason' in readNumber(text, 'price_inr'), text)
})

it('reads days with the day first, and refuses what is none', () => {
  const days: [string, string | undefined][] = [
    ['21/08/2026', '2026-08-21'],
    ['3/4/26', '2026-04-03'],
    ['21-Aug-2026', '2026-08-21'],
    ['21 August 2026', '2026-08-21'],
    ['21.08.2026', '2026-08-21'],
    ['2026-08-21', '2026-08-21'],
    ['5 अक्टूबर 2026', '2026-10-05'],
    ['2026-08-21T00:00:00.000Z', '2026-08-21'],
    ['08/21/2026', undefined],
    ['30/02/2026', undefined],
    ['August 2026', '2026-08-01'],
    ['Aug-26', '2026-08-01'],
    ['08/2026', '2026-08-01'],
    ['46255', '2026-08-21'],
    ['August 21st, 2026', '2026-08-21'],
    ['2026/08/21', '2026-08-21'],
    ['13/2026', undefined],
    ['05-Dec', undefined],
    ['2026', undefined],
  ]
  for (const [text, day] of days) {
    const read = readDay(text)
    assert.equal('value' in read ? read.value : undefined, day, text)
  }
  assert.match(JSON.stringify(readDay('08/21/2026')), /with the month first it is 2026-08-21/)
})

it('reads gears, warranties, owners, years, hitches and ranges', () => {
  const same = ['8F+2R', '8 + 2', '8 forward + 2 reverse', '8F / 2R', '8 x 2', '8F 2R', '8 आगे + 2 पीछे', 'R 2, F 8']
  for (const text of [...same, '8 Fwd / 2 Rev (side shift)']) {
    assert.partialDeepStrictEqual(readPair('gears', text), { value: { gears_fwd: 8, gears_rev: 2 } }, text)
  }
  for (const text of ['08-Feb', '2026-02-08', '8-Feb'])
    assert.deepEqual((readPair('gears', text) as { value: unknown }).value, { gears_fwd: 8, gears_rev: 2 })
  for (const text of ['02-Aug', '2026-08-02', '8', '8+2+2']) assert.ok('reason' in readPair('gears', text)!, text)
  const sizes = { tyre_front: '6.00-16', tyre_rear: '13.6-28' }
  for (const text of ['6.00-16/13.6-28', '6.00-16\n13.6-28', '6.00-16 & 13.6-28', 'Rear 13.6-28 Front 6.00-16']) {
    assert.partialDeepStrictEqual(readPair('tyres', text), { value: sizes }, text)
  }
  const radial = { tyre_front: '280/85 R24', tyre_rear: '420/85 R28' }
  assert.partialDeepStrictEqual(readPair('tyres', '280/85 R24 / 420/85 R28'), { value: radial })
  assert.partialDeepStrictEqual(readPair('tyres', 'पीछे 13.6-28'), { value: { tyre_rear: '13.6-28' } })
  assert.partialDeepStrictEqual(readPair('gears', '1 आगे'), { value: { gears_fwd: 1 } })
  for (const text of ['12.4-28 / ??', '2016-06-01', '6.00-16', 'front'])
    assert.ok('reason' in readPair('tyres', text)!, text)
  assert.partialDeepStrictEqual(readPair('warranty', '2000 hours or 2 yr'), {
    value: { warranty_hours: 2_000, warranty_years: 2 },
  })
  assert.deepEqual(readOrdinal('2nd owner'), { value: 2 })
  assert.deepEqual([readYear('Mar-2019'), readYear('2019')], [{ value: 2019 }, { value: 2019 }])
  assert.deepEqual(readLinkage('Cat I & II'), ['cat-1', 'cat-2'])
  assert.deepEqual(
    splitRange('6.82 - 7.14 lakh')?.map((part) => readNumber(part, 'price_inr')),
    [{ value: 682_000 }, { value: 714_000 }],
  )
})

it('makes slugs of names in three scripts', () => {
  const slugs: [string, string | undefined][] = [
    ['575DI XP+', '575-di-xp-plus'],
    ['770EX', '770ex'],
    ['४७५ डीआई', '475-di'],
    ['735 एफ.ई.', '735-fe'],
    ['575 D.I. XP', '575-di-xp'],
    ['275 डी.आई. टी.यू.', '275-di-tu'],
    ['टाइगर 50', 'tiger-50'],
    ['டைகர் 50', 'tiger-50'],
    ['विंध्या', 'vindhya'],
    ['K-५०५ Jeevan', 'k-505-jeevan'],
    ['ਸਵਰਾਜ', undefined],
  ]
  for (const [name, slug] of slugs) assert.equal(slugOf(name), slug, name)
})

it('knows columns by the names that people give them, in three languages, with units', () => {
  const machine: Record<string, string | undefined> = {
    Brand: 'manufacturer',
    'ENGINE HP': 'engine_hp',
    'Power (HP)': 'engine_hp',
    'Power (kW)': 'power_kw',
    'Weight in Kg': 'operating_weight_kg',
    'Lifting Capacity (t)': 'lift_capacity_t',
    'On Road Price (Rs. Lakh)': 'price.price_inr',
    ब्रांड: 'manufacturer',
    விலை: 'price.price_inr',
    Wheel_Base: 'wheelbase_mm',
    'தயாரிப்பாளர் / Make': 'manufacturer',
    'எடை / Operating weight (kg)': 'operating_weight_kg',
    'Gears (F+R)': 'gears',
    'HP / Weight': undefined,
    Remarks: undefined,
    'Power (old)': undefined,
    'Tyres\nFront / Rear': 'tyres',
    'अश्व शक्ति (H.P.)': 'engine_hp',
    "Price (₹ '000)": 'price.price_inr',
    // Other scripts have the order of Devanagari, and it writes some vowels in two ways.
    કંપની: 'manufacturer',
    ਮਾਡਲ: 'name',
    'કિંમત (રૂ.)': 'price.price_inr',
    माडल: 'name',
    'लांच (माह/वर्ष)': 'launched_at',
  }
  for (const [name, target] of Object.entries(machine)) assert.equal(columnOf('machine', name).target, target, name)
  assert.equal(columnOf('machine', 'Price in Rs. lakh').unit?.size, 100_000)
  assert.equal(columnOf('machine', 'वजन (कि.ग्रा.)').target, 'operating_weight_kg')
  assert.equal(columnOf('machine', 'वजन (कि0ग्रा0)').target, 'operating_weight_kg')
  const listing = { Price: 'price_inr', 'Mobile No.': 'contact.phone', Location: 'district', Yr: undefined }
  for (const [name, target] of Object.entries(listing)) assert.equal(columnOf('listing', name).target, target, name)
})
