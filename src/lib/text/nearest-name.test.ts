import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nearestName } from './nearest-name.ts'

const existing = ['manufacturer', 'machine_class', 'hp_min', 'hp_max', 'sort', 'q']

it('finds the name behind a slip', () => {
  assert.equal(nearestName('manufaturer', existing), 'manufacturer')
  assert.equal(nearestName('HP_MIN', existing), 'hp_min')
  assert.equal(nearestName('srot', existing), 'sort')
  assert.equal(nearestName('machineclass', existing), 'machine_class')
})

it('has no suggestion for something else', () => {
  assert.equal(nearestName('colour', existing), undefined)
  assert.equal(nearestName('x'.repeat(5_000), existing), undefined)
  assert.equal(nearestName('', existing), undefined)
})
