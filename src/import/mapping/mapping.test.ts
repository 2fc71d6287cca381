import assert from 'node:assert/strict'
import { it } from 'node:test'
import { InputError } from '../report.ts'
import { answered, questionId, toRecipe } from './mapping.ts'
import { readRecipe, recipeText } from './mapping-file.ts'

const RECIPE = toRecipe({
  type: 'machine',
  columns: {
    'Wt. (lbs)': { field: 'operating_weight_kg', unit: 'lb' },
    'A/B': '?',
    Brakes: { field: 'brakes', words: { 'O.I.B.': 'oil immersed' } },
    Note: 'left out',
  },
  new: { lifecycle: 'current' },
  publish: false,
})

it('comes back from its file, which tells what is asked', () => {
  const id = questionId('columns', 'A/B', 'field')
  const question = { id, number: 1, asks: 'What is it?', choices: [{ value: 'left out' }], examples: [] }
  const text = recipeText(RECIPE, [question])
  assert.match(text, /A\/B: "?\?"? # 1\. What is it\? left out/)
  assert.deepEqual(readRecipe(text), RECIPE)
  assert.deepEqual(readRecipe(JSON.stringify(RECIPE)), RECIPE)
  assert.equal(answered(RECIPE, { [id]: ' engine_hp ' }).columns['A/B']?.field, 'engine_hp')
  assert.deepEqual(answered(RECIPE, { [id]: '' }), RECIPE)
})

it('names all that is wrong with it', () => {
  const wrong = {
    type: 'machine',
    colums: 1,
    columns: { a: 'no_field', b: { field: 'name', units: 'kg' } },
    days: 'up',
  }
  assert.throws(
    () => toRecipe(wrong),
    (error: InputError) => {
      assert.deepEqual(
        error.faults.map(({ path }) => path),
        ['colums', 'days', 'columns.a', 'columns.b.units'],
      )
      return true
    },
  )
  assert.throws(() => readRecipe('a: [1'), InputError)
  assert.throws(() => readRecipe('x'.repeat(300_000)), InputError)
  assert.throws(() => answered(RECIPE, { '__proto__/polluted': 'yes' }), InputError)
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
})
