import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/properties.ts'
import type { Observation } from './depreciation.ts'
import { createValues, type ValuationRequest, type ValuedMachine } from './valuation.ts'

const NOW = Date.parse('2026-11-15T06:00:00Z')
const A_DAY = 86_400_000
const GONE = Number.POSITIVE_INFINITY
const MIN: Observation = {
  id: 1,
  machine_slug: 'a',
  name: 'M A',
  status: 'live',
  price: 0,
  created: NOW - 30 * A_DAY,
  soldFor: GONE,
  soldAt: 0,
  year: 2020,
  hours: 3_000,
  owners: 1,
  inspection_mode: 'declared',
  state: 'PB',
  district: 'Moga',
  dealer: '',
}
const kin = (manufacturer: string, power: number | null, more: Partial<ValuedMachine> = {}): ValuedMachine => {
  const unknown = { size: null, wheelDrive: null, newPrice: null }
  return { manufacturer, class: 'tractor', power, isPublished: true, ...unknown, ...more }
}
const KIN: Record<string, ValuedMachine> = {
  a: kin('m', 40),
  sister: kin('m', 46),
  stronger: kin('m', 47),
  rival: kin('n', 34),
  weaker: kin('n', 28),
  crane: kin('m', 40, { class: 'crane' }),
  priced: kin('m', 90, { wheelDrive: '4wd', newPrice: 440_000 }),
  weighed: kin('m', null, { class: 'trailer', size: 5_000 }),
  heavier: kin('m', null, { class: 'trailer', size: 5_700 }),
  hidden: kin('m', 40, { isPublished: false }),
  bare: kin('m', null, { class: 'pump' }),
  naked: kin('n', null, { class: 'pump' }),
  plated: kin('n', null, { class: 'pump', size: 5_000 }),
  both: kin('n', 40, { class: 'pump', size: 5_100 }),
}

function valuesOf(...offers: Partial<Observation>[]) {
  const values = createValues(
    (slug) => KIN[slug],
    () => 0,
  )
  for (const [i, offer] of offers.entries()) values.put({ ...MIN, id: i + 1, ...offer })
  return (more: Partial<ValuationRequest> = {}) =>
    values.of({ machine_slug: 'a', year: 2020, hours: 3_000, ...more }, NOW)
}

const FIVE = [400_000, 420_000, 450_000, 470_000, 500_000].map((price) => ({ price }))
const five = (more: Partial<Observation>) => FIVE.map((item) => ({ ...item, ...more }))

test('quartiles have count, spread and dates, and need five observations', () => {
  const result = valuesOf(...FIVE, { price: 900, created: NOW - 800 * A_DAY })()
  assert.deepEqual(result?.asking, {
    p10_inr: null,
    p25_inr: 420_000,
    median_inr: 450_000,
    p75_inr: 470_000,
    count: 5,
    error_pct: 9.5,
    spread_pct: 5.6,
    from: '2026-10-16',
    to: '2026-10-16',
  })
  assert.deepEqual([result?.sold, result?.comparable, result?.adjusted, result?.known], [null, 'machine', null, null])
  assert.deepEqual(result?.listings.at(-1), {
    id: 1,
    status: 'live',
    machine_slug: 'a',
    name: 'M A',
    price_inr: 400_000,
    sold_price_inr: null,
    adjusted_inr: 400_000,
    weight: 1,
    year: 2020,
    hours: 3_000,
    state_code: 'PB',
    district: 'Moga',
    at: '2026-10-16T06:00:00.000Z',
  })
  const few = valuesOf(...FIVE.slice(1))()
  assert.deepEqual([few?.asking, few?.sold, few?.comparable, few?.listings], [null, null, null, []])
  const four = { machine: 4, maker: 4, class: 4, wide_class: 4 }
  assert.deepEqual([few?.known, few?.counts, few?.reason], [four, four, 'Fewer than five comparable listings.'])
  assert.equal(valuesOf()({ machine_slug: 'unknown' }), undefined)
})

