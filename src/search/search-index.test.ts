import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heldMemory } from '../../test/held-memory.ts'
import { takeDocuments } from '../../test/search/take-documents.ts'
import { FIGURES, type FigureName } from './index/schema.ts'
import { createSearchIndex, type SearchIndex } from './search-index.ts'
import { EMPTY_QUERY, type SearchDocument, type SearchQuery } from './types.ts'

const BASE: SearchDocument = {
  ...(Object.fromEntries(FIGURES.map((name) => [name, null])) as Record<FigureName, null>),
  id: 1,
  name: '575 DI',
  manufacturer: 'mahindra',
  machine_class: 'tractor',
  aliases: [],
  kind: 'utility',
  price_kind: null,
  family: null,
  power_source: 'diesel',
  wheel_drive: '2wd',
  lifecycle: 'current',
  section: 'farm',
  engine_hp: 45,
  operating_weight_kg: 1860,
  lift_capacity_kg: 1600,
  cylinders: 4,
  price_from_inr: 687000,
  published_at: '2026-01-01',
}

const MAHINDRA = { slug: 'mahindra', name: 'Mahindra', aliases: [] }

function createIndex(...machines: Array<Partial<SearchDocument>>): SearchIndex {
  const index = createSearchIndex('2026-11-15')
  index.apply({ manufacturers: [MAHINDRA] })
  takeDocuments(
    index,
    machines.map((machine) => ({ ...BASE, ...machine })),
  )
  return index
}

const idsOf = (index: SearchIndex, query: Partial<SearchQuery>) => index.search({ ...EMPTY_QUERY, ...query }).ids

test('the exact model comes before its longer sister, and another number is not found', () => {
  const index = createIndex(
    { id: 1, name: 'Mahindra 575 DI XP Plus' },
    { id: 2, name: 'Mahindra 475 DI' },
    { id: 3, name: 'Mahindra Yuvo 575 DI' },
    { id: 4, name: 'Mahindra 575 DI' },
  )
  assert.deepEqual(idsOf(index, { q: 'mahindra 575 di' }), [4, 1, 3])
  assert.deepEqual(idsOf(index, { q: 'महिंद्रा 575' }), idsOf(index, { q: 'mahindra 575' }))
  assert.deepEqual(idsOf(index, { q: 'மஹிந்திரா 575' }), idsOf(index, { q: 'mahendra 575' }))
})

test('a name with an umlaut is found by either spelling, and first if it is typed as a whole', () => {
  const index = createIndex({ id: 1, name: 'Fähr 45 Plus' }, { id: 2, name: 'Fähr 45', lifecycle: 'discontinued' })
  assert.deepEqual(idsOf(index, { q: 'fahr 45' }), [2, 1])
  assert.deepEqual(idsOf(index, { q: 'mahindra faehr 45 plus' }), [1])
})

test("a name is found behind its maker's, though another machine has that maker's word in its own", () => {
  const index = createIndex({ id: 1, name: '60 HP' }, { id: 2, name: 'Old Mahindra', manufacturer: 'other' })
  assert.deepEqual(idsOf(index, { q: 'mahindra 60 hp' }), [1])
})

test('memory does not grow with the number of changes', () => {
  const machines = Array.from({ length: 300 }, (_, id) => ({ id: id + 1, name: `Model ${id}` }))
  const index = createIndex(...machines)
  const rename = (round: number) => {
    for (const { id } of machines) {
      const name = `Model ${id} v${round}${round % 2 === 0 ? '' : ` w${round * id}`}`
      takeDocuments(index, [{ ...BASE, id, name, engine_hp: round % 90 }])
    }
  }
  for (let round = 0; round < 20; round++) rename(round)
  const before = heldMemory()
  for (let round = 20; round < 80; round++) rename(round)
  assert.equal(index.size, 300)
  const after = heldMemory()
  assert.ok(after.arrays <= before.arrays * 1.25, `${before.arrays} bytes of arrays became ${after.arrays}`)
  assert.ok(after.heap <= before.heap + 1_500_000, `${before.heap} bytes became ${after.heap}`)
})

test('a hostile query is answered like any other', () => {
  const index = createIndex({})
  for (const q of [
    '\u0000',
    '\ud800',
    'a '.repeat(100),
    'ﷺ'.repeat(200),
    '1'.repeat(200),
    '__proto__',
    'constructor',
  ]) {
    assert.equal(index.search({ ...EMPTY_QUERY, q, manufacturer: '__proto__', offset: 2 ** 53 - 1 }).total, 0)
  }
})

test('a whole name is found with a class or a filler beside it, whatever its words mean elsewhere', () => {
  const index = createIndex(
    { id: 1, name: '5118 - 11hp - New / Unused', lifecycle: 'discontinued' },
    { id: 2, name: '5118' },
    { id: 3, name: 'Traktor 6215', lifecycle: 'discontinued' },
    { id: 4, name: '6215 Traktor Plus' },
  )
  index.apply({ classes: [{ key: 'tractor', words: ['tractor', 'traktor'], loads: [] }] })
  assert.deepEqual(idsOf(index, { q: 'mahindra 5118 - 11hp - new / unused price' }), [1])
  assert.equal(idsOf(index, { q: 'traktor 6215 tractor' })[0], 3)
})
