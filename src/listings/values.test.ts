import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/properties.ts'
import type { Offer } from './depreciation.ts'
import { createValues, type Kin, type Question } from './valuation.ts'

const NOW = Date.parse('2026-11-15T06:00:00Z')
const A_DAY = 86_400_000
const GONE = Number.POSITIVE_INFINITY
const LEAST: Offer = {
  id: 1,
  machine_slug: 'a',
  status: 'live',
  price: 0,
  created: NOW - 30 * A_DAY,
  soldFor: GONE,
  soldAt: 0,
  year: 2020,
  hours: 3_000,
  state: 'PB',
  district: 'Moga',
  dealer: '',
}
const kin = (maker: string, power: number | null, more: Partial<Kin> = {}): Kin => {
  return { maker, class: 'tractor', power, size: null, isPublished: true, ...more }
}
const KIN: Record<string, Kin> = {
  a: kin('m', 40),
  sister: kin('m', 46),
  stronger: kin('m', 47),
  rival: kin('n', 34),
  weaker: kin('n', 28),
  crane: kin('m', 40, { class: 'crane' }),
  weighed: kin('m', null, { class: 'trailer', size: 5_000 }),
  heavier: kin('m', null, { class: 'trailer', size: 5_700 }),
  hidden: kin('m', 40, { isPublished: false }),
  // Of a class of their own: what tells the size of each.
  bare: kin('m', null, { class: 'pump' }),
  naked: kin('n', null, { class: 'pump' }),
  plated: kin('n', null, { class: 'pump', size: 5_000 }),
  both: kin('n', 40, { class: 'pump', size: 5_100 }),
}

function valuesOf(...offers: Partial<Offer>[]) {
  const values = createValues(
    (slug) => KIN[slug],
    () => 0,
  )
  for (const [at, offer] of offers.entries()) values.put({ ...LEAST, id: at + 1, ...offer })
  return (more: Partial<Question> = {}) => values.of({ machine_slug: 'a', year: 2020, hours: 3_000, ...more }, NOW, NOW)
}

const FIVE = [400_000, 420_000, 450_000, 470_000, 500_000].map((price) => ({ price }))
const five = (more: Partial<Offer>) => FIVE.map((one) => ({ ...one, ...more }))

test('quartiles have count, spread and dates, and need five observations', () => {
  const found = valuesOf(...FIVE, { price: 900, created: NOW - 800 * A_DAY })()
  assert.deepEqual(found?.asking, {
    p25_inr: 420_000,
    median_inr: 450_000,
    p75_inr: 470_000,
    count: 5,
    spread_pct: 5.6,
    from: '2026-10-16',
    to: '2026-10-16',
  })
  assert.deepEqual([found?.sold, found?.comparable, found?.adjusted, found?.known], [null, 'machine', null, null])
  assert.deepEqual(found?.listings.at(-1), {
    id: 1,
    status: 'live',
    price_inr: 400_000,
    year: 2020,
    hours: 3_000,
    state_code: 'PB',
    district: 'Moga',
    at: '2026-10-16T06:00:00.000Z',
  })
  const few = valuesOf(...FIVE.slice(1))()
  assert.deepEqual([few?.asking, few?.sold, few?.comparable, few?.listings], [null, null, null, []])
  assert.deepEqual(few?.known, { machine: 4, maker: 4, class: 4, wide_class: 4 })
  assert.equal(valuesOf()({ machine_slug: 'unknown' }), undefined)
})

test('the narrowest level with five observations is used', () => {
  const step = (...offers: Partial<Offer>[]) => valuesOf(...offers)()?.comparable
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
  const step = (machine_slug: string, asked: string) => {
    const found = valuesOf(...five({ machine_slug }))({ machine_slug: asked })
    return found?.comparable ?? found?.known
  }
  assert.deepEqual([step('both', 'plated'), step('plated', 'both')], ['maker', 'maker'])
  const none = { machine: 0, maker: 0, class: 0, wide_class: 0 }
  for (const [one, asked] of [
    ['bare', 'naked'],
    ['naked', 'plated'],
    ['plated', 'naked'],
  ] as const)
    assert.deepEqual(step(one, asked), none, `${one} and ${asked}`)
  assert.deepEqual(
    valuesOf(...FIVE.slice(1).map((one) => ({ ...one, machine_slug: 'bare' })))({ machine_slug: 'bare' })?.known,
    {
      machine: 4,
      maker: 4,
      class: 4,
      wide_class: 4,
    },
  )
})

