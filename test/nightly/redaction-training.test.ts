import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { readTrees, score, type Trees, WEIGHTS } from '../../src/redaction/phones/trees.ts'
import { REVIEW_THRESHOLD, type ReviewWeights, readReviewWeights, weigh } from '../../src/redaction/review-score.ts'
import { SETTINGS } from '../../tools/redaction/boost.ts'
import { learnReviewReasons, lessonsOf } from '../../tools/redaction/doubt.ts'
import type { Example } from '../../tools/redaction/examples.ts'
import { allExamples, readAll, trainOn } from '../../tools/redaction/folds.ts'

const FIRST_TREES = 3
/** Of a score of which one tree adds 0.2 or so. */
const MAX_DIFFERENCE = 0.05
const MIN_AGREEMENT = 0.995
const entries = readAll()
const weights = readFileSync(new URL('../../src/redaction/phones/weights.txt', import.meta.url), 'utf8')

describe('training the contact guard', () => {
  test('gives nearly the committed trees', () => {
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

  test('gives doubt weights that judge the corpus no better than the committed ones', () => {
    const text = readFileSync(new URL('../../src/redaction/lexicon/doubt.tsv', import.meta.url), 'utf8')
    const lessons = lessonsOf(entries, WEIGHTS)
    const countRight = (reviewReasons: ReviewWeights): number =>
      lessons.filter((lesson) => weigh(reviewReasons, lesson) > REVIEW_THRESHOLD === (lesson.truth === 1)).length
    const [committed, retrained] = [countRight(readReviewWeights(text)), countRight(learnReviewReasons(lessons))]
    assert.ok(committed >= retrained * MIN_AGREEMENT, `${committed} right, ${retrained} after retraining`)
  })
})
