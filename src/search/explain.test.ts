import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSampleIndex } from '../../test/search/sample-index.ts'
import { explainQuery } from './explain.ts'
import { scoreOf } from './index/score.ts'

const { index, machines } = readSampleIndex()

test('an explanation names the senses, the filters, the words and what is ignored', () => {
  const { tokens, filters, clauses, ignored, sort } = explainQuery(index, 'best 50 hp mahindra under 8 lakh')
  assert.deepEqual(filters, { hp_min: 47.5, hp_max: 52.5, price_max: 800_000 })
  assert.deepEqual([clauses, ignored, sort], [[['mahindra']], ['best'], 'relevance'])
  const under = tokens.find(({ text }) => text === 'under')!
  assert.equal(under.phrases[0]!.senses.prefix, 'max')
})

test('a score is the sum of its features, and the scores of hits never fall', () => {
  for (const q of ['mahindra 575 di', 'swaraj 744 or 575', 'tractor', 'mahindr', 'ट्रैक्टर']) {
    const { hits } = explainQuery(index, q)
    assert.ok(hits.length > 0, q)
    for (const { score, features } of hits) assert.equal(scoreOf(features!), score, q)
    const scores = hits.map(({ score }) => score!)
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => a - b),
      q,
    )
  }
})

test('a machine that does not match has no score', () => {
  const [id] = [...machines].find(([, { slug }]) => slug === 'jcb-3dx')!
  assert.equal(explainQuery(index, 'mahindra', id).hits[0]!.score, undefined)
})
