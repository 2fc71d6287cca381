import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fromNow } from '../lib/calendar.ts'
import { formatMoment, sheetOf } from './terminal.ts'

const NOW = Date.parse('2026-11-15T14:00:00Z')

it('says how far a moment is from now', () => {
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
  for (const [distance, said] of cases) assert.equal(fromNow(NOW + distance, NOW), said)
})

it('says moments as people do on a terminal, in Indian time, and exactly elsewhere', () => {
  const moment = '2026-11-15T13:30:00.000Z'
  const at = Date.parse(moment)
  assert.equal(formatMoment({ isTTY: true }, NOW)(at), '30 min ago')
  assert.equal(formatMoment({}, NOW)(at), moment)
  assert.equal(formatMoment({ isTTY: true }, NOW)(null), 'never')
  const columns = [{ name: 'Seen', of: (at: number) => ({ at }) }]
  const shown = (stdout: { isTTY?: boolean }) => sheetOf(columns, at, { stdout, now: NOW })
  assert.equal(shown({ isTTY: true }), 'seen           15 Nov 2026, 19:00 IST (30 min ago)\n')
  assert.equal(shown({}), `seen           ${moment}\n`)
})
