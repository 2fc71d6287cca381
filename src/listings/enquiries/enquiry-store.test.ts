import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newReference, readReference } from './enquiry-store.ts'

it('makes references that are told apart when read aloud, and never the same twice', () => {
  const created = Array.from({ length: 2_000 }, newReference)
  for (const reference of created) assert.match(reference, /^[2-9A-HJKMNP-TV-Z]{4}(-[2-9A-HJKMNP-TV-Z]{4}){2}$/)
  assert.equal(new Set(created).size, created.length)
})

it('reads a reference however it was typed', () => {
  for (const typed of ['7KQ3-XWMA-2FHT', '7kq3xwma2fht', ' 7KQ3 XWMA 2FHT '])
    assert.equal(readReference(typed), '7KQ3-XWMA-2FHT')
})
