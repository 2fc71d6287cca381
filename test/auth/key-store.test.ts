import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import {
  createKey,
  findSecrets,
  hashKey,
  isKeyString,
  isLive,
  listKeys,
  recordUses,
  revokeKey,
  rotateKey,
} from '../../src/auth/api-key-store.ts'
import { CommandError } from '../../src/errors.ts'
import { onEachBackend } from '../backends.ts'
import { newSecrets, subscribe } from '../webhooks/workshop.ts'

const NOW = Date.parse('2026-08-01T10:00:00Z')
const HOUR = 3_600_000

onEachBackend('the keys', (backend) => {
  it('are stored, like webhook secrets, so that no dump of the database shows them', async (t) => {
    const db = await backend.newDatabase(t)
    const created = await createKey(db, { name: 'Lender', tier: 'standard', expiresAt: NOW + HOUR }, NOW)
    assert.ok(isKeyString(created.key))
    const { secret } = await subscribe(db, await newSecrets(), created.id, 'https://example.com/')
    const tables = await db.introspection.getTables()
    const rows = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)))
    const dump = JSON.stringify(rows)
    assert.ok(dump.includes(hashKey(created.key)) && dump.includes('https://example.com/'))
    for (const text of [created.key, created.key.slice(4, 36), secret.slice('whsec_'.length)])
      assert.ok(!dump.includes(text))
    const [listed, ...others] = await listKeys(db)
    assert.deepEqual(others, [])
    assert.deepEqual(listed, {
      id: created.id,
      name: 'Lender',
      tier: 'standard',
      limit_per_minute: null,
      created_at: NOW,
      expires_at: NOW + HOUR,
      revoked_at: null,
      last_used_at: null,
      hint: created.key.slice(-4),
    })
  })

  it('keep id, name and tier when rotated, and let the old string live for the overlap', async (t) => {
    const db = await backend.newDatabase(t)
    const old = await createKey(db, { name: 'Portal', tier: 'enterprise', expiresAt: null }, NOW)
    const created = await rotateKey(db, old.id, HOUR, NOW + 1)
    assert.ok(created)
    assert.deepEqual([created.id, created.name, created.tier], [old.id, 'Portal', 'enterprise'])
    assert.notEqual(created.key, old.key)
    const result = await findSecrets(db, [hashKey(old.key), hashKey(created.key), hashKey('ytr_other')])
    const until = Object.fromEntries(result.map((secret) => [secret.hash, secret.expiresAt]))
    assert.deepEqual(until, { [hashKey(old.key)]: NOW + 1 + HOUR, [hashKey(created.key)]: Infinity })
    assert.equal((await listKeys(db))[0]?.hint, created.key.slice(-4))
  })

  it('never give an old string more time by a second rotation', async (t) => {
    const db = await backend.newDatabase(t)
    const first = await createKey(db, { name: 'A', tier: 'standard', expiresAt: null }, NOW)
    const second = await rotateKey(db, first.id, HOUR, NOW)
    const third = await rotateKey(db, first.id, 5 * HOUR, NOW + 1)
    const result = await findSecrets(db, [first.key, second!.key, third!.key].map(hashKey))
    const until = new Map(result.map((secret) => [secret.hash, secret.expiresAt]))
    assert.equal(until.get(hashKey(first.key)), NOW + HOUR)
    assert.equal(until.get(hashKey(second!.key)), NOW + 1 + 5 * HOUR)
    assert.equal(until.get(hashKey(third!.key)), Infinity)
  })

  it('cannot be rotated once expired or revoked, nor when there is none', async (t) => {
    const db = await backend.newDatabase(t)
    const expiring = await createKey(db, { name: 'A', tier: 'standard', expiresAt: NOW + 1 }, NOW)
    const revoked = await createKey(db, { name: 'B', tier: 'standard', expiresAt: null }, NOW)
    await revokeKey(db, revoked.id, NOW)
    await assert.rejects(rotateKey(db, expiring.id, HOUR, NOW + 1), CommandError)
    await assert.rejects(rotateKey(db, revoked.id, HOUR, NOW + 1), CommandError)
    assert.equal(await rotateKey(db, 'key_none', HOUR, NOW), undefined)
    assert.equal(await revokeKey(db, 'key_none', NOW), undefined)
  })

  it('lose every string when revoked, and keep the moment of the first revocation', async (t) => {
    const db = await backend.newDatabase(t)
    const old = await createKey(db, { name: 'A', tier: 'standard', expiresAt: null }, NOW)
    const created = await rotateKey(db, old.id, HOUR, NOW)
    await revokeKey(db, old.id, NOW + 5)
    await revokeKey(db, old.id, NOW + 9)
    assert.deepEqual(await findSecrets(db, [old.key, created!.key].map(hashKey)), [])
    assert.equal((await listKeys(db))[0]?.revoked_at, NOW + 5)
  })

  it('make one string each when rotated by two commands at once', async (t) => {
    const db = await backend.newDatabase(t)
    const old = await createKey(db, { name: 'A', tier: 'standard', expiresAt: null }, NOW)
    const created = await Promise.all([rotateKey(db, old.id, 0, NOW + 1), rotateKey(db, old.id, 0, NOW + 2)])
    const result = await findSecrets(
      db,
      created.map((key) => hashKey(key!.key)),
    )
    assert.equal(result.filter((secret) => secret.expiresAt === Infinity).length, 1)
  })

  it('remember their last use, never an earlier one', async (t) => {
    const db = await backend.newDatabase(t)
    const keys = []
    for (let i = 0; i < 3; i++) {
      keys.push(await createKey(db, { name: `k${i}`, tier: 'standard', expiresAt: null }, NOW + i))
    }
    const [a, b] = keys.map((key) => key.id)
    await recordUses(
      db,
      new Map([
        [a!, NOW + 10],
        [b!, NOW + 20],
      ]),
    )
    await recordUses(
      db,
      new Map([
        [a!, NOW + 30],
        [b!, NOW + 5],
        ['key_none', NOW],
      ]),
    )
    assert.deepEqual(
      (await listKeys(db)).map((key) => key.last_used_at),
      [NOW + 30, NOW + 20, null],
    )
  })

  it('are live until they expire or are revoked', async (t) => {
    const db = await backend.newDatabase(t)
    const lasting = await createKey(db, { name: 'A', tier: 'standard', expiresAt: null }, NOW)
    const expiring = await createKey(db, { name: 'B', tier: 'standard', expiresAt: NOW + 10 }, NOW)
    const revoked = await createKey(db, { name: 'C', tier: 'standard', expiresAt: null }, NOW)
    await revokeKey(db, revoked.id, NOW)
    const liveAt = async (now: number) => {
      const rows = await db.selectFrom('api_keys').select('id').where(isLive(now)).execute()
      return new Set(rows.map((row) => row.id))
    }
    assert.deepEqual(await liveAt(NOW + 9), new Set([lasting.id, expiring.id]))
    assert.deepEqual(await liveAt(NOW + 10), new Set([lasting.id]))
  })
})