test('a machine outside the catalogue is compared with itself only', () => {
  const found = valuesOf(...five({ machine_slug: 'unknown' }), { machine_slug: 'strange' }, { machine_slug: '' })
  assert.deepEqual(
    [found({ machine_slug: 'unknown' })?.comparable, found({ machine_slug: 'unknown' })?.withdrawn],
    [...['machine', false]],
  )
  const strange = found({ machine_slug: 'strange' })
  assert.deepEqual([strange?.known, strange?.withdrawn], [{ machine: 1, maker: 1, class: 1, wide_class: 1 }, false])
  assert.equal(found({ machine_slug: 'strange', without: 6 }), undefined, 'as if it were not listed')
  assert.equal(found({ machine_slug: '' }), undefined)
  const years = spread.slice(0, 40).map((one) => ({ ...one, machine_slug: 'unknown' }))
  const aside = valuesOf(...years, ...five({ machine_slug: 'strange' }))({ machine_slug: 'strange' })
  assert.deepEqual([aside?.comparable, aside?.adjusted], ['machine', null])
  const values = createValues(
    (slug) => KIN[slug],
    () => 0,
  )
  values.put({ ...LEAST, machine_slug: 'strange' })
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
    for (const [at, one] of five({ machine_slug: 'other' }).entries()) values.put({ ...LEAST, ...one, id: at + 1 })
    const found = values.of({ machine_slug: 'a', year: null, hours: null }, NOW, NOW)
    assert.equal(found?.comparable, step, `${power} HP beside 40`)
  }
  const ago = new Date(NOW).setUTCFullYear(2024)
  for (const [created, isIn] of [
    [NOW, true],
    [NOW + 1, false],
    [ago, true],
    [ago - 1, false],
  ] as const) {
    const told = `created ${created - NOW} ms after the moment`
    assert.equal(valuesOf(...FIVE, { price: 1, created })()?.asking?.count, isIn ? 6 : 5, told)
    const fitted = valuesOf(...spread.slice(0, 29), { ...spread[29], created })()?.adjusted?.fitted_from
    assert.equal(fitted, isIn ? 30 : undefined, told)
    const soldOnes = five({ status: 'sold', soldFor: 1, soldAt: NOW }).slice(1)
    const last = { status: 'sold', soldFor: 1, soldAt: created, price: 2 }
    assert.equal(valuesOf(...soldOnes, ...FIVE, last)()?.sold?.count, isIn ? 5 : undefined, told)
  }
})

test('at most fifty comparables are listed, newest first', () => {
  const days = [3, 1, 2, 1, 5]
  const found = valuesOf(...FIVE.map((one, at) => ({ ...one, created: NOW - days[at]! * A_DAY })))()
  assert.deepEqual(
    found?.listings.map(({ id }) => id),
    [4, 2, 3, 1, 5],
  )
  assert.deepEqual([found?.asking?.from, found?.asking?.to], ['2026-11-10', '2026-11-14'])
  const many = valuesOf(...Array.from({ length: 51 }, (_, at) => ({ price: 1, created: NOW - at * A_DAY })))()
  assert.deepEqual([many?.listings.length, many?.listings[0]?.id, many?.listings.at(-1)?.id], [50, 1, 50])
  const twice = { price: 450_000, dealer: 'malwa' }
  const told = valuesOf(...FIVE, { ...twice, created: NOW - A_DAY }, { ...twice, created: NOW - 9 * A_DAY })()
  assert.deepEqual(
    told?.listings.slice(0, 2).map(({ id }) => id),
    [6, 5],
    'of equal ones the newest counts',
  )
})

test('an unpublished machine keeps its class and power and is marked as withdrawn', () => {
  const found = valuesOf(...five({ machine_slug: 'sister' }))
  assert.deepEqual(
    [found({ machine_slug: 'hidden' })?.comparable, found({ machine_slug: 'hidden' })?.withdrawn],
    ['maker', true],
  )
  assert.equal(found()?.withdrawn, false)
  const few = valuesOf({ machine_slug: 'sister' })
  assert.deepEqual([few()?.withdrawn, few({ machine_slug: 'hidden' })?.withdrawn], [false, true])
})

