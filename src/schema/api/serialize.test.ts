import assert from 'node:assert/strict'
import { it } from 'node:test'
import { serialize } from './serialize.ts'
import { nullable, oneOf, Type } from './type.ts'

const Part = Type.Object({ at: Type.String(), note: Type.Optional(Type.String()) })
const Thing = Type.Object({
  id: Type.Integer(),
  kind: Type.Optional(oneOf(['old', 'new'], { default: 'old' })),
  weight: Type.Optional(nullable(Type.Number())),
  colour: Type.Optional(Type.Unsafe<string | null>({ oneOf: [oneOf(['red']), { type: 'null' }] })),
  hours: Type.Optional(Type.Integer()),
  parts: Type.Optional(Type.Array(Part, { default: [] })),
  part: Type.Optional(Part),
  free: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

it('gives the members of the contract in its order, and no others', () => {
  const existing = { part: { note: 'n', at: 'a', secret: 1 }, hours: 5, secret: 2, weight: 1.5, id: 7, colour: 'red' }
  const shaped = serialize(Thing, {
    ...existing,
    kind: 'new',
    parts: [{ secret: 3, at: 'b' }],
    free: { any: [{ b: 1 }] },
  })
  assert.equal(
    JSON.stringify(shaped),
    '{"id":7,"kind":"new","weight":1.5,"colour":"red","hours":5,"parts":[{"at":"b"}],"part":{"at":"a","note":"n"},"free":{"any":[{"b":1}]}}',
  )
})

it('fills in defaults and nulls, and leaves out what is neither', () => {
  for (const unknown of [null, undefined]) {
    const shaped = serialize(Thing, {
      id: 1,
      kind: unknown,
      weight: unknown,
      hours: unknown,
      part: { at: 'a', note: null },
    })
    assert.deepEqual(shaped, { id: 1, kind: 'old', weight: null, colour: null, parts: [], part: { at: 'a' } })
  }
})

it('keeps values that only look unknown', () => {
  const shaped = serialize(Thing, { id: 0, weight: 0, hours: 0, parts: [{ at: '' }] })
  assert.deepEqual(shaped, { id: 0, kind: 'old', weight: 0, colour: null, hours: 0, parts: [{ at: '' }] })
})

it('makes a default anew for each answer', () => {
  const first = serialize(Thing, { id: 1 })
  first.parts!.push({ at: 'a' })
  assert.deepEqual(serialize(Thing, { id: 2 }).parts, [])
})
