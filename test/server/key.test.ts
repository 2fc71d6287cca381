import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Check } from 'typebox/value'
import { createKeyUse } from '../../src/admin/key-use.ts'
import { Key } from '../../src/schema/api/key.ts'
import { createAccess } from '../../src/server/access.ts'
import { ask } from '../ask.ts'
import { onEachBackend, sqlite } from '../backends.ts'
import { startService, yantra } from '../service.ts'

onEachBackend('the use of a key', (backend) => {
  it('is kept by day, refusals apart from errors', async (t) => {
    const db = await backend.newDatabase(t)
    const keyUse = createKeyUse((route) => route)
    for (const status of [200, 304, 404, 429, 503]) keyUse.note('/v1/tractors', status, 'key_1')
    await db.transaction().execute((trx) => keyUse.write(trx, Date.now()))
    const [row] = await db.selectFrom('key_use').selectAll().execute()
    assert.deepEqual([row?.requests, row?.errors, row?.refused].map(Number), [5, 1, 2])
  })
})

it('tells a key of itself, and what was asked and refused with it', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t), SECRET_KEY: 'k'.repeat(32), RATE_LIMIT_STANDARD: '3' }
  const service = await startService(t, { ...env, SAMPLE: 'true' })
  const issued = await yantra(env, 'keys', 'create', '--name', 'a lender', '--tier', 'standard', '--json')
  const { key, id } = JSON.parse(issued.stdout) as { key: string; id: string }
  const headers = { authorization: `Bearer ${key}` }
  assert.equal((await ask(`${service.url}/v1/key`)).status, 401)
  const reported = await ask(`${service.url}/v1/key`, headers)
  const body = JSON.parse(String(reported.body)) as Key
  assert.ok(Check(Key, body))
  assert.deepEqual([body.id, body.name, body.tier, body.limit_per_minute], [id, 'a lender', 'standard', 3])
  assert.equal(reported.headers['cache-control'], 'no-store')
  assert.equal(JSON.stringify(body).includes(key), false)
})

it('counts for the key what its limit or its tier refuses', async () => {
  const caller = { keyId: 'key_1', tier: 'standard' } as const
  const access = createAccess({
    keyring: { verify: async () => caller } as never,
    limiter: { take: () => ({ allowed: false, remaining: 0, resetMs: 1 }), refund() {} } as never,
    requireKey: false,
    rateLimits: { anonymous: 1, standard: 1, enterprise: 1 },
  })
  const credentials = { authorization: 'Bearer k', rawHeaders: ['Authorization', 'Bearer k'], address: 'a' }
  const admit = async (tier: 'read' | 'enterprise') => access.admit(credentials, tier)
  await assert.rejects(admit('read'), { code: 'rate-limited', keyId: 'key_1' })
  await assert.rejects(admit('enterprise'), { code: 'forbidden', keyId: 'key_1' })
})
