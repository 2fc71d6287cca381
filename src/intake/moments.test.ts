import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { toUtc } from './moments.ts'

it('a moment with an offset comes out in UTC', () => {
  const table: [string, string | undefined][] = [
    ['2026-11-03T04:07:00Z', '2026-11-03T04:07:00Z'],
    ['2026-11-03T04:07:00.000Z', '2026-11-03T04:07:00Z'],
    ['2026-11-03T04:07:00.25Z', '2026-11-03T04:07:00.250Z'],
    ['2026-11-03T09:37:00+05:30', '2026-11-03T04:07:00Z'],
    ['2026-11-03T09:37+0530', '2026-11-03T04:07:00Z'],
    ['2026-01-01T00:00:00+05:30', '2025-12-31T18:30:00Z'],
    ['2026-11-03', undefined],
    ['2026-11-03T04:07:00', undefined],
    ['2026-02-30T04:07:00Z', undefined],
    ['2026-11-03T24:00:00Z', undefined],
    ['2026-11-03T04:60:00Z', undefined],
    ['2026-11-03T04:07:60Z', undefined],
    ['2026-11-03T04:07:00+15:00', undefined],
    ['0000-01-01T00:00:00Z', undefined],
    ['9999-12-31T23:00:00-05:00', undefined],
    ['03.11.2026', undefined],
  ]
  for (const [given, expected] of table) assert.equal(toUtc(given), expected, given)
})

it('what came out goes in unchanged', () => {
  const moments = fc.date({ min: new Date('1000-01-01'), max: new Date('9000-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (moment) => {
      const once = toUtc(moment.toISOString())
      assert.equal(Date.parse(once!), moment.getTime())
      assert.equal(toUtc(once!), once)
    }),
  )
})
