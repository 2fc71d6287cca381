import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDuration, parseExpiry } from './expiry.ts'

const NOW = Date.parse('2026-08-01T10:00:00Z')

const EXPIRIES: [string, string | undefined][] = [
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

describe('an expiry', () => {
  for (const [text, moment] of EXPIRIES) {
    it(`${JSON.stringify(text)} is ${moment ?? 'refused'}`, () => {
      const parsed = parseExpiry(text, NOW)
      assert.equal(parsed === undefined ? undefined : new Date(parsed).toISOString(), moment)
    })
  }

  it('may be a duration of no length, which an overlap needs', () => {
    assert.equal(parseDuration('0s'), 0)
    assert.equal(parseDuration('0'), undefined)
  })
})
