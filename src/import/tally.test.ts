import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { CheckedRow } from './check-row.ts'
import type { RowOutcome } from './import-batch.ts'
import { createTally } from './import-counters.ts'
import { error } from './issue.ts'
import type { RecordType } from './row-shapes.ts'

function rejected(type: RecordType, line: number, path: string, found: string): RowOutcome {
  const issues = [error(path, 'is bad', found)]
  const origin = { file: 'a.ndjson', line, raw: undefined }
  const row: CheckedRow = { origin, type, patch: false, fields: {}, carried: [], sources: [], issues }
  return { row, status: 'rejected', issues }
}

function retainedOf(outcomes: RowOutcome[]) {
  const tally = createTally()
  tally.add(outcomes)
  return tally.retained().reasons
}

it('keeps the first three rows of a reason, with what was found', () => {
  const [reason] = retainedOf([1, 2, 3, 4].map((line) => rejected('machine', line, 'wheel_drive', `"${line}wd"`)))
  assert.equal(reason!.rows, 4)
  assert.deepEqual(
    reason!.examples.map(({ at: place, found: result }) => `${place} ${result}`),
    ['a.ndjson:1 "1wd"', 'a.ndjson:2 "2wd"', 'a.ndjson:3 "3wd"'],
  )
})

it('keeps no value of a listing, none that holds a contact, and no name that is one', () => {
  const remaining = retainedOf([
    rejected('listing', 1, 'year', '"Ramesh"'),
    rejected('machine', 2, 'name', '"call 9876543210"'),
    rejected('machine', 3, 'prices[0].basis.dealer_phone', '"Ramesh"'),
    rejected('machine', 4, 'ask 9876543210', '"9876543210"'),
  ])
  assert.deepEqual(
    remaining.map(({ examples: [example] }) => example),
    [{ at: 'a.ndjson:1' }, { at: 'a.ndjson:2' }, { at: 'a.ndjson:3' }, { at: 'a.ndjson:4' }],
  )
  assert.equal(remaining[3]!.field, 'ask [contact removed]')
})
