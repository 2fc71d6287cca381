import assert from 'node:assert/strict'
import { it } from 'node:test'
import { suggestField } from './column-words.ts'
import { ROW_SHAPES } from './row-shapes.ts'

it('suggests the field that was meant', () => {
  const machine: Record<string, string | undefined> = {
    power_hp: 'engine_hp',
    HP: 'engine_hp',
    wheel_drve: 'wheel_drive',
    'Wheel Drive': 'wheel_drive',
    operating_weight: 'operating_weight_kg',
    weight_kg: 'operating_weight_kg',
    lift_capacity_lb: 'lift_capacity_kg',
    brand: 'manufacturer',
    fuel_type: 'power_source',
    price: 'price',
    price_from: 'prices',
    colour_of_the_bonnet: undefined,
    some_kg: undefined,
  }
  for (const [name, field] of Object.entries(machine)) {
    assert.equal(suggestField(name, ROW_SHAPES.machine.names), field, name)
  }
  const listing = { price: 'price_inr', state: 'state_code', pincode: 'pin', kms: 'km', fuel_type: 'fuel' }
  for (const [name, field] of Object.entries(listing)) {
    assert.equal(suggestField(name, ROW_SHAPES.listing.names), field, name)
  }
})
