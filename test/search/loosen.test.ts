import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loosen } from '../../src/search/relaxation.ts'
import { EMPTY_QUERY, type SearchQuery } from '../../src/search/types.ts'
import { readSampleIndex } from './sample-index.ts'

const { index, machines } = readSampleIndex()
const visible = [...machines.values()].filter(
  ({ published_at }) => published_at !== null && published_at <= '2026-11-15',
)
const ask = (query: Partial<SearchQuery>): SearchQuery => ({ ...EMPTY_QUERY, ...query })
const reported = (query: Partial<SearchQuery>) =>
  loosen(index, ask(query)).map(({ name, nearest, words, total }) => [name, nearest, words.join(' '), total])

test('what no machine can do is loosened to what the strongest does', () => {
  const lifts = visible
    .filter(({ manufacturer, machine_class }) => manufacturer === 'mahindra' && machine_class === 'tractor')
    .flatMap(({ lift_capacity_kg }) => lift_capacity_kg ?? [])
  const max = Math.max(...lifts)
  const count = lifts.filter((lift) => lift === max).length
  assert.ok(count > 0)
  assert.deepEqual(reported({ q: 'mahindra tractor lift 5000 kg' }), [['lift_min', max, '', count]])
  assert.deepEqual(reported({ q: 'mahindra tractor', lift_min: 5000 }), [['lift_min', max, '', count]])
})

test('of a range the end that is nearer to some machine is moved', () => {
  const powers = visible.flatMap(({ engine_hp }) => engine_hp ?? []).sort((a, b) => a - b)
  const min = powers[0]!
  const count = powers.filter((power) => power === min).length
  assert.deepEqual(reported({ hp_min: min / 4, hp_max: min / 2 }), [['hp_max', min, '', count]])
  const days = visible.flatMap(({ launched_at }) => launched_at ?? []).sort()
  const last = days.at(-1)!
  assert.deepEqual(reported({ launched_since: '2026-11-14' }), [
    ['launched_since', last, '', days.filter((day) => day === last).length],
  ])
})

test('a drive or a source of power that nothing has gives way to the most frequent other, in words and as a filter', () => {
  const combines = visible.filter(({ machine_class }) => machine_class === 'combine_harvester')
  const diesel = combines.filter(({ power_source }) => power_source === 'diesel').length
  assert.ok(diesel > 0)
  const [word] = reported({ q: 'electric combine', machine_class: 'combine_harvester' })
  assert.deepEqual(word, ['power_source', 'diesel', 'electric', diesel])
  const [filter] = reported({ machine_class: 'combine_harvester', power_source: 'electric' })
  assert.deepEqual(filter, ['power_source', 'diesel', '', diesel])
})

test('words that find nothing together are told one by one, the names of makers and classes whole', () => {
  const ofManufacturer = visible.filter(({ manufacturer }) => manufacturer === 'new-holland').length
  const ofClass = visible.filter(({ machine_class }) => machine_class.endsWith('excavator')).length
  assert.deepEqual(reported({ q: 'new holland excavator' }), [
    ['q', null, 'new holland', ofClass],
    ['q', null, 'excavator', ofManufacturer],
  ])
  assert.deepEqual(reported({ q: 'xyzzy' }), [])
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
