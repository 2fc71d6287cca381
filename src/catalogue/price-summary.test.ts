import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { PriceItem } from '../contract/machine.ts'
import { NO_PRICE, sortPrices, summarisePrices } from './price-summary.ts'

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
  assert.deepEqual(summarisePrices([]), NO_PRICE)
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
})

it('lists prices newest first, then by kind, state and city', () => {
  const prices = [
    price({ observed_at: '2025-01-01' }),
    price({ kind: 'on_road' }),
    price({ state_code: 'PB' }),
    price({ city: 'Pune' }),
    price({}),
  ]
  assert.deepEqual(
    sortPrices(prices).map((item) => [item.observed_at, item.kind, item.state_code, item.city ?? '']),
    [
      ['2026-01-01', 'ex_showroom', 'MH', ''],
      ['2026-01-01', 'ex_showroom', 'MH', 'Pune'],
      ['2026-01-01', 'ex_showroom', 'PB', ''],
      ['2026-01-01', 'on_road', 'MH', ''],
      ['2025-01-01', 'ex_showroom', 'MH', ''],
    ],
  )
})
