import assert from 'node:assert/strict'
import { it } from 'node:test'
import { anyText } from '../../../test/any-text.ts'
import fc from '../../../test/properties.ts'
import { scanObject } from './read-record.ts'

it('finds the members that the parser finds', () => {
  const scalar = fc.oneof(
    anyText(),
    fc.constantFrom('', '"', '\\', ',', '{"a":1}', '":"', 'a,b'),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string(), { maxLength: 2 }),
  )
  const name = fc.string().filter((text) => text !== '__proto__')
  fc.assert(
    fc.property(fc.dictionary(name, scalar), (object) => {
      const json = JSON.stringify(object)
      const bytes = Buffer.from(`before${json}what lay here before`)
      const parse = (start: number, end: number) => JSON.parse(bytes.toString('utf8', start, end))
      const found: [string, unknown][] = []
      scanObject(
        bytes,
        6,
        6 + Buffer.byteLength(json),
        (to: typeof found, nameStart, nameEnd, start, end) => {
          to.push([parse(nameStart - 1, nameEnd + 1), parse(start, end)])
        },
        found,
      )
      assert.deepEqual(found, Object.entries(JSON.parse(json)))
    }),
    { numRuns: 1_000 },
  )
})
