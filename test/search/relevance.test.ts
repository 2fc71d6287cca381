import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_QUERY } from '../../src/search/types.ts'
import { RELEVANCE_SET } from './relevance-set.ts'
import { readSampleIndex } from './sample-index.ts'

const { index, machines } = readSampleIndex()

const hitsOf = (q: string) => index.search({ ...EMPTY_QUERY, q, limit: 100 }).ids.map((id) => machines.get(id)!)

function isRight(query: string, first: string): boolean {
  const hits = hitsOf(query)
  if (first.startsWith('= ')) {
    const others = hitsOf(first.slice(2))
    return hits.length > 0 && hits.map((hit) => hit.id).join() === others.map((hit) => hit.id).join()
  }
  if (first.includes(' > ')) return first.split(' > ').every((slug, place) => hits[place]?.slug === slug)
  return first.split('|').some((choice) => {
    if (choice.trim() === 'none') return hits.length === 0
    return choice
      .trim()
      .split(' ')
      .every((wanted) => {
        const [field, value] = wanted.split(':')
        if (field === 'class') return hits[0]?.machine_class === value
        if (field === 'maker') return hits[0]?.manufacturer === value
        return hits[0]?.slug === wanted
      })
  })
}

test('the relevance set is large and names only machines of the sample catalogue', () => {
  assert.ok(RELEVANCE_SET.length >= 170)
  assert.equal(new Set(RELEVANCE_SET.map(([query]) => query)).size, RELEVANCE_SET.length)
  const slugs = new Set([...machines.values()].map((machine) => machine.slug))
  for (const [, first] of RELEVANCE_SET) {
    for (const wanted of first.split(/ > | ?\| ?| /)) {
      if (first.startsWith('= ') || wanted.includes(':') || wanted === 'none') continue
      assert.ok(slugs.has(wanted), wanted)
    }
  }
})

test('people find first what they typed', (t) => {
  const wrong = RELEVANCE_SET.filter(([query, first]) => !isRight(query, first))
  const score = 1 - wrong.length / RELEVANCE_SET.length
  t.diagnostic(`relevance: ${(score * 100).toFixed(1)} % of ${RELEVANCE_SET.length} queries have the right first hit`)
  for (const [query, first] of wrong) {
    const found = hitsOf(query)
      .slice(0, 3)
      .map((hit) => hit.slug)
    t.diagnostic(`wrong: ${query} wants ${first}, gave ${found.join(', ') || 'nothing'}`)
  }
  assert.deepEqual(wrong, [])
})

test('no figure of a model is taken for another', () => {
  assert.ok(hitsOf('mahindra 575 di').every((hit) => !hit.name.includes('475')))
})

test('an unpublished machine is not found', () => {
  assert.equal(hitsOf('mahindra 575 cng').length, 0)
})
