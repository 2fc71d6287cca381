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

test('a machine is found from the day it is published', () => {
  const index = createIndex({ published_at: '2026-11-16' }, { id: 2, published_at: null })
  assert.deepEqual(idsOf(index, {}), [])
  index.setToday('2026-11-16')
  assert.deepEqual(idsOf(index, {}), [1])
  assert.deepEqual(idsOf(index, { q: '575' }), [1])
  index.setToday('2026-11-15')
  assert.equal(index.search(EMPTY_QUERY).total, 0)
})

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

test('a renamed maker is found by its new name only, unless the machines carry the old one', () => {
  const index = createIndex({ id: 1 }, { id: 2, name: 'Mahindra 475 DI' })
  assert.deepEqual(idsOf(index, { q: 'mahindra' }), [1, 2])
  index.apply({ manufacturers: [{ ...MAHINDRA, name: 'Swaraj', aliases: ['स्वराज'] }] })
  assert.deepEqual(idsOf(index, { q: 'mahindra' }), [2])
  assert.deepEqual(idsOf(index, { q: 'swaraj' }), [1, 2])
})

test('a class is found by its words in any language, before and after they change', () => {
  const index = createIndex({})
  assert.deepEqual(idsOf(index, { q: 'ट्रैक्टर' }), [])
  index.apply({ classes: [{ key: 'tractor', words: ['Tractor', 'ट्रैक्टर', 'உழவு வண்டி'], loads: [] }] })
  assert.deepEqual(idsOf(index, { q: 'ट्रैक्टर' }), [1])
  assert.deepEqual(idsOf(index, { q: '2 wd tractor' }), [1])
  index.apply({ classes: [{ key: 'tractor', words: ['Tractor'], loads: [] }] })
  assert.deepEqual(idsOf(index, { q: 'உழவு வண்டி' }), [])
})

test('missing figures come last in both directions and equal ones by id', () => {
  const index = createIndex(
    { id: 4, engine_hp: 50 },
    { id: 3, engine_hp: null },
    { id: 2, engine_hp: 50 },
    { id: 1, engine_hp: 30 },
  )
  assert.deepEqual(idsOf(index, { sort: 'hp_asc' }), [1, 2, 4, 3])
  assert.deepEqual(idsOf(index, { sort: 'hp_desc' }), [2, 4, 1, 3])
})

test('a facet ignores its own filter and obeys the others', () => {
  const index = createIndex(
    { id: 1, engine_hp: 45 },
    { id: 2, engine_hp: 55, wheel_drive: '4wd' },
    { id: 3, engine_hp: 55, lifecycle: 'discontinued' },
  )
  const { total, facets } = index.search({ ...EMPTY_QUERY, wheel_drive: '4WD,', hp_min: 50.5 })
  assert.equal(total, 1)
  assert.equal(facets.wheel_drive, '{"2wd":1,"4wd":1}')
  assert.equal(facets.hp_band, '{"51-60 HP":1}')
  assert.equal(facets.lifecycle, '{"current":1}')
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

test('a weight said in words may be any figure of the plate in kg or t, cylinders are met exactly', () => {
  const index = createIndex({ lift_capacity_kg: 1600 }, { id: 2, lift_capacity_t: 1.6, cylinders: 3 })
  const spoken = (q: string) => idsOf(index, { q })
  assert.deepEqual(spoken('1.6 ton'), [])
  index.apply({ classes: [{ key: 'tractor', words: [], loads: ['operating_weight_kg', 'lift_capacity_t'] }] })
  assert.deepEqual(spoken('1.6 ton'), [2])
  assert.deepEqual(spoken('upto 1860 kg'), [1, 2])
  assert.deepEqual(spoken('3 cylinder'), [2])
  assert.deepEqual(spoken('above 6 lakh upto 45 hp'), [1, 2])
  assert.deepEqual(spoken('above 7 lakh'), [])
})

test('what is found does not depend on what was asked before', () => {
  const create = () => {
    const index = createIndex({ id: 1 }, { id: 2, machine_class: 'grader' })
    const words = { tractor: ['tractor'], grader: ['track layer'] }
    index.apply({ classes: Object.entries(words).map(([key, its]) => ({ key, words: its, loads: [] })) })
    return index
  }
  const requested = create()
  assert.deepEqual(idsOf(requested, { q: 'trac or 99999' }), [2])
  assert.deepEqual(idsOf(requested, { q: 'trac' }), idsOf(create(), { q: 'trac' }))
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
