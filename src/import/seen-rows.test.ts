import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../test/properties.ts'
import type { CheckedRow } from './check-row.ts'
import { RECORD_TYPES, type RecordType, STORED } from './row-shapes.ts'
import { createSeenRows } from './seen-rows.ts'

function row(type: RecordType, key: string | number, line: number, patch = false): CheckedRow {
  const origin = { file: 'rows.ndjson', line, raw: undefined }
  return { type, fields: { [STORED[type].key]: key }, origin, patch } as unknown as CheckedRow
}

it('tells records of different types apart, whatever their keys', () => {
  const seen = createSeenRows()
  seen.note(row('manufacturer', '2017', 1))
  assert.equal(seen.find(row('listing', 6017, 2)), undefined)
  assert.equal(seen.find(row('manufacturer', '2017', 3)), 'rows.ndjson:1')
})

it('names the file and line of the first row of each', () => {
  const seen = createSeenRows()
  const inFile = (file: string, line: number) => {
    const item = row('machine', `m-${line}`, line)
    return { ...item, origin: { ...item.origin, file } }
  }
  for (const [file, line] of [
    ['a', 1],
    ['b', 2],
    ['b', 1],
    ['c', 3],
  ] as const)
    seen.note(inFile(file, line))
  assert.equal(seen.find(inFile('z', 1)), 'a:1')
  assert.equal(seen.find(inFile('z', 2)), 'b:2')
  assert.equal(seen.find(inFile('z', 3)), 'c:3')
  // The row itself, when its batch is tried again.
  assert.equal(seen.find(inFile('c', 3)), undefined)
})

it('never takes a row without a key for another', () => {
  const seen = createSeenRows()
  const [first, second] = [row('machine', undefined as never, 1), row('machine', undefined as never, 2)]
  seen.note(first)
  assert.equal(seen.find(second), undefined)
})

it('tells of exactly the rows whose type and key a set has', () => {
  let repeats = 0
  let colliding = 0
  const key = fc.oneof(fc.integer({ min: 1, max: 999 }).map(String), fc.stringMatching(/^[a-c0-9]{1,3}$/))
  const rows = fc.array(fc.tuple(fc.constantFrom(...RECORD_TYPES), key, fc.boolean()), {
    minLength: 200,
    maxLength: 600,
  })
  fc.assert(
    fc.property(rows, (input) => {
      const seen = createSeenRows()
      const existing = new Set<string>()
      const keys = new Set<string>()
      for (const [i, [type, text, patch]] of input.entries()) {
        const self = type === 'listing' ? Number.parseInt(text, 36) : text
        const name = JSON.stringify([type, String(self)])
        const item = row(type, self, i + 1, patch)
        assert.equal(seen.find(item) !== undefined, existing.has(name) && !patch, name)
        if (existing.has(name)) repeats++
        else if (keys.has(String(self))) colliding++
        seen.note(item)
        existing.add(name)
        keys.add(String(self))
      }
    }),
    { numRuns: 50 },
  )
  assert.ok(repeats > 100, `${repeats} repeated rows`)
  assert.ok(colliding > 100, `${colliding} keys of another type`)
})
