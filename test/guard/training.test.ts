import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { FEATURES } from '../../src/guard/phones/features.ts'
import { readTrees, score, WEIGHTS } from '../../src/guard/phones/trees.ts'
import { SETTINGS, writeTrees } from './training/boost.ts'
import { learnDoubts, lessonsOf, writeDoubts } from './training/doubt.ts'
import { allExamples, readAll, trainOn } from './training/folds.ts'

const entries = readAll()
const weights = readFileSync(new URL('../../src/guard/phones/weights.txt', import.meta.url), 'utf8')

describe("the guard's trees", () => {
  test('training from the corpus gives the committed weights, byte for byte', () => {
    const examples = allExamples(entries)
    // The first trees depend on every example and on the seed; all of them would take minutes.
    const first = writeTrees(trainOn(examples, 3))
    assert.equal(weights.slice(0, first.length), first)
    assert.equal(weights.trimEnd().split('\n').length, SETTINGS.trees + 1)
  })

  test('what words speak for a riddle is what the corpus and the committed trees teach', () => {
    const committed = readFileSync(new URL('../../src/guard/words/doubt.tsv', import.meta.url), 'utf8')
    assert.equal(writeDoubts(learnDoubts(lessonsOf(entries, WEIGHTS))), committed)
  })

  test('the committed weights read back as they were written, and ask for no feature that is not there', () => {
    const trees = readTrees(weights)
    assert.equal(writeTrees(trees), weights)
    for (let node = 0; node < trees.nodes.length; node += 3) assert.ok((trees.nodes[node] ?? 0) < FEATURES.length)
  })

  test('a tree goes to the next node at most at its bound, else above it', () => {
    const trees = readTrees('0.5\n0<2 1<7 =1 =2 =4\n')
    const at = (...row: number[]): number => score(trees, (feature) => row[feature] ?? 0)
    assert.deepEqual([at(2, 7), at(2, 8), at(3, 0)], [1.5, 2.5, 4.5])
  })
})
