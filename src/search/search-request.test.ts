import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOTHING_SAID } from './parser/measures.ts'
import { NOTHING_READ, type Reading } from './parser/read-query.ts'
import {
  asRead,
  countedFacets,
  filterValues,
  isPriced,
  readBack,
  searchKey,
  tellReading,
  toSearchQuery,
  wantedFacets,
} from './search-request.ts'
import { EMPTY_QUERY, type SearchQuery } from './types.ts'

const asked = (more: Partial<SearchQuery> = {}): SearchQuery => ({ ...EMPTY_QUERY, ...more })
const sent = (more: object) => toSearchQuery({ ...EMPTY_QUERY, sort: '', ...more })
const reading = (more: Partial<Reading>): Reading => ({ ...NOTHING_READ, isPlain: false, ...more })

test('equal questions have one form and one key, whatever the order, case and spaces of their filters', () => {
  const one = sent({ manufacturer: 'Swaraj, mahindra,,swaraj', facets: 'lifecycle,wheel_drive,lifecycle', limit: 900 })
  assert.deepEqual(one, asked({ manufacturer: 'mahindra,swaraj', facets: 'wheel_drive,lifecycle', limit: 100 }))
  assert.equal(searchKey(one), searchKey(sent({ ...one, manufacturer: 'mahindra,SWARAJ' })))
  assert.notEqual(searchKey(one), searchKey(sent({ ...one, manufacturer: 'mahindra' })))
  assert.ok(searchKey(one).startsWith('search '), 'apart from the keys of other operations')
  assert.deepEqual([sent({}).sort, sent({ sort: 'hp_asc' }).sort, sent({ limit: 7 }).limit], [null, 'hp_asc', 7])
})

test('all facets are counted unless some are asked for, or none', () => {
  assert.deepEqual([sent({}).facets, wantedFacets(asked()).includes('hp_band')], ['', true])
  assert.deepEqual(wantedFacets(sent({ facets: 'hp_band' })), ['hp_band'])
  assert.equal(sent({ facets: 'none' }).facets, 'none')
  assert.deepEqual([wantedFacets(sent({ facets: 'none' })), sent({ facets: 'lakh' }).facets], [[], 'none'])
})

test('the kinds of prices are counted once wherever prices are compared', () => {
  for (const priced of [{ sort: 'price_asc' }, { sort: 'price_desc' }, { price_min: 0 }, { price_max: 0 }] as const) {
    assert.equal(isPriced(asked(priced)), true)
    assert.deepEqual(countedFacets(asked({ ...priced, facets: 'hp_band' })), ['hp_band', 'price_kind'])
    assert.deepEqual(countedFacets(asked({ ...priced, facets: 'price_kind' })), ['price_kind'])
  }
  assert.equal(isPriced(asked({ sort: 'hp_asc' })), false)
  assert.deepEqual(countedFacets(asked({ facets: 'hp_band' })), ['hp_band'])
})

test('values of a filter are those that are told, in small letters, each once; a drive by any of its names', () => {
  assert.deepEqual(filterValues(''), [])
  assert.deepEqual([filterValues('john-deere'), filterValues('JCB')], [['john-deere'], ['jcb']])
  for (const odd of ['John-deere', 'john-deerE', ' john-deere', 'john-deere ', ',john-deere', 'john-deere,'])
    assert.deepEqual(filterValues(odd), ['john-deere'], odd)
  assert.deepEqual(filterValues(' A , b_1,a,, '), ['a', 'b_1'])
  assert.deepEqual(filterValues('4x4', 'wheel_drive'), ['4wd'])
  assert.deepEqual(filterValues('4WD, 4x4,2wd', 'wheel_drive'), ['4wd', '2wd'])
  assert.deepEqual(filterValues('battery', 'power_source'), ['electric'])
  assert.deepEqual(filterValues('4x4', 'manufacturer'), ['4x4'])
})

test('a text asks beside what was sent: the stricter bound, and the sort that was sent', () => {
  const query = asked({ q: 'sasta', hp_max: 60 })
  assert.equal(asRead(query, reading({ said: NOTHING_SAID })), query)
  const read = reading({ said: { hp_max: 50, price_max: 8 }, sort: 'price_asc' })
  assert.deepEqual(asRead(query, read), { ...query, hp_max: 50, price_max: 8, sort: 'price_asc' })
  assert.equal(asRead(asked({ sort: 'hp_asc' }), read).sort, 'hp_asc')
  assert.equal(asRead(query, reading({ sort: 'hp_asc' })).sort, 'hp_asc')
  assert.equal(asRead(query, reading({ said: { hp_max: 50 } })).sort, null)
})

test('it is told how a text was read: words, bounds and sort, and what was left out', () => {
  const told = (more: Partial<Reading>, query: Partial<SearchQuery> = {}) => readBack(asked(query), reading(more))
  const sides = [['mahindra', '575'], ['744']]
  assert.deepEqual(told({ sides, said: { hp_max: 50 }, sort: 'price_asc' }, { hp_max: 40 }), {
    read: 'q=mahindra+575+or+744&hp_max=40&sort=price_asc',
    leftOut: [],
  })
  assert.deepEqual(told({ said: { hp_max: 50 }, leftOut: ['price'] }), { read: 'hp_max=50', leftOut: ['price'] })
  assert.deepEqual(told({ leftOut: ['price'] }), { read: 'q=', leftOut: ['price'] }, 'nothing is left of the text')
  assert.deepEqual(told({ sides, isPlain: true, leftOut: ['a'] }), { read: undefined, leftOut: ['a'] })
})

test('a wish is left out only where another sort was sent', () => {
  const wish = { sort: 'price_asc', wish: ['sasta'], leftOut: ['price'] } as const
  const told = (query: string | null) => tellReading(reading(wish), query, () => ({}))
  assert.deepEqual(told('hp_asc'), { read: 'q=', leftOut: ['price', 'sasta'] })
  assert.deepEqual(told('price_asc'), { read: 'q=', leftOut: ['price'] })
  assert.deepEqual(told(null), { read: 'sort=price_asc', leftOut: ['price'] })
  assert.deepEqual(tellReading(reading({ wish: ['x'] }), 'hp_asc', () => ({})).leftOut, [])
})