test('the narrowest level with five observations is used', () => {
  const step = (...offers: Partial<Observation>[]) => valuesOf(...offers)()?.comparable
  const some = FIVE.slice(2)
  assert.equal(step(...FIVE, ...five({ machine_slug: 'sister' })), 'machine')
  assert.equal(step(...some, ...five({ machine_slug: 'sister' })), 'maker', '46 HP are 15 % more than 40')
  assert.equal(step(...some, ...five({ machine_slug: 'stronger' })), 'wide_class', '47 HP are more')
  assert.equal(step(...some, ...five({ machine_slug: 'rival' })), 'class')
  assert.equal(step(...some, ...five({ machine_slug: 'weaker' })), 'wide_class')
  assert.equal(step(...some, ...five({ machine_slug: 'crane' })), null)
  assert.equal(step(...five({ year: 1990 })), 'machine', 'whatever their year')
  const trailers = valuesOf(...five({ machine_slug: 'heavier' }))({ machine_slug: 'weighed' })
  assert.equal(trailers?.comparable, 'maker', 'by the first figure of its plate')
})

test('machines are compared by a figure that both have', () => {
  const step = (machine_slug: string, requested: string) => {
    const result = valuesOf(...five({ machine_slug }))({ machine_slug: requested })
    return result?.comparable ?? result?.known
  }
  assert.deepEqual([step('both', 'plated'), step('plated', 'both')], ['maker', 'maker'])
  const none = { machine: 0, maker: 0, class: 0, wide_class: 0 }
  for (const [item, requested] of [
    ['bare', 'naked'],
    ['naked', 'plated'],
    ['plated', 'naked'],
  ] as const)
    assert.deepEqual(step(item, requested), none, `${item} and ${requested}`)
  assert.deepEqual(
    valuesOf(...FIVE.slice(1).map((item) => ({ ...item, machine_slug: 'bare' })))({ machine_slug: 'bare' })?.known,
    {
      machine: 4,
      maker: 4,
      class: 4,
      wide_class: 4,
    },
  )
})

test('a machine outside the catalogue is compared with itself only', () => {
  const result = valuesOf(...five({ machine_slug: 'unknown' }), { machine_slug: 'strange' }, { machine_slug: '' })
  assert.deepEqual(
    [result({ machine_slug: 'unknown' })?.comparable, result({ machine_slug: 'unknown' })?.withdrawn],
    [...['machine', false]],
  )
  const strange = result({ machine_slug: 'strange' })
  assert.deepEqual([strange?.known, strange?.withdrawn], [{ machine: 1, maker: 1, class: 1, wide_class: 1 }, false])
  assert.equal(result({ machine_slug: 'strange', excluded: [6] }), undefined, 'as if it were not listed')
  assert.equal(result({ machine_slug: '' }), undefined)
  const years = spread.slice(0, 40).map((item) => ({ ...item, machine_slug: 'unknown' }))
  const aside = valuesOf(...years, ...five({ machine_slug: 'strange' }))({ machine_slug: 'strange' })
  assert.deepEqual([aside?.comparable, aside?.adjusted], ['machine', null])
  const values = createValues(
    (slug) => KIN[slug],
    () => 0,
  )
  values.put({ ...MIN, machine_slug: 'strange' })
  assert.deepEqual([values.isNamed('strange'), values.isNamed('a')], [true, false])
})

test('quartiles are interpolated', () => {
  const six = [1, 2, 3, 4, 5, 6].map((lakh) => ({ price: lakh * 100_000 }))
  const { p25_inr, median_inr, p75_inr } = valuesOf(...six)()!.asking!
  assert.deepEqual([p25_inr, median_inr, p75_inr], [225_000, 350_000, 475_000])
})

