import assert from 'node:assert/strict'
import { chmodSync, statSync } from 'node:fs'
import { it } from 'node:test'
import { createKey, listKeys, revokeKey } from '../../src/auth/api-key-store.ts'
import { openDatabase } from '../../src/database/open.ts'
import { readRevision, writeTransaction } from '../../src/database/schema.ts'
import { DatabaseUnavailable, REQUEST_TIMEOUTS } from '../../src/database/unavailable.ts'
import { createSubscription, listSubscriptions } from '../../src/webhooks/subscriptions.ts'
import { onEachBackend, sqlite, target } from '../backends.ts'
import { holdLock } from '../hold-lock.ts'
import { newKeyId, newSecrets } from '../webhooks/workshop.ts'

onEachBackend('while another process holds the writer lock', (backend) => {
  it('a request gets 503 in time, what it asked for is not done later, and reads go on', async (t) => {
    const url = await backend.newUrl(t)
    const patience = { ...REQUEST_TIMEOUTS, lockMs: 300 }
    const db = await openDatabase(target(url), { timeouts: patience })
    t.after(() => db.destroy())
    const secrets = await newSecrets()
    const keyId = await newKeyId(db)
    const letGo = await holdLock(t, url)
    const input = { url: 'https://example.com/', events: ['price.updated' as const] }
    const create = () => createSubscription(db, secrets, keyId, input, Date.now())
    const attempts = await Promise.allSettled([create(), create(), create()])
    for (const attempt of attempts) {
      assert.ok(attempt.status === 'rejected' && attempt.reason instanceof DatabaseUnavailable, String(attempt.status))
      assert.equal(attempt.reason.reason, 'lock')
    }
    assert.deepEqual(await listSubscriptions(db, keyId), [])
    assert.ok((await readRevision(db)) >= 0)
    await letGo()
    await writeTransaction(db, async () => {})
    assert.deepEqual(await listSubscriptions(db, keyId), [])
    await create()
    assert.equal((await listSubscriptions(db, keyId)).length, 1)
  })

  it('a command waits its turn and gets through', async (t) => {
    const url = await backend.newUrl(t)
    let reported = 0
    const db = await openDatabase(target(url), { onWait: () => reported++ })
    t.after(() => db.destroy())
    const { id } = await createKey(db, { name: 'A', tier: 'standard', expiresAt: null }, Date.now())
    const letGo = await holdLock(t, url)
    const revoking = revokeKey(db, id, Date.now())
    // Longer than it takes a waiting writer to say that it waits.
    if (backend.name === 'sqlite') while (reported === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    await letGo()
    assert.ok((await revoking)?.revoked_at)
    assert.ok((await listKeys(db))[0]?.revoked_at)
    assert.ok(reported <= 1)
  })
})

it('SQLite keeps its files for their owner alone, also those of a database that others could read', async (t) => {
  const url = await sqlite.newUrl(t)
  const path = url.slice('file:'.length)
  const modes = () => ['', '-wal', '-shm'].map((end) => (statSync(path + end).mode & 0o777).toString(8))
  const first = await openDatabase(target(url))
  t.after(() => first.destroy())
  await newKeyId(first)
  assert.deepEqual(modes(), ['600', '600', '600'])
  for (const end of ['', '-wal', '-shm']) chmodSync(path + end, 0o644)
  const second = await openDatabase(target(url))
  t.after(() => second.destroy())
  assert.deepEqual(modes(), ['600', '600', '600'])
})
