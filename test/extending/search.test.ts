import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { patchedTree, walk } from './patched-tree.ts'

interface Result {
  ids: number[]
  facets: Record<string, string>
  unit: object
  listing: object
}

/** Applies a patch of one file and returns what search then makes of some queries. */
function resultOf(t: TestContext, header: string): Result {
  const { folder, files } = patchedTree(t, header)
  assert.equal(files.length, 1)
  return walk(folder, 'search-walk.ts')
}

it('counts by another field after a change of one line', (t) => {
  assert.equal(resultOf(t, 'A facet').facets.family, '{"Ox":2}')
})

it('reads another unit', (t) => {
  assert.deepEqual(resultOf(t, 'A unit').unit, { hp_min: 98.63 })
})

it('reads another filter word of listings', (t) => {
  assert.deepEqual(resultOf(t, 'A filter word of listings').listing, { inspection_mode: 'physical' })
})

it('ranks by another order of features', (t) => {
  assert.deepEqual(resultOf(t, 'The ranking').ids, [2, 1])
})
