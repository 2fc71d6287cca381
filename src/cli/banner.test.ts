import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pino } from 'pino'
import { toConfig } from '../config.ts'
import { VERSION } from '../lib/version.ts'
import { composeBanner, readableLog } from './banner.ts'

const URL = 'http://127.0.0.1:8080'
const ENV = { DATABASE_URL: 'file:/srv/yantra.db' }

it('names the address, the console command, the database and the sample', () => {
  assert.equal(
    composeBanner(URL, toConfig(ENV), true),
    `Yantra ${VERSION} listening on http://127.0.0.1:8080/
Console:  yantra console
Database: /srv/yantra.db (bundled sample; remove it with: yantra sample remove)
`,
  )
})

it('leaves out a console that is off and a sample that is not loaded', () => {
  const text = composeBanner(URL, toConfig({ ...ENV, CONSOLE: 'false' }), false)
  assert.equal(text, `Yantra ${VERSION} listening on http://127.0.0.1:8080/\nDatabase: /srv/yantra.db\n`)
})

it('writes a line of the log for a person', () => {
  const lines: string[] = []
  const log = pino({}, readableLog({ write: (line) => lines.push(line) }))
  log.warn({ reference: '7KQ3', err: new Error('no\u001b[2J way') }, 'mail failed')
  log.info('delivering')
  assert.match(lines[0]!, /^\d\d:\d\d:\d\d warn {2}mail failed reference=7KQ3 err=no {1}\[2J way\n$/)
  assert.match(lines[1]!, /^\d\d:\d\d:\d\d info {2}delivering\n$/)
})
