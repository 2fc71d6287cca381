import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { MachineSummary } from '../schema/api/machine.ts'
import { shareBelow, toProfile } from './class-profile.ts'

function machine(slug: string, hp: number | null, price: number | null): MachineSummary {
  const plate = hp === null ? [] : [{ key: 'engine_hp', label: 'Power', unit: 'HP', value: hp }]
  return {
    slug,
    name: slug,
    engine_hp: hp,
    price_from_inr: price,
    price_kind: price && 'on_road',
    plate,
  } as unknown as MachineSummary
}

it('sorts the figures of the plate and pairs power with price where both are known', () => {
  const profile = toProfile([machine('b', 50, 700_000), machine('a', 35, null), machine('c', null, 1)])
  assert.deepEqual(profile.figures.get('')?.get('engine_hp'), [35, 50])
  assert.deepEqual(profile.figures.get('31-40 HP')?.get('engine_hp'), [35])
  assert.deepEqual(profile.points, [
    { slug: 'b', name: 'b', engine_hp: 50, price_from_inr: 700_000, price_kind: 'on_road' },
  ])
})

it('says which share of the others lies below a figure', () => {
  assert.equal(shareBelow([10, 20, 20, 40], 20), 25)
  assert.equal(shareBelow([10, 20, 20, 40], 41), 100)
  assert.equal(shareBelow([10], 10), 0)
})
