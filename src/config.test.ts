import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { it } from 'node:test'
import { ConfigError, toConfig, toDatabase } from './config.ts'

it('serves on loopback from an embedded file when nothing is set', () => {
  const config = toConfig({})
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.port, 8080)
  assert.equal(config.baseUrl, '')
  assert.deepEqual(config.database, { kind: 'sqlite', path: resolve('data/yantra.db') })
  assert.deepEqual(config.rateLimits, { anonymous: 600, standard: 3_000, enterprise: 30_000 })
})

it('takes an empty variable as one that is not set', () => {
  assert.deepEqual(toConfig({ PORT: '', REQUIRE_KEY: '', BASE_URL: '', SECRET_KEY: '' }), toConfig({}))
})

it('takes the prefix from the base address', () => {
  assert.equal(toConfig({ BASE_URL: 'https://api.example/machines/' }).prefix, '/machines')
  assert.equal(toConfig({ BASE_URL: 'https://api.example/machines/' }).baseUrl, 'https://api.example/machines')
  assert.equal(toConfig({ BASE_URL: 'https://api.example' }).prefix, '')
})

it('keeps as many connections to PostgreSQL as it is told', () => {
  assert.equal(toConfig({}).poolSize, 10)
  assert.equal(toConfig({ DATABASE_POOL_SIZE: '30' }).poolSize, 30)
})

it('knows a database by its address', () => {
  assert.deepEqual(toDatabase('file:///tmp/x.db'), { kind: 'sqlite', path: '/tmp/x.db' })
  assert.deepEqual(toDatabase('postgres://u@h/d'), { kind: 'postgres', url: 'postgres://u@h/d' })
  assert.deepEqual(toDatabase('postgresql://u@h/d').kind, 'postgres')
})

it('names the variable that is wrong', () => {
  const wrong = {
    PORT: '80a',
    RATE_LIMIT_STANDARD: '-1',
    REQUIRE_KEY: 'yes',
    LOG_LEVEL: 'loud',
    SECRET_KEY: 'short',
    BASE_URL: 'ftp://host',
    DATABASE_URL: 'mysql://host/db',
    SMTP_URL: 'http://mail.example',
    ENQUIRY_FROM: 'nobody',
    ENQUIRY_TO: 'a@example.com\r\nBcc: b@example.com',
    ENQUIRY_RETENTION_DAYS: 'long',
    LOG_FORMAT: 'xml',
  }
  for (const [name, value] of Object.entries(wrong))
    assert.throws(
      () => toConfig({ [name]: value }),
      (error) => error instanceof ConfigError && error.message.includes(name),
    )
})

it('mails enquiries only when both the server and the sender are set', () => {
  const SMTP_URL = 'smtp://user:secret@mail.example:587'
  const ENQUIRY_FROM = 'Yantra <enquiries@yantra.example>'
  const limits = { address: 5, network: 60, listing: 30 }
  assert.deepEqual(toConfig({}).enquiries, { mail: undefined, to: undefined, retentionDays: 90, limits })
  assert.throws(() => toConfig({ SMTP_URL }), /SMTP_URL needs ENQUIRY_FROM/)
  assert.equal(toConfig({ ENQUIRY_FROM }).enquiries.mail, undefined)
  assert.deepEqual(toConfig({ SMTP_URL, ENQUIRY_FROM }).enquiries.mail, { url: SMTP_URL, from: ENQUIRY_FROM })
})
