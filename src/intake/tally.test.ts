import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { CheckedRow } from './check-row.ts'
import type { RecordType } from './row-shapes.ts'
import { createRejectExamples } from './tally.ts'

function rejected(type: RecordType, line: number, path: string, found: string): CheckedRow {
  const origin = { file: 'a.ndjson', line, raw: undefined }
  return {
    origin,
    type,
    patch: false,
    fields: {},
    carried: [],
    sources: [],
    faults: [{ path, reason: 'is bad', found }],
  }
}

it('keeps the first three rows of a reason, with what was found', () => {
  const examples = createRejectExamples()
  examples.add([1, 2, 3, 4].map((line) => rejected('machine', line, 'wheel_drive', `"${line}wd"`)))
  const [reason] = examples.of([{ field: 'wheel_drive', reason: 'is bad', rows: 4 }])
  assert.deepEqual(
    reason!.examples.map(({ at, found }) => `${at} ${found}`),
    ['a.ndjson:1 "1wd"', 'a.ndjson:2 "2wd"', 'a.ndjson:3 "3wd"'],
  )
})

it('keeps no value of a listing, none that holds a contact, and no name that is one', () => {
  const examples = createRejectExamples()
  examples.add([
    rejected('listing', 1, 'year', '"Ramesh"'),
    rejected('machine', 2, 'name', '"call 9876543210"'),
    rejected('machine', 3, 'prices[0].basis.dealer_phone', '"Ramesh"'),
  ])
  const reasons = ['year', 'name', 'prices[].basis.dealer_phone', 'ask 9876543210'].map((field) => ({
    field,
    reason: 'is bad',
    rows: 1,
  }))
  const kept = examples.of(reasons)
  assert.deepEqual(
    kept.map(({ examples: [example] }) => example),
    [{ at: 'a.ndjson:1' }, { at: 'a.ndjson:2' }, { at: 'a.ndjson:3' }, undefined],
  )
  assert.equal(kept[3]!.field, 'ask [contact removed]')
})
