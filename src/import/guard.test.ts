import assert from 'node:assert/strict'
import { it } from 'node:test'
import { REMOVED } from '../redaction/redaction.ts'
import { countRemoved } from './guard.ts'

it('counts marks, dropped texts, items and members', () => {
  assert.equal(countRemoved('as it was', 'as it was'), 0)
  assert.equal(countRemoved('call 98…', `call ${REMOVED}`), 1)
  assert.equal(countRemoved(`a ${REMOVED} and 98… or a@b.in`, `a ${REMOVED} and ${REMOVED} or ${REMOVED}`), 2)
  assert.equal(countRemoved('https://wa.me/91…', ''), 1)
  assert.equal(countRemoved(9_876_543_210, REMOVED), 1)
  assert.equal(countRemoved(['a', 'b', 'c'], ['a', 'c']), 1)
  assert.equal(countRemoved(['a', 'b'], ['a', REMOVED]), 1)
  assert.equal(countRemoved({ a: 1, phone: '98…', deep: { b: 'x' } }, { a: 1, deep: { b: REMOVED } }), 2)
  assert.equal(countRemoved({ list: [{ text: 'x' }] }, { list: [{ text: 'x' }] }), 0)
})
