import assert from 'node:assert/strict'
import { it } from 'node:test'
import { MAX_SUGGESTIONS, type Suggestible, suggest } from './suggestions.ts'

const existing: Suggestible[] = [
  { kind: 'maker', key: 'mahindra', label: 'Mahindra', names: ['Mahindra', 'महिंद्रा'] },
  { kind: 'maker', key: 'massey-ferguson', label: 'Massey Ferguson', names: ['Massey Ferguson'] },
  { kind: 'class', key: 'tractor', label: 'Tractors', names: ['Tractor', 'ट्रैक्टर'] },
  { kind: 'implement', key: 'rotavator', label: 'Rotavator', names: ['rotavator'] },
]
const models = (text: string, max: number) =>
  Array.from({ length: max }, (_, i) => ({ kind: 'model' as const, key: `${text}-${i}`, label: `${text} ${i}` }))

it('offers the comparison of models with "vs" between, where each side names one', () => {
  const item = (text: string) =>
    text === 'x' ? [] : [{ kind: 'model' as const, key: text, label: text.toUpperCase() }]
  assert.deepEqual(suggest('a vs b', existing, item, ['a', 'b']), [
    { kind: 'comparison', key: 'a,b', label: 'A – B' },
    ...item('a'),
    ...item('b'),
  ])
  assert.deepEqual(suggest('a vs x', existing, item, ['a', 'x']), item('a vs x'))
})

it('suggests what begins so, in any script and by any word of a name, then models, eight at most', () => {
  const keys = (text: string) => suggest(text, existing, () => []).map(({ key }) => key)
  assert.deepEqual(keys('MA'), ['mahindra', 'massey-ferguson'])
  assert.deepEqual(keys('ferg'), ['massey-ferguson'])
  assert.deepEqual(keys('महि'), ['mahindra'])
  assert.deepEqual(keys('rota'), ['rotavator'])
  assert.deepEqual(keys(' '), [])
  const all = suggest('ma', existing, models)
  assert.equal(all.length, MAX_SUGGESTIONS)
  assert.deepEqual(
    all.slice(0, 3).map(({ kind }) => kind),
    ['maker', 'maker', 'model'],
  )
})
