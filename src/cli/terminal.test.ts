import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fromNow } from '../lib/calendar.ts'
import { detailsOf, tableOf } from './terminal.ts'

const NOW = Date.parse('2026-11-15T14:00:00Z')

it('writes how far a time is from now', () => {
  const cases: [number, string][] = [
    [0, 'now'],
    [-400, 'now'],
    [-5_000, '5 s ago'],
    [-3 * 60_000 - 59_000, '3 min ago'],
    [-2 * 3_600_000, '2 h ago'],
    [-86_400_000, '1 day ago'],
    [-40 * 86_400_000, '40 days ago'],
    [90_000, 'in 1 min'],
    [5 * 3_600_000, 'in 5 h'],
  ]
  for (const [distance, text] of cases) assert.equal(fromNow(NOW + distance, NOW), text)
})

it('writes times relative to now on a terminal, and in ISO 8601 elsewhere', () => {
  const iso = '2026-11-15T13:30:00.000Z'
  const view = { name: 'visits', columns: ['seen_at'], json: (seen_at: string | null) => ({ seen_at }) }
  const table = (stdout: { isTTY?: boolean }) => tableOf(view, [iso, null], { stdout, now: NOW })
  assert.equal(table({ isTTY: true }), 'SEEN AT\n30 min ago\nnever\n')
  assert.equal(table({}), `SEEN AT\n${iso}\nnever\n`)
  const members: [string, unknown][] = [
    ['seen_at', iso],
    ['message', 'one\ntwo'],
    ['reasons', [{ rows: 2, field: 'hp' }]],
  ]
  const details = (stdout: { isTTY?: boolean }) => detailsOf(members, { stdout, now: NOW })
  const rest = 'message\n  one\n  two\nreasons\n  rows 2, field hp\n'
  assert.equal(details({ isTTY: true }), `seen at            15 Nov 2026, 19:00 IST (30 min ago)\n${rest}`)
  assert.equal(details({}), `seen at            ${iso}\n${rest}`)
})
