import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_FILTERS } from './parser/fields.ts'
import { EMPTY_PARSE, type ParsedQuery } from './parser/parse-query.ts'
import {
  applyParsed,
  countedFacets,
  filterValues,
  formatReadBack,
  isPriced,
  readBack,
  requiredFacets,
  searchKey,
  toSearchQuery,
} from './search-request.ts'
import { EMPTY_QUERY, type SearchQuery } from './types.ts'

const requested = (more: Partial<SearchQuery> = {}): SearchQuery => ({ ...EMPTY_QUERY, ...more })
const sent = (more: object) => toSearchQuery({ ...EMPTY_QUERY, sort: '', ...more })
const reading = (more: Partial<ParsedQuery>): ParsedQuery => ({ ...EMPTY_PARSE, isPlain: false, ...more })

test('equal questions have one form and one key, whatever the order, case and spaces of their filters', () => {
  const item = sent({ manufacturer: 'Swaraj, mahindra,,swaraj', facets: 'lifecycle,wheel_drive,lifecycle', limit: 900 })
  assert.deepEqual(item, requested({ manufacturer: 'mahindra,swaraj', facets: 'wheel_drive,lifecycle', limit: 100 }))
  assert.equal(searchKey(item), searchKey(sent({ ...item, manufacturer: 'mahindra,SWARAJ' })))
  assert.notEqual(searchKey(item), searchKey(sent({ ...item, manufacturer: 'mahindra' })))
  assert.ok(searchKey(item).startsWith('search '), 'apart from the keys of other operations')
  assert.deepEqual([sent({}).sort, sent({ sort: 'hp_asc' }).sort, sent({ limit: 7 }).limit], [null, 'hp_asc', 7])
})

test('all facets are counted unless some are asked for, or none', () => {
  assert.deepEqual([sent({}).facets, requiredFacets(requested()).includes('hp_band')], ['', true])
  assert.deepEqual(requiredFacets(sent({ facets: 'hp_band' })), ['hp_band'])
  assert.equal(sent({ facets: 'none' }).facets, 'none')
  assert.deepEqual([requiredFacets(sent({ facets: 'none' })), sent({ facets: 'lakh' }).facets], [[], 'none'])
})

test('the kinds of prices are counted once wherever prices are compared', () => {
  for (const priced of [{ sort: 'price_asc' }, { sort: 'price_desc' }, { price_min: 0 }, { price_max: 0 }] as const) {
    assert.equal(isPriced(requested(priced)), true)
    assert.deepEqual(countedFacets(requested({ ...priced, facets: 'hp_band' })), ['hp_band', 'price_kind'])
    assert.deepEqual(countedFacets(requested({ ...priced, facets: 'price_kind' })), ['price_kind'])
  }
  assert.equal(isPriced(requested({ sort: 'hp_asc' })), false)
  assert.deepEqual(countedFacets(requested({ facets: 'hp_band' })), ['hp_band'])
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
  const query = requested({ q: 'sasta', hp_max: 60 })
  assert.equal(applyParsed(query, reading({ filters: NO_FILTERS })), query)
  const read = reading({ filters: { hp_max: 50, price_max: 8 }, sort: 'price_asc' })
  assert.deepEqual(applyParsed(query, read), { ...query, hp_max: 50, price_max: 8, sort: 'price_asc' })
  assert.equal(applyParsed(requested({ sort: 'hp_asc' }), read).sort, 'hp_asc')
  assert.equal(applyParsed(query, reading({ sort: 'hp_asc' })).sort, 'hp_asc')
  assert.equal(applyParsed(query, reading({ filters: { hp_max: 50 } })).sort, null)
})

test('it is told how a text was read: words, bounds and sort, and what was left out', () => {
  const reported = (more: Partial<ParsedQuery>, query: Partial<SearchQuery> = {}) =>
    readBack(requested(query), reading(more))
  const clauses = [['mahindra', '575'], ['744']]
  assert.deepEqual(
    reported({ clauses, text: 'mahindra 575 or 744', filters: { hp_max: 50 }, sort: 'price_asc' }, { hp_max: 40 }),
    {
      read: 'q=mahindra+575+or+744&hp_max=40&sort=price_asc',
      ignored: [],
    },
  )
  assert.deepEqual(reported({ filters: { hp_max: 50 }, ignored: ['price'] }), { read: 'hp_max=50', ignored: ['price'] })
  assert.deepEqual(reported({ ignored: ['price'] }), { read: 'q=', ignored: ['price'] }, 'nothing is left of the text')
  assert.deepEqual(reported({ clauses, isPlain: true, ignored: ['a'] }), { read: undefined, ignored: ['a'] })
})

test('a wish is left out only where another sort was sent', () => {
  const sort = { sort: 'price_asc', sortTerms: ['sasta'], ignored: ['price'] } as const
  const reported = (query: string | null) => formatReadBack(reading(sort), query, {})
  assert.deepEqual(reported('hp_asc'), { read: 'q=', ignored: ['price', 'sasta'] })
  assert.deepEqual(reported('price_asc'), { read: 'q=', ignored: ['price'] })
  assert.deepEqual(reported(null), { read: 'sort=price_asc', ignored: ['price'] })
  assert.deepEqual(formatReadBack(reading({ sortTerms: ['x'] }), 'hp_asc', {}).ignored, [])
})
