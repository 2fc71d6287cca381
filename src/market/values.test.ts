import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createListingRows, type ListingFacts } from './listing-rows.ts'
import { createValues } from './values.ts'

const NOW = Date.parse('2026-11-15T06:00:00Z')
const A_DAY = 86_400_000
const LEAST: ListingFacts = {
  ...{ id: 1, isSold: false, machine_slug: 'a', year: 2020, price: 0, hours: 3_000 },
  ...{ km: 0, owners: 1, created: NOW - 30 * A_DAY, soldAt: 0, soldFor: Number.POSITIVE_INFINITY },
  ...{ maker: 'm', machine_class: 'tractor', state: 'PB', district: 'Moga', seller: 'owner', inspection_mode: 'photo' },
}
const KIN: Record<string, { family: string | null; class: string }> = {
  a: { family: 'f', class: 'c' },
  b: { family: 'f', class: 'c' },
  c: { family: null, class: 'c' },
}

function valuesOf(...listings: Partial<ListingFacts>[]) {
  const rows = createListingRows()
  for (const [at, listing] of listings.entries()) rows.put({ ...LEAST, id: at + 1, ...listing }, 0)
  return createValues(rows, (slug) => KIN[slug])
}

const asked = { machine_slug: 'a', year: 2020, hours: 3_000 }
const FIVE = [400_000, 420_000, 450_000, 470_000, 500_000].map((price) => ({ price }))

test('quartiles come with their count and days, and never from fewer than five', () => {
  const found = valuesOf(...FIVE, { price: 900, created: NOW - 800 * A_DAY }).of(asked, NOW)
  assert.deepEqual(found, {
    ...{ ...asked, sold: null, comparable: 'machine', reason: 'Fewer than five comparable sold ones are known.' },
    asking: { p25_inr: 420_000, median_inr: 450_000, p75_inr: 470_000, count: 5, from: '2026-10-16', to: '2026-10-16' },
  })
  const few = valuesOf(...FIVE.slice(1)).of(asked, NOW)
  assert.deepEqual([few?.asking, few?.sold, few?.comparable], [null, null, null])
  assert.match(few!.reason!, /^Fewer than five/)
  assert.equal(valuesOf().of({ ...asked, machine_slug: 'unknown' }, NOW), undefined)
})

test('one price far from all others moves no quartile', () => {
  const plain = valuesOf(...FIVE).of(asked, NOW)
  assert.deepEqual(valuesOf(...FIVE, { price: 1_000_000 }).of(asked, NOW), plain)
  assert.deepEqual(valuesOf(...FIVE, { price: 4_500 }).of(asked, NOW), plain)
})

test('the nearest step with five counts: the machine, its family, its class', () => {
  const of = (slug: string) => FIVE.map(({ price }) => ({ price, machine_slug: slug }))
  const step = (...listings: Partial<ListingFacts>[]) => valuesOf(...listings).of(asked, NOW)?.comparable
  assert.equal(step(...of('a'), ...of('b')), 'machine')
  assert.equal(step(...FIVE.slice(2), ...of('b')), 'family')
  assert.equal(step(...FIVE.slice(2), ...of('c')), 'class')
  assert.equal(step(...of('a').map((one) => ({ ...one, year: 2024 }))), null, 'of other years none is comparable')
  assert.equal(step(...of('a').map((one) => ({ ...one, hours: 9_000 }))), null)
  assert.equal(
    step(...of('a').map((one) => ({ ...one, year: 2022, hours: 4_500 }))),
    'machine',
    'wider, where none is near',
  )
})

test('what was sold counts by the day and price of the sale', () => {
  const sold = FIVE.map(({ price }) => ({ price, isSold: true, soldFor: price - 10_000, soldAt: NOW - A_DAY }))
  const found = valuesOf(...sold).of(asked, NOW)
  assert.equal(found?.sold?.median_inr, 440_000)
  assert.equal(found?.sold?.from, '2026-11-14')
  assert.equal(found?.asking?.median_inr, 450_000)
  assert.equal(found?.reason, null)
})
