import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loosen } from '../../src/search/relaxation.ts'
import { EMPTY_QUERY, type SearchQuery } from '../../src/search/types.ts'
import { readSampleIndex } from './sample-index.ts'

const { index, machines } = readSampleIndex()
const shown = [...machines.values()].filter(({ published_at }) => published_at !== null && published_at <= '2026-11-15')
const ask = (query: Partial<SearchQuery>): SearchQuery => ({ ...EMPTY_QUERY, ...query })
const told = (query: Partial<SearchQuery>) =>
  loosen(index, ask(query)).map(({ name, nearest, words, total }) => [name, nearest, words.join(' '), total])

test('what no machine can do is loosened to what the strongest does', () => {
  const lifts = shown
    .filter(({ manufacturer, machine_class }) => manufacturer === 'mahindra' && machine_class === 'tractor')
    .flatMap(({ lift_capacity_kg }) => lift_capacity_kg ?? [])
  const most = Math.max(...lifts)
  const count = lifts.filter((lift) => lift === most).length
  assert.ok(count > 0)
  assert.deepEqual(told({ q: 'mahindra tractor lift 5000 kg' }), [['lift_min', most, '', count]])
  assert.deepEqual(told({ q: 'mahindra tractor', lift_min: 5000 }), [['lift_min', most, '', count]])
})

test('of a range the end that is nearer to some machine is moved', () => {
  const powers = shown.flatMap(({ engine_hp }) => engine_hp ?? []).sort((a, b) => a - b)
  const least = powers[0]!
  const count = powers.filter((power) => power === least).length
  assert.deepEqual(told({ hp_min: least / 4, hp_max: least / 2 }), [['hp_max', least, '', count]])
  const days = shown.flatMap(({ launched_at }) => launched_at ?? []).sort()
  const last = days.at(-1)!
  assert.deepEqual(told({ launched_since: '2026-11-14' }), [
    ['launched_since', last, '', days.filter((day) => day === last).length],
  ])
})

test('a drive or a source of power that nothing has gives way to the most frequent other, in words and as a filter', () => {
  const combines = shown.filter(({ machine_class }) => machine_class === 'combine_harvester')
  const diesel = combines.filter(({ power_source }) => power_source === 'diesel').length
  assert.ok(diesel > 0)
  const [word] = told({ q: 'electric combine', machine_class: 'combine_harvester' })
  assert.deepEqual(word, ['power_source', 'diesel', 'electric', diesel])
  const [filter] = told({ machine_class: 'combine_harvester', power_source: 'electric' })
  assert.deepEqual(filter, ['power_source', 'diesel', '', diesel])
})

test('words that find nothing together are told one by one, the names of makers and classes whole', () => {
  const ofMaker = shown.filter(({ manufacturer }) => manufacturer === 'new-holland').length
  const ofClass = shown.filter(({ machine_class }) => machine_class.endsWith('excavator')).length
  assert.deepEqual(told({ q: 'new holland excavator' }), [
    ['q', null, 'new holland', ofClass],
    ['q', null, 'excavator', ofMaker],
  ])
  assert.deepEqual(told({ q: 'xyzzy' }), [])
})

test('each way out finds as many machines as it says', () => {
  const QUESTIONS = [
    ...['swaraj 999', 'john deere tractor under 1 lakh', 'mahindra 475 electric', '4wd harvester above 900 hp'],
    ...['sonalika 5 cylinder tractor', 'crawler excavator 900 ton', 'tractor 20 hp lift 4000 kg', 'jcb after 2030'],
  ]
  let ways = 0
  for (const q of QUESTIONS)
    for (const { query, total } of loosen(index, ask({ q }))) {
      ways++
      assert.ok(total > 0)
      assert.equal(index.search(query).total, total, `${q} → ${JSON.stringify(query)}`)
    }
  assert.ok(ways > 6, `${ways}`)
})
