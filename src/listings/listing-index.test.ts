import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListingParameters } from '../schema/api/market.ts'
import { createListingIndex } from './listing-index.ts'
import { type ListingFacts, toFacts } from './listing-rows.ts'
import { ANY_LISTING } from './listing-search.ts'
import { SOLD_SHOWN_MS } from './listings.ts'
import { pointOf } from './points.ts'

const NOW = Date.parse('2026-11-15T06:00:00Z')
const MIN = { pin: '141001', district: 'Ludhiana', state_code: 'PB', maker_slug: 'm', created_at: '2026-11-01' }

/** Listings numbered from 1; the model of each is its number. */
function indexOf(...listings: Partial<ListingFacts & typeof MIN>[]) {
  const index = createListingIndex()
  const put = (item: (typeof listings)[number], id: number, model = id) => {
    const row = { id, status: 'live', sold_at: null, doc: '', revision: 1, is_sample: false }
    const { facts } = toFacts(row, { ...MIN, ...item } as object, (text) => text)
    index.put({ ...facts, ...('isSold' in item && { isSold: true, soldAt: item.soldAt! }) }, model)
  }
  listings.forEach((item, i) => void put(item, i + 1))
  const search = (requested: Partial<ListingParameters>, text?: { models: number[]; scores: number[] }) => {
    const match = text && { models: Uint32Array.from(text.models), scores: Float64Array.from(text.scores) }
    const result = index.search({ ...ANY_LISTING, ...requested }, match, NOW, pointOf(requested.near ?? ''))
    return { ...result, ids: result.rows.map((row) => index.columns.id[row]) }
  }
  return { ...index, put, search }
}

test('a distance is itself inside, and pages by distance follow one another', () => {
  const { search } = indexOf({}, { pin: '143001' }, { pin: '144001' }, {}, { pin: '', district: 'Nowhere' })
  assert.deepEqual(search({ near: '141001', within_km: 0 }).ids.toSorted(), [1, 4])
  const requested = { near: '141001', sort: 'distance_asc' } as const
  assert.deepEqual(search(requested).ids, [1, 4, 3, 2, 5])
  for (let offset = 0; offset < 7; offset++)
    assert.deepEqual(search({ ...requested, offset, limit: 2 }).ids, [1, 4, 3, 2, 5].slice(offset, offset + 2))
  assert.deepEqual(search({ ...requested, limit: 0 }).ids, [])
})

test('a sold one is found to the end of its ninety days, and not after', () => {
  const last = NOW - SOLD_SHOWN_MS
  const { search } = indexOf({ isSold: true, soldAt: last }, { isSold: true, soldAt: last - 1 })
  assert.deepEqual(search({ status: 'sold' }).ids, [1])
})

test('what matches a text better comes first, of equal ones the newest, then the highest number', () => {
  const { search } = indexOf({ created_at: '2026-11-03' }, {}, { created_at: '2026-11-02' }, {}, {})
  const text = { models: [1, 2, 3, 4, 5], scores: [2, 1, 1, 1, 0] }
  assert.deepEqual(search({}, text).ids, [5, 3, 4, 2, 1])
  assert.deepEqual(search({ sort: 'newest' }, text).ids, [1, 3, 5, 4, 2])
  const few = indexOf({}, {}, ...Array.from({ length: 600 }, () => ({ state_code: 'MH' })))
  assert.deepEqual(few.search({ state: 'PB' }).ids, [2, 1], 'few of many')
})

test('a dealer is found by slug, also one of several', () => {
  const { search } = indexOf({ dealer_slug: 'malwa' }, { dealer_slug: 'sai' }, {})
  assert.deepEqual(search({ dealer: 'malwa' }).ids, [1])
  assert.deepEqual(search({ dealer: 'MALWA,sai' }).ids, [2, 1])
  assert.equal(search({ dealer: 'other' }).total, 0)
})

test('spellings of a district are one, the oftener or of two equal ones the first in the alphabet', () => {
  const spelled = (...names: string[]) => indexOf(...names.map((district) => ({ district }))).search({ state: 'PB' })
  assert.deepEqual(spelled('moga', 'Moga', 'MOGA').facets().district, { MOGA: 3 })
  assert.deepEqual(spelled('moga', 'Moga', 'moga').facets().district, { moga: 3 })
})

test('a district where all is sold is one that listings have', () => {
  const index = indexOf({ district: 'Moga', isSold: true, soldAt: NOW }, {})
  assert.deepEqual(index.valuesOf('district').toSorted(), ['ludhiana', 'moga'])
  assert.deepEqual(index.search({ state: 'PB' }).facets().district, { Ludhiana: 1 })
  index.remove(1)
  assert.deepEqual(index.valuesOf('district'), ['ludhiana'])
})
