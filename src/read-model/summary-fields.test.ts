import assert from 'node:assert/strict'
import { it } from 'node:test'
import { EQUIPMENT } from '../records/machine-questions.ts'
import { FIELDS, fieldNamed, fieldNumber } from './summary-record.ts'

it('finds a field by the bytes of its name, and none by any other', () => {
  const bytes = (name: string) => Buffer.from(`"${name}"`)
  for (const name of FIELDS) assert.equal(fieldNamed(bytes(name), 1, 1 + name.length), fieldNumber(name), name)
  EQUIPMENT.forEach((name, at) => {
    assert.equal(fieldNamed(bytes(name), 1, 1 + name.length), FIELDS.length + at, name)
  })
  for (const name of ['', 'x', 'nam', 'names', 'linkage']) {
    assert.equal(fieldNamed(bytes(name), 1, 1 + name.length), -1, name)
  }
})
