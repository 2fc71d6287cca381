import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_QUERY } from '../../src/search/types.ts'
import { isRight, RELEVANCE_SET } from './relevance-set.ts'
import { readSampleIndex } from './sample-index.ts'

const { index, machines } = readSampleIndex()

const hitsOf = (q: string) => index.search({ ...EMPTY_QUERY, q, limit: 100 }).ids.map((id) => machines.get(id)!)

test('the relevance set is large and names only machines of the sample catalogue', () => {
  assert.ok(RELEVANCE_SET.length >= 170)
  assert.equal(new Set(RELEVANCE_SET.map(([query]) => query)).size, RELEVANCE_SET.length)
  const slugs = new Set([...machines.values()].map((machine) => machine.slug))
  for (const [, first] of RELEVANCE_SET) {
    for (const required of first.split(/ > | ?\| ?| /)) {
      if (first.startsWith('= ') || required.includes(':') || required === 'none') continue
      assert.ok(slugs.has(required), required)
    }
  }
})

test('people find first what they typed', async (t) => {
  const wrong: string[] = []
  for (const [query, first] of RELEVANCE_SET) {
    const hits = hitsOf(query)
    if (await isRight(hits, first, hitsOf)) continue
    const result = hits.slice(0, 3).map(({ slug }) => slug)
    wrong.push(`${query} wants ${first}, gave ${result.join(', ') || 'nothing'}`)
  }
  t.diagnostic(`${RELEVANCE_SET.length - wrong.length} of ${RELEVANCE_SET.length} queries have the right first hit`)
  assert.deepEqual(wrong, [])
})

test('no figure of a model is taken for another', () => {
  assert.ok(hitsOf('mahindra 575 di').every((hit) => !hit.name.includes('475')))
})

test('an unpublished machine is not found', () => {
  assert.equal(hitsOf('mahindra 575 cng').length, 0)
})
