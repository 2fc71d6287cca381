import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nearestName } from './nearest-name.ts'

const known = ['manufacturer', 'machine_class', 'hp_min', 'hp_max', 'sort', 'q']

it('finds the name behind a slip', () => {
  assert.equal(nearestName('manufaturer', known), 'manufacturer')
  assert.equal(nearestName('HP_MIN', known), 'hp_min')
  assert.equal(nearestName('srot', known), 'sort')
  assert.equal(nearestName('machineclass', known), 'machine_class')
})

it('has no suggestion for something else', () => {
  assert.equal(nearestName('colour', known), undefined)
  assert.equal(nearestName('x'.repeat(5_000), known), undefined)
  assert.equal(nearestName('', known), undefined)
})
