import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pino } from 'pino'
import { readableLog } from './banner.ts'

it('writes a line of the log for a person', () => {
  const lines: string[] = []
  const log = pino({}, readableLog({ write: (line) => lines.push(line) }))
  log.warn({ reference: '7KQ3', err: new Error('no\u001b[2J way') }, 'mail failed')
  log.info('delivering')
  assert.match(lines[0]!, /^\d\d:\d\d:\d\d warn {2}mail failed reference=7KQ3 err=no {1}\[2J way\n$/)
  assert.match(lines[1]!, /^\d\d:\d\d:\d\d info {2}delivering\n$/)
})
