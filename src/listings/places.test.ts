import assert from 'node:assert/strict'
import { it } from 'node:test'
import { PRICE_STATE_CODES } from '../schema/api/values.ts'
import { DISTRICT_NAMES, STATE_NAMES } from './places.ts'

it('names every state, and each place in three scripts', () => {
  assert.deepEqual(Object.keys(STATE_NAMES).sort(), [...PRICE_STATE_CODES].sort())
  for (const name of [...Object.values(STATE_NAMES), ...DISTRICT_NAMES]) {
    assert.equal(name.length, 3, name.join())
    for (const [i, script] of [/^[A-Za-z ,.()-]+$/, /\p{Script=Devanagari}/u, /\p{Script=Tamil}/u].entries())
      assert.match(name[i]!, script)
  }
})
