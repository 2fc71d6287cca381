import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FEATURES } from './features.ts'
import { readTrees, score, WEIGHTS } from './trees.ts'

test('the committed weights use known features only', () => {
  for (let node = 0; node < WEIGHTS.nodes.length; node += 3) assert.ok((WEIGHTS.nodes[node] ?? 0) < FEATURES.length)
})

test('a tree takes the first branch up to its bound and the second above it', () => {
  const trees = readTrees('0.5\n0<2 1<7 =1 =2 =4\n')
  const i = (...row: number[]): number => score(trees, (feature) => row[feature] ?? 0)
  assert.deepEqual([i(2, 7), i(2, 8), i(3, 0)], [1.5, 2.5, 4.5])
})
