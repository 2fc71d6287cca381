import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Costs, createKeptCosts } from './kept-costs.ts'

const costs = (rows: number): Costs => ({
  ofCell: new Int32Array(1),
  own: new Uint32Array(rows),
  ofOwn: new Int32Array(rows),
})

it('keeps the costs of many rows, those asked for longest ago not for ever', () => {
  const kept = createKeptCosts(5_000)
  const [a, b, c] = [costs(2_000), costs(2_000), costs(2_000)]
  kept.keep('a', a)
  kept.keep('b', b)
  assert.equal(kept.get('a'), a)
  kept.keep('c', c)
  assert.deepEqual([kept.get('a'), kept.get('b'), kept.get('c')], [a, undefined, c])
  kept.keep('few', costs(10))
  kept.keep('all', costs(6_000))
  assert.deepEqual([kept.get('few'), kept.get('all'), kept.get('a')], [undefined, undefined, a])
  kept.forget()
  assert.equal(kept.get('a'), undefined)
})
