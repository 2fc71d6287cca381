import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { it } from 'node:test'
import { ConfigError } from '../../src/config.ts'
import { openDatabase } from '../../src/database/open.ts'
import { loadSecrets } from '../../src/webhooks/signing.ts'
import { onEachBackend, sqlite, target } from '../backends.ts'
import { newKeyId, subscribe } from './workshop.ts'

const KEY = 'a first key of more than 32 characters'
const OTHER = `${KEY}!`
const warn = assert.fail

it('is noticed when it is not the one that sealed the secrets, and may change while there are none', async (t) => {
  const db = await sqlite.newDatabase(t)
  const database = target(await sqlite.newUrl(t))
  const open = (secretKey: string) => loadSecrets(db, { secretKey, database, warn })
  for (const key of [OTHER, KEY]) assert.equal((await open(key)).wrongKey, undefined)
  const first = await open(KEY)
  const sealed = first.encrypt('whsec_x', 'wh_1')
  await subscribe(db, first, await newKeyId(db), 'https://example.com/')
  assert.equal((await open(KEY)).decrypt(sealed, 'wh_1'), 'whsec_x')
  const other = await open(OTHER)
  assert.match(other.wrongKey?.message ?? '', /not the key that sealed/)
  assert.throws(() => other.decrypt(sealed, 'wh_1'), /not the key that sealed/)
  assert.throws(() => other.encrypt('whsec_y', 'wh_1'), /not the key that sealed/)
})

onEachBackend('the secret key', (backend) => {
  it('is agreed on when several processes start at once', async (t) => {
    const db = await backend.newDatabase(t)
    const database = target(await backend.newUrl(t))
    const keys = [KEY, OTHER, KEY, OTHER]
    const opened = await Promise.all(keys.map((secretKey) => loadSecrets(db, { secretKey, database, warn })))
    const usable = new Set<string>()
    for (const [i, secrets] of opened.entries()) if (await secrets.isDatabaseKey(db)) usable.add(keys[i]!)
    assert.equal(usable.size, 1)
    const outdated = opened[keys.findIndex((key) => !usable.has(key))]!
    await assert.rejects(subscribe(db, outdated, await newKeyId(db), 'https://example.com/'), /not the key that sealed/)
  })
})

it('on SQLite is made as a file beside the database, for its owner alone, with one warning', async (t) => {
  const url = await sqlite.newUrl(t)
  const database = target(url)
  const db = await openDatabase(database)
  t.after(() => db.destroy())
  const warnings: string[] = []
  const settings = { secretKey: undefined, database, warn: (message: string) => warnings.push(message) }
  const opened = await Promise.all([1, 2, 3].map(() => loadSecrets(db, settings)))
  const sealed = opened[0]!.encrypt('whsec_x', 'wh_1')
  for (const item of opened) assert.equal(item.decrypt(sealed, 'wh_1'), 'whsec_x')
  assert.equal(warnings.length, 1)
  const path = `${url.slice('file:'.length)}.key`
  assert.match(warnings[0]!, /SECRET_KEY is not set/)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.ok(readFileSync(path, 'utf8').trim().length >= 32)
  writeFileSync(path, 'short')
  await assert.rejects(loadSecrets(db, settings), ConfigError)
})

it('on SQLite is not made again if its file is lost and there is something to open; the file is named', async (t) => {
  const database = target(await sqlite.newUrl(t))
  const path = `${database.kind === 'sqlite' && database.path}.key`
  const db = await openDatabase(database)
  t.after(() => db.destroy())
  const settings = { secretKey: undefined, database, warn: () => {} }
  const first = await loadSecrets(db, settings)
  rmSync(path)
  assert.equal((await loadSecrets(db, settings)).wrongKey, undefined, 'there is nothing to open yet')
  await assert.rejects(subscribe(db, first, await newKeyId(db), 'https://example.com/'), /not the key/)
  const second = await loadSecrets(db, settings)
  await subscribe(db, second, await newKeyId(db), 'https://example.com/')
  const remaining = readFileSync(path)
  rmSync(path)
  const lost = await loadSecrets(db, settings)
  assert.ok(lost.wrongKey?.message.includes(path))
  assert.doesNotMatch(lost.wrongKey!.message, /SECRET_KEY/)
  assert.equal(existsSync(path), false)
  assert.throws(() => lost.encrypt('whsec_x', 'wh_1'), /is not there/)
  writeFileSync(path, 'another key, just as long as the first one was')
  assert.ok((await loadSecrets(db, settings)).wrongKey?.message.startsWith(`the key file ${path} does not hold`))
  writeFileSync(path, remaining)
  assert.equal((await loadSecrets(db, settings)).wrongKey, undefined)
})

it('on PostgreSQL is required', async (t) => {
  const db = await sqlite.newDatabase(t)
  const database = { kind: 'postgres', url: 'postgres://example' } as const
  await assert.rejects(loadSecrets(db, { secretKey: undefined, database, warn }), /SECRET_KEY is required/)
})
