import assert from 'node:assert/strict'
import { it } from 'node:test'
import { beginnings, implementNames, meaningOf, toLexemes } from '../../src/search/reading/vocabulary.ts'
import { namesOf } from '../../src/search/words/value-names.ts'

it('learns its phrases with the first text, since a start needs none, but knows the names of values before', () => {
  assert.ok(namesOf('4wd').length > 0)
  assert.equal(beginnings.size + implementNames.size, 0)
  assert.equal(toLexemes('under')[0]!.phrases?.before, 'max')
  assert.ok(beginnings.size > 1_000)
})

it('refuses a key of a list that no field reads', () => {
  assert.deepEqual(meaningOf('unit=kg by=1000'), { unit: 'kg', by: 1_000 })
  assert.throws(() => meaningOf('isFiller isTop'), /unknown key isTop/)
})
