import assert from 'node:assert/strict'
import { it } from 'node:test'
import { FIELDS, fieldNamed, fieldNumber } from './summary-record.ts'

it('finds a field by the bytes of its name, and none by any other', () => {
  const bytes = (name: string) => Buffer.from(`"${name}"`)
  for (const name of FIELDS) assert.equal(fieldNamed(bytes(name), 1, 1 + name.length), fieldNumber(name), name)
  for (const name of ['', 'x', 'nam', 'names', 'brakes', 'steering', 'tyre_front']) {
    assert.equal(fieldNamed(bytes(name), 1, 1 + name.length), -1, name)
  }
})