test('bounds of power and age are inclusive', () => {
  const steps = { 34: 'class', 33.8: 'wide_class', 28: 'wide_class', 27.9: null }
  const above = { 46: 'class', 46.2: 'wide_class', 52: 'wide_class', 52.1: null }
  for (const [power, step] of Object.entries({ ...steps, ...above })) {
    const values = createValues(
      (slug) => (slug === 'a' ? KIN.a : kin('n', Number(power))),
      () => 0,
    )
    for (const [i, item] of five({ machine_slug: 'other' }).entries()) values.put({ ...MIN, ...item, id: i + 1 })
    const result = values.of({ machine_slug: 'a', year: null, hours: null }, NOW)
    assert.equal(result?.comparable, step, `${power} HP beside 40`)
  }
  const ago = new Date(NOW).setUTCFullYear(2024)
  for (const [created, isIn] of [
    [NOW, true],
    [NOW + 1, false],
    [ago, true],
    [ago - 1, false],
  ] as const) {
    const reported = `created ${created - NOW} ms after the moment`
    assert.equal(valuesOf(...FIVE, { price: 1, created })()?.asking?.count, isIn ? 6 : 5, reported)
    const fitted = valuesOf(...spread.slice(0, 29), { ...spread[29], created })()?.adjusted?.fitted_from
    assert.equal(fitted, isIn ? 30 : undefined, reported)
    const soldOnes = five({ status: 'sold', soldFor: 1, soldAt: NOW }).slice(1)
    const last = { status: 'sold', soldFor: 1, soldAt: created, price: 2 }
    assert.equal(valuesOf(...soldOnes, ...FIVE, last)()?.sold?.count, isIn ? 5 : undefined, reported)
  }
})

test('comparables are listed newest first', () => {
  const days = [3, 1, 2, 1, 5]
  const result = valuesOf(...FIVE.map((item, i) => ({ ...item, created: NOW - days[i]! * A_DAY })))()
  assert.deepEqual(
    result?.listings.map(({ id }) => id),
    [4, 2, 3, 1, 5],
  )
  assert.deepEqual([result?.asking?.from, result?.asking?.to], ['2026-11-10', '2026-11-14'])
  const twice = { price: 450_000, dealer: 'malwa' }
  const reported = valuesOf(...FIVE, { ...twice, created: NOW - A_DAY }, { ...twice, created: NOW - 9 * A_DAY })()
  assert.deepEqual(
    reported?.listings.slice(0, 2).map(({ id }) => id),
    [6, 5],
    'of equal ones the newest counts',
  )
})

test('an unpublished machine keeps its class and power and is marked as withdrawn', () => {
  const result = valuesOf(...five({ machine_slug: 'sister' }))
  assert.deepEqual(
    [result({ machine_slug: 'hidden' })?.comparable, result({ machine_slug: 'hidden' })?.withdrawn],
    ['maker', true],
  )
  assert.equal(result()?.withdrawn, false)
  const few = valuesOf({ machine_slug: 'sister' })
  assert.deepEqual([few()?.withdrawn, few({ machine_slug: 'hidden' })?.withdrawn], [false, true])
})

test('without a fitted state, listings of other states weigh half', () => {
  const result = valuesOf(
    ...FIVE,
    ...five({ state: 'HR' }).map(({ price, ...item }) => ({ ...item, price: price! * 2 })),
  )
  const inState = result({ state: 'HR' })
  assert.deepEqual(
    inState?.listings.map(({ state_code, weight }) => [state_code, weight]),
    [...Array(5).fill(['HR', 1]), ...Array(5).fill(['PB', 0.5])],
  )
  assert.deepEqual([inState?.comparable, inState?.asking?.count, inState?.applied.state], ['machine', 10, true])
  assert.ok(inState!.asking!.median_inr > result()!.asking!.median_inr)
  const elsewhere = result({ state: 'UP' })
  assert.deepEqual([elsewhere?.asking, elsewhere?.applied.state], [result()?.asking, false], 'all weigh half')
})

test('with thirty listings, prices of other states are adjusted to the state', () => {
  const dearer = spread.map((item, i) => (i % 4 < 2 ? item : { ...item, state: 'HR', price: item.price! * 1.2 }))
  const result = valuesOf(...dearer)
  const [plain, hr] = [result(), result({ state: 'HR' })]
  assert.deepEqual([hr?.asking?.p25_inr, hr?.asking?.p75_inr], [600_000, 600_000])
  assert.deepEqual([hr?.applied.state, plain?.applied.state], [true, false])
  assert.ok(hr?.listings.every(({ weight }) => weight === 1))
  const rare = [...dearer, { state: 'UP', price: 500_000 }]
  assert.deepEqual(new Set(valuesOf(...rare)({ state: 'UP' })?.listings.map(({ weight }) => weight)), new Set([0.5, 1]))
  assert.equal(valuesOf(...rare)({ state: 'HR' })?.listings.find(({ id }) => id === 61)?.weight, 0.5)
})

