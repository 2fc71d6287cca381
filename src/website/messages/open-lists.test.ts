import assert from 'node:assert/strict'
import { it } from 'node:test'
import { OPEN_ROWS, openLists } from './messages.ts'

it('has every value of the open lists once, with its words in every language', () => {
  const incomplete = OPEN_ROWS.filter((row) => row.length !== 5 || row.some((text) => text.trim() === ''))
  assert.deepEqual(incomplete, [])
  const held = Object.values(openLists).flatMap((list) => Object.keys(list))
  assert.equal(held.length, OPEN_ROWS.length, 'a key stands twice in its list, or its list is unknown')
})
