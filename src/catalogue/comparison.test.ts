import assert from 'node:assert/strict'
import { it } from 'node:test'
import { comparablePrices, judge } from './comparison.ts'

it('marks the higher power and the lower price', () => {
  assert.deepEqual(judge('engine_hp', [45, 50, null]), { differs: true, better: [false, true, false] })
  assert.deepEqual(judge('price_from_inr', [700_000, 650_000]), { differs: true, better: [false, true] })
})

it('marks several that are equally good, and nobody when all are alike', () => {
  assert.deepEqual(judge('engine_hp', [50, 45, 50]).better, [true, false, true])
  assert.deepEqual(judge('engine_hp', [50, 50]), { differs: false, better: [false, false] })
})

it('says of a weight or a text only that it differs', () => {
  assert.deepEqual(judge('operating_weight_kg', [2_000, 1_800]), { differs: true, better: [false, false] })
  assert.deepEqual(judge('clutch', ['Dual', 'Single']), { differs: true, better: [false, false] })
})

it('takes an unknown value for no difference', () => {
  assert.deepEqual(judge('engine_hp', [50, null, undefined]), { differs: false, better: [false, false, false] })
})

it('compares prices of one kind only', () => {
  const onRoad = { price_from_inr: 700_000, price_kind: 'on_road' }
  const exShowroom = { price_from_inr: 650_000, price_kind: 'ex_showroom' }
  assert.deepEqual(comparablePrices([onRoad, exShowroom]), [null, null])
  assert.deepEqual(comparablePrices([onRoad, onRoad, { price_from_inr: null }]), [700_000, 700_000, null])
})