test('the fifty nearest listings count, by year, then hours, then date', () => {
  const years = Array.from({ length: 30 }, (_, i) => ({
    price: 1_000 + i,
    year: 2020 - (i >> 1),
    hours: 3_000 + (i % 2),
  }))
  const newest = { price: 5_000, created: NOW }
  const listings = [...years, ...Array.from({ length: 30 }, () => newest)]
  const ids = new Set(valuesOf(...listings)()?.listings.map(({ id }) => id))
  assert.equal(ids.size, 50)
  assert.deepEqual(
    years.map((_, i) => ids.has(i + 1)),
    years.map((_, i) => i < 20),
  )
  const result = valuesOf(
    ...Array.from({ length: 51 }, (_, i) => ({ price: 1, hours: GONE, created: NOW - i * A_DAY })),
  )
  assert.deepEqual([result()?.listings.at(-1)?.id, result()?.counts.machine, result()?.asking?.count], [50, 51, 50])
  assert.deepEqual(result()?.applied, { year: true, hours: false, state: false }, 'the year selects them')
})

test('no figure exceeds the price when new', () => {
  const offers = five({ machine_slug: 'priced' })
  const capped = valuesOf(...offers)({ machine_slug: 'priced' })
  const { p25_inr, median_inr, p75_inr } = capped!.asking!
  assert.deepEqual([p25_inr, median_inr, p75_inr, capped?.capped], [420_000, 440_000, 440_000, true])
  assert.deepEqual(Math.max(...capped!.listings.map(({ adjusted_inr }) => adjusted_inr)), 440_000)
  assert.deepEqual(capped?.by.owners, { 1: { median_inr: 440_000, count: 5 } })
  const then = valuesOf(...offers)({ machine_slug: 'priced', newPrice: 500_000 })
  assert.deepEqual([then?.asking?.p75_inr, then?.capped], [470_000, false], 'as of another time')
  const sold = offers.map((item) => ({ ...item, status: 'sold', soldFor: 480_000, soldAt: NOW, price: 100_000 }))
  assert.deepEqual(valuesOf(...sold)({ machine_slug: 'priced' })?.capped, true)
})

test('outside the fitted data a value is extrapolated, far outside it is null with a reason', () => {
  const at = (more: Partial<ValuationRequest>) => {
    const { asking, extrapolated, reason, listings, counts, comparable } = valuesOf(...spread)(more)!
    const isNull = asking === null && listings.length === 0 && comparable === 'machine' && counts.machine === 30
    return [isNull, extrapolated, reason]
  }
  const far = (text: string) => [true, false, `${text} is too far outside the fitted data, ${RANGES[text[0]!]}.`]
  const RANGES: Record<string, string> = { Y: '2010 to 2024', H: '500 to 6400' }
  for (const year of [2010, 2024]) assert.deepEqual(at({ year }), [false, false, null])
  for (const year of [2008, 2026]) assert.deepEqual(at({ year }), [false, true, null])
  for (const year of [2007, 2027]) assert.deepEqual(at({ year }), far(`Year ${year}`))
  for (const hours of [500, 6_400]) assert.deepEqual(at({ hours }), [false, false, null])
  for (const hours of [250, 9_600]) assert.deepEqual(at({ hours }), [false, true, null])
  for (const hours of [249, 9_601]) assert.deepEqual(at({ hours }), far(`Hours ${hours}`))
  const unfitted = valuesOf(...FIVE)({ year: 1960, hours: 200_000 })
  assert.deepEqual(
    [unfitted?.asking?.median_inr, unfitted?.applied.year, unfitted?.applied.hours],
    [450_000, false, false],
  )
})

test('groups of five or more have a median', () => {
  const owners = [1, 1, 1, 1, 1, 2, 2, 2, 2].map((owners, i) => ({ owners, price: 100_000 * (i + 1) }))
  const result = valuesOf(...owners, ...five({ machine_slug: 'sister', inspection_mode: 'photo' }))()
  assert.deepEqual(result?.by.owners, { 1: { median_inr: 300_000, count: 5 } })
  assert.deepEqual(result?.by.inspection_mode, { declared: { median_inr: 500_000, count: 9 } })
  const driven = valuesOf(...five({ machine_slug: 'priced' }))({ machine_slug: 'priced' })
  assert.deepEqual(Object.keys(driven!.by.wheel_drive), ['4wd'])
  assert.deepEqual(result?.by.wheel_drive, {})
})

