import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Machine, MachineSummary } from '../contract/machine.ts'
import { AFTER_PLATE, FIELDS, fieldNamed, fieldNumber, isFigureField, PLATE_ONLY } from './summary-record.ts'

const summary = Object.keys(MachineSummary.properties)
const isFigure = (schema: unknown) =>
  [(schema as { type?: string | string[] }).type].flat().some((type) => type === 'number' || type === 'integer')

it('names the fields of a summary in the order of the contract, and after them the figures that only a plate shows', () => {
  const elsewhere = ['id', 'slug', 'manufacturer', 'machine_class', 'plate']
  assert.deepEqual(
    FIELDS.slice(0, PLATE_ONLY),
    summary.filter((name) => !elsewhere.includes(name)),
  )
  assert.deepEqual(FIELDS.slice(AFTER_PLATE, PLATE_ONLY), summary.slice(summary.indexOf('plate') + 1))
  const figures = Object.entries(Machine.properties).filter(([, schema]) => isFigure(schema))
  const own = ['id', 'completeness']
  assert.deepEqual(
    FIELDS.slice(PLATE_ONLY),
    figures.map(([name]) => name).filter((name) => !summary.includes(name) && !own.includes(name)),
  )
})

it('knows which of them hold figures', () => {
  for (const [name, schema] of Object.entries(Machine.properties)) {
    assert.equal(isFigureField(name), isFigure(schema) && FIELDS.includes(name), name)
  }
  assert.equal(isFigureField('unknown'), false)
})

it('finds a field by the bytes of its name, and none by any other', () => {
  const bytes = (name: string) => Buffer.from(`"${name}"`)
  for (const name of FIELDS) assert.equal(fieldNamed(bytes(name), 1, 1 + name.length), fieldNumber(name), name)
  for (const name of ['', 'x', 'nam', 'names', 'brakes', 'steering', 'tyre_front']) {
    assert.equal(fieldNamed(bytes(name), 1, 1 + name.length), -1, name)
  }
})
