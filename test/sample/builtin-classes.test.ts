import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { builtinClasses } from '../../src/catalogue/records.ts'
import * as allowed from './allowed-values.ts'
import { assertOneOf, assertUnique, keyShape } from './sample-rows.ts'

describe('built-in machine classes', () => {
  it('are at least 28, with unique keys, for the farm and for construction', () => {
    assert.ok(builtinClasses().length >= 28)
    assertUnique(
      builtinClasses().map((row) => row.key),
      'class key',
    )
    assert.deepEqual(new Set(builtinClasses().map((row) => row.section)), new Set(['farm', 'construction']))
  })

  for (const row of builtinClasses()) {
    it(`describe ${row.key} in three scripts, with known fields only`, () => {
      for (const key of [row.key, ...row.kinds]) assert.match(key, keyShape)
      for (const text of [row.label, row.plural]) assert.match(text, /^[A-Z][A-Za-z -]+$/)
      for (const text of [row.label_hi, row.plural_hi]) assert.match(text, /^[\u0900-\u097f -]+$/)
      for (const text of [row.label_ta, row.plural_ta]) assert.match(text, /^[\u0b80-\u0bff -]+$/)
      assert.ok(row.kinds.length > 0 && row.plate.length > 0 && row.synonyms.length > 0)
      assertUnique(row.kinds, 'kind')
      assertUnique(row.synonyms, 'synonym')
      for (const synonym of row.synonyms) {
        assert.match(synonym, /^([a-z ]+|[\u0900-\u097f ]+|[\u0b80-\u0bff ]+)$/, 'one script in a synonym')
      }
      for (const cell of row.plate) {
        assertOneOf(allowed.numericFields, cell.key, 'plate')
        assert.match(cell.label_hi, /^[\u0900-\u097f ]+$/)
        assert.match(cell.label_ta, /^[\u0b80-\u0bff ]+$/)
        assert.ok(cell.label !== '' && cell.unit !== '')
      }
      for (const field of row.expects) assertOneOf([...allowed.numericFields, ...allowed.textFields], field, 'expects')
      assertUnique(row.expects, 'expected field')
      assert.ok(Number.isInteger(row.hours_a_year) && row.hours_a_year! > 0)
    })
  }
})