test('twenty prices give a tenth', () => {
  const prices = Array.from({ length: 21 }, (_, i) => ({ price: 100_000 + i * 10_000 }))
  assert.equal(valuesOf(...prices)()?.asking?.p10_inr, 120_000)
  assert.equal(valuesOf(...prices.slice(2))()?.asking?.p10_inr, null)
})

test('a sale counts by its day, also of a listing made before the period', () => {
  const old = { status: 'sold', created: NOW - 800 * A_DAY, soldAt: NOW - A_DAY, soldFor: 400_000, price: 800_000 }
  const result = valuesOf(...FIVE, ...Array(5).fill(old))()
  assert.deepEqual([result?.asking?.count, result?.sold?.count, result?.listings.length], [5, 5, 10])
  assert.deepEqual([result?.asking?.median_inr, result?.sold?.median_inr], [450_000, 400_000])
  const first = result!.listings.slice(0, 5)
  assert.ok(
    first.every(({ sold_price_inr }) => sold_price_inr === null),
    'those of asking come first',
  )
})

test('equal listings of a dealer count once, those of owners each', () => {
  const equal = { price: 450_000, dealer: 'malwa' }
  assert.equal(valuesOf(...FIVE, equal, equal, equal)()?.asking?.count, 6)
  assert.equal(valuesOf(...FIVE, equal, { ...equal, dealer: 'sai' }, { ...equal, hours: 2_000 })()?.asking?.count, 8)
  assert.equal(valuesOf(...FIVE, { price: 450_000 }, { price: 450_000 })()?.asking?.count, 7)
})

test('sales count with their date and price; hidden listings count, those in review do not', () => {
  const sold = five({ status: 'sold', soldAt: NOW - A_DAY }).map((item) => ({ ...item, soldFor: item.price - 10_000 }))
  const result = valuesOf(...sold, { price: 450_000, status: 'withdrawn' }, { price: 1, status: 'review' })()
  assert.deepEqual([result?.sold?.median_inr, result?.sold?.from, result?.sold?.count], [440_000, '2026-11-14', 5])
  assert.deepEqual([result?.asking?.count, result?.listings.map(({ id }) => id)], [6, [6, 5, 4, 3, 2, 1]])
  assert.equal(valuesOf(...FIVE.slice(1), { price: 1, status: 'expired' })()?.asking?.count, 5)
  const days = [3, 1, 2, 5, 4].map((days) => ({
    status: 'sold',
    soldAt: NOW - days * A_DAY,
    soldFor: 1,
    dealer: 'malwa',
  }))
  const differing = valuesOf(...FIVE, ...days.map((item, i) => ({ ...item, price: 450_000, soldFor: 100_000 + i })))()
  assert.equal(differing?.sold?.count, 5, 'one price asked, but each sold for another')
  assert.deepEqual([differing?.sold?.from, differing?.sold?.to], ['2026-11-10', '2026-11-14'])
})

const law = (year: number, hours: number) => 500_000 * 1.08 ** (year - 2020) * 0.96 ** ((hours - 3_000) / 1_000)
const spread = Array.from({ length: 60 }, (_, i): Partial<Observation> => {
  const [year, hours, dearer] = [2010 + (i % 15), 500 + ((i * 37) % 60) * 100, i % 2]
  const price = law(year, hours) * (dearer ? 3 : 1)
  return { machine_slug: dearer ? 'stronger' : 'a', year, hours, price }
})

