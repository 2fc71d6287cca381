import assert from 'node:assert/strict'
import { it } from 'node:test'
import { agrees, contradictions, specFromDetail } from './machine-detail.ts'

it('shows the field of the sheet, and its own text where the sheet says nothing', () => {
  const field = (key: string, value?: string) => ({ key, label: key, ...(value === undefined ? {} : { value }) })
  const fields = [
    field('lift_capacity_kg', '1600'),
    field('engine_hp', '45.50'),
    field('pto_hp', '40'),
    field('pump', 'ADDC'),
    field('media', 'many'),
    field('brakes'),
  ]
  const sheet = { lift_capacity_kg: 1655, engine_hp: 45.5, pto_hp: null, media: [], brakes: 'Oil immersed' }
  const visible = specFromDetail({ key: 'group', label: 'Group', fields }, sheet)
  assert.deepEqual(
    visible.fields.map(({ value }) => value),
    ['1655', '45.5', '40', 'ADDC', 'many', 'Oil immersed'],
  )
})

it('compares figures as numbers and texts without case or blanks', () => {
  assert.ok(agrees('1655', 1655))
  assert.ok(agrees(' 1,655.0 ', 1655))
  assert.ok(!agrees('', 0))
  assert.ok(!agrees('1655 kg', 1655))
  assert.ok(agrees('Oil  Immersed', 'oil immersed'))
  assert.ok(!agrees('Dry disc', 'oil immersed'))
})

it('finds the spec fields that contradict the sheet', () => {
  const fields = [
    { key: 'lift_capacity_kg', label: 'Lift', value: '1600' },
    { key: 'engine_hp', label: 'Power', value: '45' },
    { key: 'gears_fwd', label: 'Gears' },
  ]
  const spec = [
    { key: 'a', label: 'A', fields: [] },
    { key: 'b', label: 'B', fields },
  ]
  const sheet = { lift_capacity_kg: 1655, engine_hp: 45, gears_fwd: 8 }
  assert.deepEqual(contradictions(spec, sheet), [
    { group: 1, field: 0, key: 'lift_capacity_kg', text: '1600', value: 1655 },
  ])
})
