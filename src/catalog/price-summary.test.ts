import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../test/properties.ts'
import type { PriceItem } from '../schema/api/machine.ts'
import { sortPrices, summarisePrices } from './price-summary.ts'

function price(fields: Partial<PriceItem>): PriceItem {
  return {
    kind: 'ex_showroom',
    observed_at: '2026-01-01',
    price_inr: 700_000,
    source_kind: 'dealer',
    state_code: 'MH',
    ...fields,
  }
}

it('has no figure without a price', () => {
  assert.deepEqual(summarisePrices([]), {
    price_from_inr: null,
    price_to_inr: null,
    price_kind: null,
    price_as_of: null,
  })
})

it('takes the first kind in order of preference, whatever else is cheaper or newer', () => {
  const prices = [
    price({ kind: 'estimate', price_inr: 1, observed_at: '2026-09-01' }),
    price({ kind: 'on_road', price_inr: 800_000 }),
    price({ kind: 'dealer_quote', price_inr: 2 }),
  ]
  assert.deepEqual(summarisePrices(prices), {
    price_from_inr: 800_000,
    price_to_inr: 800_000,
    price_kind: 'on_road',
    price_as_of: '2026-01-01',
  })
})

it('takes of each state and city the newest, of two on one day the later in the row', () => {
  const prices = [
    price({ price_inr: 500_000, observed_at: '2025-01-01' }),
    price({ price_inr: 700_000, observed_at: '2026-03-01' }),
    price({ price_inr: 710_000, high_inr: 740_000, observed_at: '2026-03-01' }),
    price({ price_inr: 690_000, observed_at: '2026-02-01', city: 'Pune' }),
    price({ price_inr: 730_000, observed_at: '2024-02-01', state_code: 'PB' }),
  ]
  assert.deepEqual(summarisePrices(prices), {
    price_from_inr: 690_000,
    price_to_inr: 740_000,
    price_kind: 'ex_showroom',
    price_as_of: '2026-02-01',
  })
})

it('carries the older of the dates behind its two figures, of equal figures the newest', () => {
  const low = { price_inr: 690_000, state_code: 'PB' } as const
  const prices = [
    price({ ...low, observed_at: '2024-05-01' }),
    price({ ...low, observed_at: '2026-05-01', city: 'Moga' }),
    price({ price_inr: 750_000, observed_at: '2026-06-01' }),
    price({ price_inr: 720_000, observed_at: '2026-07-01', state_code: 'GJ' }),
  ]
  assert.equal(summarisePrices(prices).price_as_of, '2026-05-01')
  assert.equal(summarisePrices(prices.slice(2)).price_as_of, '2026-06-01')
  assert.equal(summarisePrices(prices.toReversed()).price_as_of, '2026-05-01')
})

it('lists prices newest first, then by kind, state and city, in whatever order they come', () => {
  const listed = [
    price({}),
    price({ city: 'Nagpur' }),
    price({ city: 'Pune' }),
    price({ state_code: 'PB' }),
    price({ kind: 'on_road' }),
    price({ observed_at: '2025-01-01' }),
    price({ observed_at: '2024-01-01', kind: 'subsidised' }),
  ]
  fc.assert(
    fc.property(fc.shuffledSubarray(listed, { minLength: listed.length }), (prices) => {
      assert.deepEqual(sortPrices(prices), listed)
    }),
  )
})