test('prices are adjusted to year and hours by the depreciation of the class', () => {
  const result = valuesOf(...spread)()
  assert.deepEqual(result?.adjusted, { year_pct: -7.4, hours_1000_pct: -4, fitted_from: 60 })
  assert.deepEqual([result?.asking?.p25_inr, result?.asking?.p75_inr], [500_000, 500_000])
  const wild = valuesOf(...spread, { price: 9e7 }, { price: 5_000, year: 2024 }, { price: 8e7, year: 2012 })()
  assert.ok(Math.abs(wild!.asking!.median_inr / 500_000 - 1) < 0.01, 'few wild prices move nothing')
  assert.deepEqual(valuesOf(...spread)({ hours: null })?.adjusted?.hours_1000_pct, null)
  assert.equal(valuesOf(...spread.slice(0, 29))()?.adjusted, null)
  const alone = spread.map((item) => ({ ...item, hours: GONE }))
  assert.deepEqual(valuesOf(...alone)()?.adjusted?.hours_1000_pct, null, 'the year alone, where none tell hours')
})

test('depreciation is fitted only for the requested figures and never rises with age or use', () => {
  const adjusted = (
    change: (item: Partial<Observation>) => Partial<Observation>,
    more: Partial<ValuationRequest> = {},
  ) => valuesOf(...spread.map((item) => ({ ...item, ...change(item) })))(more)?.adjusted
  assert.deepEqual(
    adjusted(() => ({}), { year: null }),
    { year_pct: null, hours_1000_pct: -4.6, fitted_from: 60 },
  )
  assert.equal(
    adjusted(() => ({}), { year: null, hours: null }),
    null,
  )
  const older = adjusted(({ year, hours }) => ({ price: law(2020 - 2 * (year! - 2020), hours!) }))
  assert.deepEqual([older?.year_pct, older!.hours_1000_pct! < 0], [null, true], 'the hours alone')
  const used = adjusted(({ year, hours }) => ({ price: law(year!, 3_000 - 2 * (hours! - 3_000)) }))
  assert.deepEqual([used!.year_pct! < 0, used?.hours_1000_pct], [true, null], 'the year alone')
  const little = adjusted(({ hours }) => ({ price: 500_000 * 0.999_99 ** (hours! ** 0.1) }))
  assert.deepEqual(little?.hours_1000_pct, 0)
})

test('a listing without hours is adjusted by year only', () => {
  const silent = { machine_slug: 'sister', year: 2020, hours: GONE }
  const result = valuesOf(...spread, ...five(silent).map((item) => ({ ...item, price: 500_000 })))
  for (const hours of [3_000, 600, null]) {
    const asking = result({ machine_slug: 'sister', hours })?.asking
    assert.deepEqual([asking?.p25_inr, asking?.p75_inr], [500_000, 500_000], `${hours}`)
  }
})

test('machines with one listing contribute to depreciation by price per unit of size', () => {
  const values = createValues(
    (slug) => (slug.startsWith('kg') ? kin('m', null, { size: Number(slug.slice(2)) }) : kin('m', Number(slug))),
    () => 0,
  )
  for (const [i, { year, hours }] of spread.entries()) {
    const machine_slug = i % 2 ? `kg${5_000 + i}` : `${40 + i}`
    const price = (law(year!, hours!) / 100) * (i % 2 ? (5_000 + i) / 50 : 40 + i)
    values.put({ ...MIN, id: i + 1, machine_slug, year: year!, hours: hours!, price })
  }
  const result = values.of({ machine_slug: '60', year: 2020, hours: 3_000 }, NOW)
  assert.deepEqual(result?.adjusted, { year_pct: -7.4, hours_1000_pct: -4, fitted_from: 60 })
})

const offer = fc.record({
  machine_slug: fc.constantFrom('a', 'sister', 'rival', 'weaker'),
  status: fc.constantFrom('live', 'sold', 'withdrawn'),
  price: fc.integer({ min: 100_000, max: 900_000 }),
  created: fc.integer({ min: 0, max: 900 }).map((days) => NOW - days * A_DAY),
  soldFor: fc.constantFrom(GONE, 300_000, 400_000),
  soldAt: fc.integer({ min: 0, max: 900 }).map((days) => NOW - days * A_DAY),
  year: fc.integer({ min: 2010, max: 2026 }),
  hours: fc.oneof(fc.constant(GONE), fc.integer({ min: 0, max: 9_000 })),
  state: fc.constantFrom('PB', 'HR'),
  dealer: fc.constantFrom('', 'malwa'),
})
const asking = fc.record({
  machine_slug: fc.constantFrom('a', 'rival', 'stranger'),
  year: fc.oneof(fc.constant(null), fc.integer({ min: 2010, max: 2026 })),
  hours: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 9_000 })),
  state: fc.constantFrom(null, 'PB'),
})