test('a state narrows the comparison if it has five observations', () => {
  const found = valuesOf(...FIVE, ...five({ state: 'HR' }), { price: 1, state: 'UP' })
  assert.deepEqual([found({ state: 'HR' })?.state, found({ state: 'HR' })?.asking?.count], ['HR', 5])
  assert.deepEqual([found({ state: 'UP' })?.state, found({ state: 'UP' })?.asking?.count], [null, 11])
})

test('equal listings of a dealer count once, those of owners each', () => {
  const equal = { price: 450_000, dealer: 'malwa' }
  assert.equal(valuesOf(...FIVE, equal, equal, equal)()?.asking?.count, 6)
  assert.equal(valuesOf(...FIVE, equal, { ...equal, dealer: 'sai' }, { ...equal, hours: 2_000 })()?.asking?.count, 8)
  assert.equal(valuesOf(...FIVE, { price: 450_000 }, { price: 450_000 })()?.asking?.count, 7)
})

test('sales count with their date and price; hidden listings count without being listed', () => {
  const sold = five({ status: 'sold', soldAt: NOW - A_DAY }).map((one) => ({ ...one, soldFor: one.price - 10_000 }))
  const found = valuesOf(...sold, { price: 450_000, status: 'withdrawn' }, { price: 1, status: 'review' })()
  assert.deepEqual([found?.sold?.median_inr, found?.sold?.from, found?.sold?.count], [440_000, '2026-11-14', 5])
  assert.deepEqual([found?.asking?.count, found?.listings.map(({ id }) => id)], [6, [5, 4, 3, 2, 1]])
  assert.equal(valuesOf(...FIVE.slice(1), { price: 1, status: 'expired' })()?.asking?.count, 5)
  const days = [3, 1, 2, 5, 4].map((days) => ({
    status: 'sold',
    soldAt: NOW - days * A_DAY,
    soldFor: 1,
    dealer: 'malwa',
  }))
  const differing = valuesOf(...FIVE, ...days.map((one, at) => ({ ...one, price: 450_000, soldFor: 100_000 + at })))()
  assert.equal(differing?.sold?.count, 5, 'one price asked, but each sold for another')
  assert.deepEqual([differing?.sold?.from, differing?.sold?.to], ['2026-11-10', '2026-11-14'])
})

const law = (year: number, hours: number) => 500_000 * 1.08 ** (year - 2020) * 0.96 ** ((hours - 3_000) / 1_000)
const spread = Array.from({ length: 60 }, (_, at): Partial<Offer> => {
  const [year, hours, dearer] = [2010 + (at % 15), 500 + ((at * 37) % 60) * 100, at % 2]
  const price = law(year, hours) * (dearer ? 3 : 1)
  return { machine_slug: dearer ? 'stronger' : 'a', year, hours, price }
})

test('prices are adjusted to year and hours by the depreciation of the class', () => {
  const found = valuesOf(...spread)()
  assert.deepEqual(found?.adjusted, { year_pct: -7.4, hours_1000_pct: -4, fitted_from: 60 })
  assert.deepEqual([found?.asking?.p25_inr, found?.asking?.p75_inr], [500_000, 500_000])
  const wild = valuesOf(...spread, { price: 9e7 }, { price: 5_000, year: 2024 }, { price: 8e7, year: 2012 })()
  assert.ok(Math.abs(wild!.asking!.median_inr / 500_000 - 1) < 0.01, 'few wild prices move nothing')
  assert.deepEqual(valuesOf(...spread)({ hours: null })?.adjusted?.hours_1000_pct, null)
  assert.equal(valuesOf(...spread.slice(0, 29))()?.adjusted, null)
  const alone = spread.map((one) => ({ ...one, hours: GONE }))
  assert.deepEqual(valuesOf(...alone)()?.adjusted?.hours_1000_pct, null, 'the year alone, where none tell hours')
})

test('depreciation is fitted only for the requested figures and never rises with age or use', () => {
  const adjusted = (change: (one: Partial<Offer>) => Partial<Offer>, more: Partial<Question> = {}) =>
    valuesOf(...spread.map((one) => ({ ...one, ...change(one) })))(more)?.adjusted
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
  const found = valuesOf(...spread, ...five(silent).map((one) => ({ ...one, price: 500_000 })))
  for (const hours of [3_000, 0, null]) {
    const asking = found({ machine_slug: 'sister', hours })?.asking
    assert.deepEqual([asking?.p25_inr, asking?.p75_inr], [500_000, 500_000], `${hours}`)
  }
})

