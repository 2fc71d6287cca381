import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Type as TypeBox } from 'typebox'
import { Type } from './type.ts'

function schema(of: typeof Type) {
  const min = of.Object({ size: of.Optional(of.Number({ minimum: 0 })) }, { additionalProperties: false })
  return of.Object({
    list: of.Array(of.Integer(), { maxItems: 2 }),
    flag: of.Optional(of.Boolean({ default: false })),
    text: of.Literal('a'),
    number: of.Literal(1),
    yes: of.Literal(true),
    nullable: of.Unsafe<string | null>({ type: ['string', 'null'] }),
    chosen: of.Optional(of.Unsafe<string>({ ...of.String(), enum: ['a'] })),
    copied: { ...of.Optional(of.String({ format: 'date' })) },
    free: of.Optional(of.Record(of.String(), of.Unknown(), { description: 'anything' })),
    least: min,
    whole: of.Required(min, { additionalProperties: false }),
    nothing: of.Object({}),
  })
}

it('makes the same schemas as TypeBox, member by member', () => {
  assert.equal(JSON.stringify(schema(Type), null, 1), JSON.stringify(schema(TypeBox), null, 1))
})