test('an excluded listing has no effect', () => {
  let answered = 0
  const offers = fc.array(offer, { minLength: 1, maxLength: 80, size: 'max' })
  fc.assert(
    fc.property(offers, offer, fc.nat(), asking, (all, other, place, question) => {
      const i = place % all.length
      const id = i + 1
      const plain = valuesOf(...all.map((item, k) => (k === i ? { ...item, status: 'draft' } : item)))(question)
      if (plain?.asking) answered++
      for (const self of [all[i]!, { ...all[i]!, price: other.price }, other]) {
        assert.deepEqual(
          valuesOf(...all.map((item, k) => (k === i ? self : item)))({ ...question, excluded: [id] }),
          plain,
        )
      }
    }),
    { numRuns: 300 },
  )
  assert.ok(answered > 50)
})

test('a machine joins its peer group with its first listing and leaves with its last', () => {
  let version = 0
  const created: Record<string, ValuedMachine> = { ...KIN }
  const values = createValues(
    (slug) => created[slug],
    () => version,
  )
  for (const [i, item] of five({ machine_slug: 'rival' }).entries()) values.put({ ...MIN, ...item, id: i + 1 })
  const put = (id: number, status: string) => values.put({ ...MIN, id, status, machine_slug: 'sister' })
  const count = () => values.of({ machine_slug: 'a', year: null, hours: null }, NOW)?.asking?.count
  const counts = [count()]
  for (const [id, status] of [
    [6, 'live'],
    [6, 'draft'],
    [6, 'live'],
    [7, 'live'],
    [6, 'draft'],
  ] as const) {
    put(id, status)
    counts.push(count())
  }
  assert.deepEqual([counts, values.isNamed('sister')], [[5, 6, 5, 6, 7, 6], true])
  created.sister = kin('m', 40, { class: 'crane' })
  version++
  assert.equal(count(), 5)
  put(7, 'draft')
  assert.equal(values.isNamed('sister'), false)
})

test('results do not depend on earlier listings, changes or requests', () => {
  const question = fc.tuple(asking, fc.constantFrom([], [1], [1, 61]))
  const status = fc.constantFrom('live', 'draft', 'sold')
  const slug = fc.constantFrom('a', 'sister', 'rival', 'crane', 'stranger', '')
  const put = fc.tuple(offer, fc.integer({ min: 1, max: 66 }), status, slug)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.array(put, { maxLength: 3 }), question), { minLength: 4, maxLength: 8 }),
      (steps) => {
        const version = 0
        const created: Record<string, ValuedMachine> = { ...KIN }
        const open = () =>
          createValues(
            (slug) => created[slug],
            () => version,
          )
        const values = open()
        const all = new Map<number, Observation>()
        for (const [i, item] of spread.entries()) all.set(i + 1, { ...MIN, ...item, id: i + 1 })
        for (const item of all.values()) values.put(item)
        for (const [changes, [requested, excluded]] of steps) {
          for (const [item, id, status, machine_slug] of changes) {
            const { created, ...more } = item
            all.set(id, { ...MIN, ...more, id, status, machine_slug })
            values.put(all.get(id)!)
          }
          const fresh = open()
          for (const item of all.values()) fresh.put(item)
          for (const question of [
            requested,
            { ...requested, excluded },
            { ...requested, year: null },
            { ...requested, hours: null },
          ])
            assert.deepEqual(values.of(question, NOW), fresh.of(question, NOW))
        }
      },
    ),
    { numRuns: 25 },
  )
})

test('results do not depend on the order of listings', () => {
  fc.assert(
    fc.property(fc.array(offer, { minLength: 5, maxLength: 80 }), asking, (all, question) => {
      const numbered = all.map((item, i) => ({ ...item, id: i + 1 }))
      assert.deepEqual(valuesOf(...numbered.toReversed())(question), valuesOf(...numbered)(question))
    }),
  )
})
