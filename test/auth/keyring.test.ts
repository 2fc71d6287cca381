import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { createKey, newKeyString, revokeKey, rotateKey } from '../../src/auth/api-key-store.ts'
import { createKeyring } from '../../src/auth/api-keys.ts'
import type { Db } from '../../src/database/schema.ts'
import { Problem } from '../../src/errors.ts'
import { sqlite } from '../backends.ts'
import { countQueries } from './queries.ts'

const NOW = Date.parse('2026-08-01T10:00:00Z')

/** A keyring whose clock the test moves. */
function open(t: TestContext, db: Db) {
  let now = NOW
  const keyring = createKeyring(db, { clock: () => now, ticks: () => now })
  t.after(() => keyring.close())
  return {
    ...keyring,
    pass(ms: number) {
      now += ms
    },
  }
}

function flip(key: string, i: number): string {
  return key.slice(0, i) + (key[i] === 'a' ? 'b' : 'a') + key.slice(i + 1)
}

it('knows who calls, and asks the database once', async (t) => {
  const queries = countQueries(await sqlite.newDatabase(t))
  const created = await createKey(queries.db, { name: 'A', tier: 'enterprise', expiresAt: null }, NOW)
  const keyring = open(t, queries.db)
  const before = queries.count()
  const caller = await keyring.verify(created.key)
  assert.deepEqual(caller, { keyId: created.id, tier: 'enterprise', limit: null })
  assert.equal(await keyring.verify(created.key), caller)
  assert.equal(queries.count(), before + 1)
})

it('does not mind a clock that is set a day ahead and back', async (t) => {
  const db = await sqlite.newDatabase(t)
  let now = NOW
  let tick = 0
  const keyring = createKeyring(db, { clock: () => now, ticks: () => tick })
  t.after(() => keyring.close())
  now = NOW + 86_400_000
  const created = await createKey(db, { name: 'A', tier: 'standard', expiresAt: null }, now)
  assert.ok(await keyring.verify(created.key))
  assert.equal(await keyring.verify(newKeyString()), undefined)
  await revokeKey(db, created.id, now)
  now = NOW
  tick = 5_000
  assert.equal(await keyring.verify(created.key), undefined)
})

it('refuses one flipped character without a query', async (t) => {
  const queries = countQueries(await sqlite.newDatabase(t))
  const created = await createKey(queries.db, { name: 'A', tier: 'standard', expiresAt: null }, NOW)
  const keyring = open(t, queries.db)
  await keyring.verify(created.key)
  const before = queries.count()
  for (let i = 0; i < created.key.length; i++) assert.equal(await keyring.verify(flip(created.key, i)), undefined)
  for (const other of ['', 'Bearer', `${created.key}0`, created.id])
    assert.equal(await keyring.verify(other), undefined)
  assert.equal(queries.count(), before)
})

it('looks up an unknown key of good shape once a second at most', async (t) => {
  const queries = countQueries(await sqlite.newDatabase(t))
  const keyring = open(t, queries.db)
  const key = newKeyString()
  assert.equal(await keyring.verify(key), undefined)
  for (let i = 0; i < 10; i++) assert.equal(await keyring.verify(key), undefined)
  assert.equal(queries.count(), 1)
  keyring.pass(1_001)
  assert.equal(await keyring.verify(key), undefined)
  assert.equal(queries.count(), 2)
})

it('asks for all that wait together', async (t) => {
  const queries = countQueries(await sqlite.newDatabase(t))
  const created = await createKey(queries.db, { name: 'A', tier: 'standard', expiresAt: null }, NOW)
  const keyring = open(t, queries.db)
  const before = queries.count()
  const keys = [created.key, ...Array.from({ length: 500 }, newKeyString), created.key]
  const callers = await Promise.all(keys.map((key) => keyring.verify(key)))
  assert.equal(callers.filter(Boolean).length, 2)
  assert.ok(queries.count() - before <= 2, `${queries.count() - before} queries`)
})

it('lets a new key in at once, also when others were refused before', async (t) => {
  const db = await sqlite.newDatabase(t)
  const keyring = open(t, db)
  await keyring.verify(newKeyString())
  const created = await createKey(db, { name: 'A', tier: 'standard', expiresAt: null }, NOW)
  assert.ok(await keyring.verify(created.key))
  const rotated = await rotateKey(db, created.id, 60_000, NOW)
  assert.ok(await keyring.verify(rotated!.key))
})

it('refuses a key from the moment of its expiry', async (t) => {
  const db = await sqlite.newDatabase(t)
  const created = await createKey(db, { name: 'A', tier: 'standard', expiresAt: NOW + 500 }, NOW)
  const keyring = open(t, db)
  assert.ok(await keyring.verify(created.key))
  keyring.pass(499)
  assert.ok(await keyring.verify(created.key))
  keyring.pass(1)
  assert.equal(await keyring.verify(created.key), undefined)
  keyring.pass(10_000)
  assert.equal(await keyring.verify(created.key), undefined)
})

it('believes what it knows for less than 5 seconds', async (t) => {
  const db = await sqlite.newDatabase(t)
  const created = await createKey(db, { name: 'A', tier: 'standard', expiresAt: null }, NOW)
  const keyring = open(t, db)
  assert.ok(await keyring.verify(created.key))
  await revokeKey(db, created.id, NOW)
  keyring.pass(4_999)
  assert.equal(await keyring.verify(created.key), undefined)
})

it('finds out about a revocation by itself while a key is in use', async (t) => {
  const db = await sqlite.newDatabase(t)
  const created = await createKey(db, { name: 'A', tier: 'standard', expiresAt: null }, NOW)
  const keyring = createKeyring(db, { refreshMs: 5 })
  t.after(() => keyring.close())
  assert.ok(await keyring.verify(created.key))
  await revokeKey(db, created.id, NOW)
  while (await keyring.verify(created.key)) await new Promise((resolve) => setTimeout(resolve, 2))
})

it('says 503 when a key cannot be looked up, and still refuses what needs no look-up', async (t) => {
  const db = await sqlite.newDatabase(t)
  const created = await createKey(db, { name: 'A', tier: 'standard', expiresAt: null }, NOW)
  const keyring = open(t, db)
  assert.ok(await keyring.verify(created.key))
  await db.schema.dropTable('key_secrets').execute()
  assert.ok(await keyring.verify(created.key), 'what is known is good for a while')
  assert.equal(await keyring.verify(flip(created.key, 20)), undefined)
  keyring.pass(4_001)
  await assert.rejects(
    async () => keyring.verify(created.key),
    (error) => {
      assert.ok(error instanceof Problem)
      assert.deepEqual([error.status, error.headers], [503, { 'retry-after': '2' }])
      return true
    },
  )
})