test('machines with one listing contribute to depreciation by price per unit of size', () => {
  const values = createValues(
    (slug) => (slug.startsWith('kg') ? kin('m', null, { size: Number(slug.slice(2)) }) : kin('m', Number(slug))),
    () => 0,
  )
  for (const [at, { year, hours }] of spread.entries()) {
    const machine_slug = at % 2 ? `kg${5_000 + at}` : `${40 + at}`
    const price = (law(year!, hours!) / 100) * (at % 2 ? (5_000 + at) / 50 : 40 + at)
    values.put({ ...LEAST, id: at + 1, machine_slug, year: year!, hours: hours!, price })
  }
  const found = values.of({ machine_slug: '60', year: 2020, hours: 3_000 }, NOW, NOW)
  assert.deepEqual(found?.adjusted, { year_pct: -7.4, hours_1000_pct: -4, fitted_from: 60 })
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
      const at = place % all.length
      const id = at + 1
      const plain = valuesOf(...all.map((one, k) => (k === at ? { ...one, status: 'draft' } : one)))(question)
      if (plain?.asking) answered++
      for (const own of [all[at]!, { ...all[at]!, price: other.price }, other]) {
        assert.deepEqual(valuesOf(...all.map((one, k) => (k === at ? own : one)))({ ...question, without: id }), plain)
      }
    }),
    { numRuns: 300 },
  )
  assert.ok(answered > 50)
})

test('a machine joins its peer group with its first listing and leaves with its last', () => {
  let version = 0
  const made: Record<string, Kin> = { ...KIN }
  const values = createValues(
    (slug) => made[slug],
    () => version,
  )
  for (const [at, one] of five({ machine_slug: 'rival' }).entries()) values.put({ ...LEAST, ...one, id: at + 1 })
  const put = (id: number, status: string) => values.put({ ...LEAST, id, status, machine_slug: 'sister' })
  const count = () => values.of({ machine_slug: 'a', year: null, hours: null }, NOW, NOW)?.asking?.count
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
  made.sister = kin('m', 40, { class: 'crane' })
  version++
  assert.equal(count(), 5)
  put(7, 'draft')
  assert.equal(values.isNamed('sister'), false)
})

test('results do not depend on earlier listings, changes or requests', () => {
  const question = fc.tuple(asking, fc.constantFrom(null, 1, 61))
  const status = fc.constantFrom('live', 'draft', 'sold')
  const slug = fc.constantFrom('a', 'sister', 'rival', 'crane', 'stranger', '')
  const put = fc.tuple(offer, fc.integer({ min: 1, max: 66 }), status, slug)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.array(put, { maxLength: 3 }), question), { minLength: 4, maxLength: 8 }),
      (steps) => {
        const version = 0
        const made: Record<string, Kin> = { ...KIN }
        const open = () =>
          createValues(
            (slug) => made[slug],
            () => version,
          )
        const values = open()
        const all = new Map<number, Offer>()
        for (const [at, one] of spread.entries()) all.set(at + 1, { ...LEAST, ...one, id: at + 1 })
        for (const one of all.values()) values.put(one)
        for (const [changes, [asked, without]] of steps) {
          for (const [one, id, status, machine_slug] of changes) {
            const { created, ...more } = one
            all.set(id, { ...LEAST, ...more, id, status, machine_slug })
            values.put(all.get(id)!)
          }
          const fresh = open()
          for (const one of all.values()) fresh.put(one)
          for (const question of [asked, { ...asked, without }, { ...asked, year: null }, { ...asked, hours: null }])
            assert.deepEqual(values.of(question, NOW, NOW), fresh.of(question, NOW, NOW))
        }
      },
    ),
    { numRuns: 25 },
  )
})

test('results do not depend on the order of listings', () => {
  fc.assert(
    fc.property(fc.array(offer, { minLength: 5, maxLength: 80 }), asking, (all, question) => {
      const numbered = all.map((one, at) => ({ ...one, id: at + 1 }))
      assert.deepEqual(valuesOf(...numbered.toReversed())(question), valuesOf(...numbered)(question))
    }),
  )
})
