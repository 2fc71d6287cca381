import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isDate, kolkataDate } from './calendar.ts'

it('knows the days of the calendar', () => {
  for (const good of ['2026-11-15', '2024-02-29', '2000-02-29', '0001-01-01']) assert.ok(isDate(good), good)
  for (const bad of [
    '2026-02-30',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
    '',
    '0000-01-01',
  ])
    assert.ok(!isDate(bad), bad)
})

it('turns the day at midnight in India', () => {
  assert.equal(kolkataDate(Date.parse('2026-11-15T18:29:59.999Z')), '2026-11-15')
  assert.equal(kolkataDate(Date.parse('2026-11-15T18:30:00Z')), '2026-11-16')
})
