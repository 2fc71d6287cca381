import assert from 'node:assert/strict'
import { it } from 'node:test'
import { numberFacts } from './completeness.ts'

it('refuses more fields than its bits can hold', () => {
  const names = Array.from({ length: 65 }, (_, i) => `field_${i}`)
  assert.equal(numberFacts(names.slice(0, 64)).size, 64)
  assert.throws(() => numberFacts(names), /65 fields/)
})
