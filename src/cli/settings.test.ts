import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { settingNames } from '../config.ts'
import { readSettings, unknownSettings } from './settings.ts'

function folderWith(t: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'yantra-test-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

it('takes settings from .env or the file that is named; the environment wins', (t) => {
  const folder = folderWith(t, {
    '.env': '# where\nPORT=9000\nHOST="0.0.0.0"\nexport LOG_LEVEL=warn\n',
    other: 'PORT=9001\n',
  })
  const settings = readSettings({ PORT: '9002', LOG_LEVEL: '' }, folder)
  assert.deepEqual([settings.PORT, settings.HOST, settings.LOG_LEVEL], ['9002', '0.0.0.0', 'warn'])
  assert.equal(readSettings({ YANTRA_ENV_FILE: 'other' }, folder).PORT, '9001')
  assert.equal(readSettings({ YANTRA_ENV_FILE: join(folder, 'other') }, '/').HOST, undefined)
  assert.throws(() => readSettings({ YANTRA_ENV_FILE: 'missing' }, folder), /cannot read .*missing: file not found/)
  assert.deepEqual(readSettings({ PORT: '1' }, folderWith(t, {})), { PORT: '1' })
})

it('takes secrets from files of their own', (t) => {
  const folder = folderWith(t, { secret: `${'s'.repeat(32)}\n`, '.env': 'SECRET_KEY_FILE=secret\n', empty: '\n' })
  assert.equal(readSettings({}, folder).SECRET_KEY, 's'.repeat(32))
  assert.throws(() => readSettings({ SECRET_KEY: 'x' }, folder), /SECRET_KEY and SECRET_KEY_FILE are both set/)
  assert.throws(() => readSettings({ REDIS_URL_FILE: 'gone' }, folder), /REDIS_URL_FILE: .*gone cannot be read/)
  assert.throws(() => readSettings({ REDIS_URL_FILE: 'empty' }, folder), /REDIS_URL_FILE: .*empty is empty/)
  assert.deepEqual(unknownSettings({ SECRET_KEY_FILE: 'secret' }, folder), [])
})

it('warns about names near a setting, and about any unknown name in the settings file', (t) => {
  const folder = folderWith(t, { '.env': 'PORT=1\nCOLOUR=blue\nBASE_ULR=x\n' })
  assert.deepEqual(unknownSettings({}, folder).sort(), [
    'BASE_ULR is not a setting; did you mean BASE_URL?',
    'COLOUR is not a setting',
  ])
  const empty = folderWith(t, {})
  const meant = (name: string) => /did you mean (\w+)\?$/.exec(unknownSettings({ [name]: 'x' }, empty)[0] ?? '')?.[1]
  assert.equal(meant('RATE_LIMIT_ANONYMUS'), 'RATE_LIMIT_ANONYMOUS')
  assert.equal(meant('MEILISEARCH_API_KEY'), 'MEILISEARCH_KEY')
  assert.equal(meant('DATABASE_URI'), 'DATABASE_URL')
  assert.equal(meant('log_level'), 'LOG_LEVEL')
  assert.equal(meant('DATABSE_URL'), 'DATABASE_URL')
  assert.equal(meant('SECRETKEY'), 'SECRET_KEY')
  assert.equal(meant('LOGLEVEL'), 'LOG_LEVEL')
  assert.equal(meant('BASEURL'), 'BASE_URL')
  for (const name of [
    'DATABASE_URL',
    'NODE_ENV',
    'PATH',
    'HOSTNAME',
    'LOGNAME',
    'HOST_PROC',
    'REDIS_SERVICE_HOST_NAME',
  ]) {
    assert.equal(meant(name), undefined, name)
  }
})

it('knows every setting, and the docs name each', () => {
  const docs = readFileSync(new URL('../../docs/operating/settings.md', import.meta.url), 'utf8')
  const names = settingNames()
  for (const name of ['PORT', 'DATABASE_URL', 'MEILISEARCH_KEY', 'YANTRA_ENV_FILE']) assert.ok(names.includes(name))
  for (const name of names) assert.ok(docs.includes(`\`${name}\``), `docs/operating/settings.md lacks ${name}`)
})
