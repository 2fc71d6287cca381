import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type InputSchema, ToolError } from './tool.ts'
import { readArguments } from './tools.ts'

const SCHEMA: InputSchema = {
  type: 'object',
  properties: {
    slug: { type: 'string', maxLength: 5, description: '' },
    hp_min: { type: 'number', minimum: 0, description: '' },
    limit: { type: 'integer', minimum: 1, maximum: 20, description: '' },
    since: { type: 'string', format: 'date', description: '' },
    sort: { type: 'string', enum: ['price_asc', 'newest'], description: '' },
    fields: { type: 'array', items: { type: 'string', enum: ['engine_hp', 'prices'] }, description: '' },
    slugs: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 3, description: '' },
  },
  required: ['slug'],
  additionalProperties: false,
}

function faultOf(input: unknown): string {
  try {
    readArguments(SCHEMA, input)
  } catch (error) {
    assert.ok(error instanceof ToolError)
    return error.message
  }
  return assert.fail('it was taken')
}

it('takes what the schema allows, figures as text, lists as words joined by commas, and numbers past the most', () => {
  assert.deepEqual(
    readArguments(SCHEMA, {
      slug: 'a-b',
      hp_min: '47.5',
      limit: 500,
      since: '2024-02-29',
      sort: 'newest',
      fields: ['prices', 'prices'],
      slugs: 'x, y',
    }),
    {
      slug: 'a-b',
      hp_min: 47.5,
      limit: 20,
      since: '2024-02-29',
      sort: 'newest',
      fields: ['prices'],
      slugs: ['x', 'y'],
    },
  )
})

it('takes null and an empty text as absent', () => {
  assert.deepEqual(readArguments(SCHEMA, { slug: 'a', hp_min: null, sort: '' }), { slug: 'a' })
  assert.match(faultOf({ slug: null }), /slug is missing/)
  assert.match(faultOf(undefined), /slug is missing/)
})

it('tells all that is wrong at once, with the nearest name', () => {
  const fault = faultOf({ slug: 'abcdef', hp_mni: 4, limit: 0, sort: 'newst', since: '2023-02-29' })
  assert.match(fault, /slug must have at most 5 characters/)
  assert.match(fault, /no argument "hp_mni"; did you mean hp_min\?/)
  assert.match(fault, /limit must be an integer from 1/)
  assert.match(fault, /sort must be one of price_asc, newest; did you mean newest\?/)
  assert.match(fault, /since must be a date of the calendar/)
})

for (const [input, fault] of [
  [[], /must be an object/],
  [{ slug: 7 }, /slug must be a string/],
  [{ slug: 'a', hp_min: -1 }, /hp_min must be a number of at least 0/],
  [{ slug: 'a', hp_min: '1e3' }, /hp_min must be a number/],
  [{ slug: 'a', hp_min: Number.MAX_VALUE }, /hp_min must be at most/],
  [{ slug: 'a', limit: 1.5 }, /limit must be an integer/],
  [{ slug: 'a', slugs: ['x'] }, /slugs must have 2 to 3 different items/],
  [{ slug: 'a', slugs: ['x', 1] }, /slugs must be a list of strings/],
  [{ slug: 'a', fields: ['nothing'] }, /fields must be one of engine_hp, prices$/],
  [JSON.parse('{"slug":"a","__proto__":1}'), /no argument "__proto__"/],
  [{ slug: 'a', constructor: 1 }, /no argument "constructor"/],
] as const) {
  it(`refuses ${JSON.stringify(input)}`, () => assert.match(faultOf(input), fault))
}
