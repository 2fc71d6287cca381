import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toConfig } from '../config.ts'
import { VERSION } from '../version.ts'
import { composeBanner } from './banner.ts'

const PLACE = 'http://127.0.0.1:8080'
const CONFIG = toConfig({ DATABASE_URL: 'file:/srv/yantra.db' })
const CONTENTS = { machines: 223, implements: 66, listings: 1, isSample: true }

it('tells where to look, what is loaded, from where, and that it is the sample', () => {
  assert.equal(
    composeBanner(PLACE, CONFIG, CONTENTS),
    `
  Yantra ${VERSION}

  Site       http://127.0.0.1:8080/
  Docs       http://127.0.0.1:8080/docs
  Console    http://127.0.0.1:8080/console, opened by: yantra console
  Loaded     223 machines, 66 implements, 1 live listing
  From       /srv/yantra.db
  Enquiries  wait for you: yantra enquiries list

  This is the bundled sample: its figures and listings are illustrative.
  \`yantra sample remove\` takes it away, \`yantra import\` brings in your own.

  Ctrl-C stops it.

`,
  )
})

it('leaves out what is not there', () => {
  const settings = { SITE: 'false', CONSOLE: 'false', SMTP_URL: 'smtp://mail.example', ENQUIRY_FROM: 'a@b.example' }
  const text = composeBanner(PLACE, toConfig(settings), { ...CONTENTS, isSample: false, machines: 1_00_000 })
  assert.doesNotMatch(text, /Site|Console|sample/)
  assert.match(text, /1,00,000 machines/)
  assert.match(text, /are mailed/)
})
