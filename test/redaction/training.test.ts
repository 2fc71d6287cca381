import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { FEATURES } from '../../src/redaction/phones/features.ts'
import { readTrees, score, type Trees, WEIGHTS } from '../../src/redaction/phones/trees.ts'
import { REVIEW_THRESHOLD, type ReviewWeights, readReviewWeights, weigh } from '../../src/redaction/review-score.ts'
import { SETTINGS, writeTrees } from './training/boost.ts'
import { learnDoubts, lessonsOf } from './training/doubt.ts'
import type { Example } from './training/examples.ts'
import { allExamples, readAll, trainOn } from './training/folds.ts'

const FIRST_TREES = 3
/** Of a score of which one tree adds 0.2 or so. */
const MAX_DIFFERENCE = 0.05
const MIN_AGREEMENT = 0.995
const entries = readAll()
const weights = readFileSync(new URL('../../src/redaction/phones/weights.txt', import.meta.url), 'utf8')

describe("the guard's trees", () => {
  test('training from the corpus gives nearly the committed trees', () => {
    const examples = allExamples(entries)
    // The first trees depend on every example and on the seed; all of them would take minutes.
    const first = readTrees(weights.split('\n', 1 + FIRST_TREES).join('\n'))
    const retrained = trainOn(examples, FIRST_TREES)
    const isSame = ({ row }: Example): boolean => {
      const scoreOf = (trees: Trees): number => score(trees, (feature) => row[feature] ?? 0)
      return Math.abs(scoreOf(first) - scoreOf(retrained)) < MAX_DIFFERENCE
    }
    // Most changes of a rule move the trees a little; they are retrained only when that pays.
    assert.ok(examples.filter(isSame).length >= examples.length * MIN_AGREEMENT)
    assert.equal(weights.trimEnd().split('\n').length, SETTINGS.trees + 1)
  })

  test('the committed doubt weights judge the corpus as well as retrained ones', () => {
    const text = readFileSync(new URL('../../src/redaction/lexicon/doubt.tsv', import.meta.url), 'utf8')
    const lessons = lessonsOf(entries, WEIGHTS)
    const countRight = (doubts: ReviewWeights): number =>
      lessons.filter((lesson) => weigh(doubts, lesson) > REVIEW_THRESHOLD === (lesson.truth === 1)).length
    const [committed, retrained] = [countRight(readReviewWeights(text)), countRight(learnDoubts(lessons))]
    assert.ok(committed >= retrained * MIN_AGREEMENT, `${committed} right, ${retrained} after retraining`)
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
