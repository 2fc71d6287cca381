import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bestValues, comparablePrices, likePrices } from './comparison.ts'

const TRACTORS = Array.from({ length: 3 }, () => ({ machine_class: 'tractor' }))

it('marks the higher power and the lower price', () => {
  assert.deepEqual(bestValues('engine_hp', [45, 50, null], TRACTORS), { differs: true, better: [false, true, false] })
  assert.deepEqual(bestValues('price_from_inr', [700_000, 650_000], TRACTORS), { differs: true, better: [false, true] })
})

it('marks several that are equally good, and nobody when all are alike', () => {
  assert.deepEqual(bestValues('engine_hp', [50, 45, 50], TRACTORS).better, [true, false, true])
  assert.deepEqual(bestValues('engine_hp', [50, 50], TRACTORS), { differs: false, better: [false, false] })
})

it('says of a weight or a text only that it differs', () => {
  assert.deepEqual(bestValues('operating_weight_kg', [2_000, 1_800], TRACTORS), {
    differs: true,
    better: [false, false],
  })
  assert.deepEqual(bestValues('clutch', ['Dual', 'Single'], TRACTORS), { differs: true, better: [false, false] })
})

it('says of machines of several classes only that they differ', () => {
  const unlike = [{ machine_class: 'tractor' }, { machine_class: 'mobile_crane' }]
  assert.deepEqual(bestValues('price_from_inr', [700_000, 650_000], unlike), { differs: true, better: [false, false] })
})

it('takes an unknown value for no difference', () => {
  assert.deepEqual(bestValues('engine_hp', [50, null, undefined], TRACTORS), {
    differs: false,
    better: [false, false, false],
  })
})

it('compares prices of one kind only', () => {
  const onRoad = { price_from_inr: 700_000, price_kind: 'on_road' }
  const exShowroom = { price_from_inr: 650_000, price_kind: 'ex_showroom' }
  assert.deepEqual(comparablePrices([onRoad, exShowroom]), [null, null])
  assert.deepEqual(comparablePrices([onRoad, onRoad, { price_from_inr: null }]), [700_000, 700_000, null])
})

describe('like prices', () => {
  const price = (kind: 'ex_showroom' | 'on_road', state_code: string, observed_at: string, price_inr: number) => ({
    kind,
    state_code,
    observed_at,
    price_inr,
  })
  const item = {
    prices: [
      price('ex_showroom', 'RJ', '2026-01-01', 1),
      price('ex_showroom', 'RJ', '2026-03-01', 2),
      price('on_road', 'PB', '2026-01-01', 3),
    ],
  }
  const other = { prices: [price('ex_showroom', 'RJ', '2025-01-01', 4), price('on_road', 'PB', '2026-01-01', 5)] }

  it('are the newest of one kind and place, in the asked state if all have one there', () => {
    assert.deepEqual(
      likePrices([item, other])?.prices.map((item) => item?.price_inr),
      [2, 4],
    )
    assert.deepEqual(
      likePrices([item, other], 'PB')?.prices.map((item) => item?.price_inr),
      [3, 5],
    )
    assert.equal(likePrices([item, other], 'TN')?.state_code, 'RJ')
  })

  it('are not there when one machine has prices of other kinds and places only', () => {
    const third = { prices: [price('on_road', 'TN', '2026-01-01', 7)] }
    assert.equal(likePrices([item, other, third]), undefined)
    assert.deepEqual(
      likePrices([item, other, { prices: [] }])?.prices.map((item) => item?.price_inr),
      [2, 4, undefined],
    )
    assert.equal(likePrices([item, { prices: [price('on_road', 'RJ', '2026-01-01', 6)] }]), undefined)
    assert.equal(likePrices([item, { prices: [] }]), undefined)
  })
})
