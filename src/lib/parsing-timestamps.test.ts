import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../test/properties.ts'
import {
  duration,
  ParseError,
  parseExactTimestamp,
  parseFutureTimestamp,
  parsePastTimestamp,
  parseTimestamp,
} from './parsing.ts'

const NOW = Date.parse('2026-08-01T10:00:00Z')

const TIMESTAMPS: [string, string | undefined][] = [
  ['30s', '2026-08-01T10:00:30.000Z'],
  ['15m', '2026-08-01T10:15:00.000Z'],
  ['24h', '2026-08-02T10:00:00.000Z'],
  ['90d', '2026-10-30T10:00:00.000Z'],
  ['2027-01-31', '2027-01-31T00:00:00.000Z'],
  ['2027-01-31T18:30:00Z', '2027-01-31T18:30:00.000Z'],
  ['2027-01-31T18:30:00.250+05:30', '2027-01-31T13:00:00.250Z'],
  ['2027-01-31T18:30', '2027-01-31T18:30:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2027-02-29', undefined],
  ['2027-02-30T10:00:00Z', undefined],
  ['2027-13-01', undefined],
  ['2027-01-31T25:00:00Z', undefined],
  ['999999999d', undefined],
  ['90', undefined],
  ['1.5h', undefined],
  ['-1h', undefined],
  ['90 d', undefined],
  ['tomorrow', undefined],
  ['', undefined],
]

describe('a moment ahead', () => {
  for (const [text, expected] of TIMESTAMPS) {
    it(`${JSON.stringify(text)} is ${expected ?? 'refused'}`, () => {
      const read = parseTimestamp(text, NOW, 'ahead')
      if (expected === undefined) assert.match(String(read), /^takes a date-time, a date or a duration such as 90d$/)
      else assert.equal(read, Date.parse(expected))
    })
  }
})

it('a duration back lies before now', () => {
  assert.equal(parseTimestamp('24h', NOW, 'back'), NOW - 86_400_000)
  assert.equal(parseTimestamp('2026-07-01', NOW, 'back'), Date.parse('2026-07-01'))
})

it('a moment that must lie ahead is refused now and before', () => {
  assert.equal(parseFutureTimestamp('1s', NOW), NOW + 1_000)
  for (const text of ['0s', '2026-08-01', '2026-08-01T15:30+05:30']) {
    assert.equal(String(parseFutureTimestamp(text, NOW)), 'must be in the future')
  }
})

it('a duration may have no length, which an overlap needs', () => {
  assert.equal(duration('0s'), 0)
  assert.equal(String(duration('0')), 'takes a duration: 30s, 15m, 24h, 90d')
})

it('an exact moment comes out in UTC', () => {
  const table: [string, string | undefined][] = [
    ['2026-11-03T04:07:00Z', '2026-11-03T04:07:00Z'],
    ['2026-11-03T04:07:00.000Z', '2026-11-03T04:07:00Z'],
    ['2026-11-03T04:07:00.25Z', '2026-11-03T04:07:00.250Z'],
    ['2026-11-03T09:37:00+05:30', '2026-11-03T04:07:00Z'],
    ['2026-11-03T09:37+0530', '2026-11-03T04:07:00Z'],
    ['2026-11-03t09:37:00,5+05', '2026-11-03T04:37:00.500Z'],
    ['2026-01-01T00:00:00+05:30', '2025-12-31T18:30:00Z'],
    ['2026-10-03', '2026-10-02T18:30:00Z'],
    ['2026-11-03T04:07:00', undefined],
    ['2026-02-30T04:07:00Z', undefined],
    ['2026-11-03T24:00:00Z', undefined],
    ['2026-11-03T04:60:00Z', undefined],
    ['2026-11-03T04:07:60Z', undefined],
    ['2026-11-03T04:07:00+15:00', undefined],
    ['2026-11-03T04:07:00+05:60', undefined],
    ['0000-01-01T00:00:00Z', undefined],
    ['9999-12-31T23:00:00-05:00', undefined],
    ['03.11.2026', undefined],
  ]
  for (const [input, expected] of table) {
    const read = parseExactTimestamp(input)
    assert.equal(read instanceof ParseError ? undefined : read, expected, input)
  }
  assert.match(String(parseExactTimestamp(7)), /^must be a date, or a date and time with an offset/)
})

it('an exact moment that came out goes in unchanged', () => {
  const timestamps = fc.date({ min: new Date('1000-01-01'), max: new Date('9000-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(timestamps, (i) => {
      const once = parseExactTimestamp(i.toISOString())
      assert.equal(Date.parse(String(once)), i.getTime())
      assert.equal(parseExactTimestamp(once), once)
    }),
  )
})

it('a past timestamp whose + was read as a space is refused with the way to write it', () => {
  const lost = /; in a query, \+ means a space: write %2B$/
  for (const input of ['2026-03-01T09:30:00 05:30', '2026-03-01T09:30 0530', '2026-03-01T09:30:00 05'])
    assert.match(String(parsePastTimestamp(input, NOW)), lost)
  for (const input of ['2026-03-01T09:30:00', '2026-03-01 09:30', 'last week'])
    assert.equal(String(parsePastTimestamp(input, NOW)), 'must be a date, or a date and time with an offset')
})
