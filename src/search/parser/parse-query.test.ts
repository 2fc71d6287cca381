import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSampleIndex } from '../../../test/search/sample-index.ts'
import { searchHeaders } from '../search-headers.ts'
import { createSearchIndex } from '../search-index.ts'
import { EMPTY_QUERY } from '../types.ts'
import { parseQuery } from './parse-query.ts'

const { index } = readSampleIndex()
const parse = (query: string) => parseQuery(query, index.lookup)

test('words in quotes are matched as words and never parsed', () => {
  const { clauses, filters, text } = parse('"50 hp" tractor under 8 lakh')
  assert.deepEqual([clauses, filters], [[['50', 'hp', 'tractor']], { price_max: 800_000 }])
  assert.equal(text, '"50 hp tractor"')
  assert.deepEqual(parse(text).clauses, clauses)
  assert.equal(parse('"ace 12 ton crane"').filters, parse('tractor').filters)
})

test('what cannot be searched for is ignored as a whole', () => {
  const cases: [query: string, ignored: string][] = [
    ['tractor not mahindra', 'not mahindra'],
    ['mahindra nahi tractor', 'mahindra nahi'],
    ['mahindra 575 nahi tractor', 'mahindra 575 nahi'],
    ['tractor without power steering', 'without power steering'],
    ['tractor not in punjab', 'not in punjab'],
    ['tractor more than 3 cylinders', 'more than 3 cylinders'],
    ['tractor pto hp 45 or more', 'pto hp 45 or more'],
    ['tractor with at least 40 pto hp', 'with at least 40 pto hp'],
    ['tractor 50 hp nahi', '50 hp nahi'],
  ]
  for (const [query, ignored] of cases) {
    const parsed = parse(query)
    assert.deepEqual([parsed.ignored.join(' '), parsed.filters, parsed.text], [ignored, {}, 'tractor'], query)
  }
})

test('figures keep to the word next to them', () => {
  const cases: [query: string, filters: object][] = [
    ['at least 45 hp and 1800 kg lift', { hp_min: 45, lift_min: 1_800 }],
    ['at most 50 hp and 8 lakh', { hp_max: 50, price_max: 800_000 }],
    ['between 40 and 50 hp', { hp_min: 40, hp_max: 50 }],
    ['10 किलो पेलोड', { mass_min: 10 }],
    ['20 டன் பேலோட்', { mass_min: 20_000 }],
    ['tractor near 141001', {}],
    ['tractor 400k', { price_min: 360_000, price_max: 440_000 }],
    ['5L tractor', { price_min: 450_000, price_max: 550_000 }],
    ['older than 2017', { launched_until: '2016-12-31' }],
    ['after 2020', { launched_since: '2021-01-01' }],
    ['since 2020', { launched_since: '2020-01-01' }],
    ['not older than 2017', { launched_since: '2017-01-01' }],
  ]
  for (const [query, filters] of cases) assert.deepEqual(parse(query).filters, filters, query)
})

test('a number next to a manufacturer is never dropped, in any script', () => {
  for (const q of ['JCB 999', 'swaraj 999', 'जेसीबी 999'])
    assert.equal(index.search({ ...EMPTY_QUERY, q, limit: 0 }).total, 0, q)
  assert.deepEqual(parse('8+8 gears tractor').ignored, ['8', '8', 'gears'])
})

test('a query for an implement alone says where implements are', () => {
  const hint = (q: string) => searchHeaders(index, { ...EMPTY_QUERY, q }, {})['x-query-hint']
  assert.match(hint('rotavator 7 feet')!, /^rotavator is an implement; .*implements$/)
  assert.equal(hint('tractor with rotavator'), undefined)
})

test('the words of an imported class are class words', () => {
  const other = createSearchIndex('2026-11-15')
  other.apply({ classes: [{ key: 'rock_crusher', words: ['Rock crusher'], loads: [] }] })
  assert.ok(other.lookup.isClassWord('crusher') && other.lookup.isClassWord('crushers'))
  assert.ok(!other.lookup.isClassWord('tractor'))
})
