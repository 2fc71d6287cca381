import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { createKey, newKeyString } from '../../src/auth/api-key-store.ts'
import type { Tier } from '../../src/schema/api/values.ts'
import { startAccessApp } from '../access-app.ts'
import { sqlite } from '../backends.ts'
import { exchange } from '../exchange.ts'

const SHEET = '/v1/tractors/a-tractor'
const HOOKS = '/v1/webhooks'

async function open(t: TestContext, env: Record<string, string> = {}) {
  const db = await sqlite.newDatabase(t)
  const lines: string[] = []
  const app = await startAccessApp({ LOG_LEVEL: 'trace', ...env }, { db, onLine: (line) => lines.push(line) })
  t.after(() => app.close())
  return {
    ...app,
    lines,
    newKey: async (tier: Tier, expiresAt: number | null = null, limit: number | null = null) =>
      (await createKey(db, { name: 'test', tier, limit, expiresAt }, Date.now())).key,
    get: (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers }),
    post: (path: string, headers: Record<string, string> = {}, body = '{}') =>
      fetch(app.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }),
  }
}

function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` }
}

async function problemOf(response: Response) {
  assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/)
  return (await response.json()) as { status: number; code: string; detail: string }
}

it('access takes a good key, its scheme in any case, and the limit of its tier or of the key', async (t) => {
  const app = await open(t)
  const key = await app.newKey('standard')
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
    const response = await app.get(SHEET, { authorization: `${scheme} ${key}` })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('ratelimit-policy'), '"standard";q=3000;w=60')
  }
  const limited = bearer(await app.newKey('standard', null, 2))
  const statuses = [await app.get(SHEET, limited), await app.get(SHEET, limited), await app.get(SHEET, limited)]
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [200, 200, 429],
  )
  assert.equal(statuses[0]!.headers.get('ratelimit-policy'), '"standard";q=2;w=60')
  const enterprise = await app.get(SHEET, bearer(await app.newKey('enterprise')))
  assert.equal(enterprise.headers.get('ratelimit-policy'), '"enterprise";q=30000;w=60')
})

it('access refuses an Authorization header that is there but empty', async (t) => {
  const app = await open(t)
  const answer = await exchange(
    app.port,
    `GET ${SHEET} HTTP/1.1\r\nHost: a\r\nAuthorization:\r\nConnection: close\r\n\r\n`,
  )
  assert.equal(answer.status, 401)
})

it('access closes the reads when keys are required, and leaves what lies outside /v1 open', async (t) => {
  const app = await open(t, { REQUIRE_KEY: 'true' })
  const without = await app.get(SHEET)
  assert.equal(without.status, 401)
  assert.equal(without.headers.get('www-authenticate'), 'Bearer')
  assert.match(await without.text(), /Send the header Authorization: Bearer <key>\./)
  assert.equal((await app.get(SHEET, bearer(await app.newKey('standard')))).status, 200)
  assert.equal((await app.get('/healthz')).status, 200)
  // The second response comes from the cache.
  for (let i = 0; i < 2; i++) assert.equal((await app.get('/pictures/tractor.svg')).status, 200)
})

it('access checks route, key, tier, limit and input in this order', async (t) => {
  const app = await open(t, { RATE_LIMIT_ANONYMOUS: '1', RATE_LIMIT_STANDARD: '1', RATE_LIMIT_ENTERPRISE: '1' })
  const [standard, enterprise] = [await app.newKey('standard'), await app.newKey('enterprise')]
  const large = 'x'.repeat(70_000)
  await Promise.all([app.get(SHEET), app.get(SHEET, bearer(standard)), app.get(SHEET, bearer(enterprise))])
  const statuses = async (headers: Record<string, string>) => [
    (await app.post('/v1/nothing', headers, large)).status,
    (await app.post(SHEET, headers, large)).status,
    (await app.post(HOOKS, headers, large)).status,
  ]
  assert.deepEqual(await statuses(bearer(newKeyString())), [404, 405, 401])
  assert.deepEqual(await statuses(bearer(standard)), [404, 405, 403])
  assert.deepEqual(await statuses(bearer(enterprise)), [404, 405, 429])
  assert.deepEqual(await statuses(bearer(await app.newKey('enterprise'))), [404, 405, 413])
})

it('limits end with 429, Retry-After and the same fields', async (t) => {
  const app = await open(t, { RATE_LIMIT_STANDARD: '3' })
  const key = await app.newKey('standard')
  const left = []
  for (let i = 0; i < 3; i++) {
    const response = await app.get(SHEET, bearer(key))
    assert.equal(response.status, 200)
    left.push(Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]))
  }
  assert.deepEqual(left, [2, 1, 0])
  const response = await app.get(SHEET, bearer(key))
  assert.equal(response.status, 429)
  assert.equal((await problemOf(response)).code, 'rate-limited')
  assert.equal(response.headers.get('ratelimit-policy'), '"standard";q=3;w=60')
  const [, seconds] = /^"standard";r=0;t=(\d+)$/.exec(response.headers.get('ratelimit') ?? '') ?? []
  assert.equal(response.headers.get('retry-after'), seconds)
  assert.equal((await app.get(SHEET)).status, 200, 'the address has a limit of its own')
  assert.equal((await app.get(SHEET, bearer(await app.newKey('standard')))).status, 200, 'so has another key')
})

it('limits count a failed key against the address, which is told 401 even then', async (t) => {
  const app = await open(t, { RATE_LIMIT_ANONYMOUS: '2' })
  for (let i = 0; i < 3; i++) assert.equal((await app.get(SHEET, bearer('wrong'))).status, 401)
  assert.equal((await app.get(SHEET)).status, 429)
  assert.equal((await app.get(SHEET, bearer(await app.newKey('standard')))).status, 200)
})

it('limits of 0 lift the limit and send no fields', async (t) => {
  const app = await open(t, { RATE_LIMIT_ANONYMOUS: '0' })
  for (let i = 0; i < 5; i++) {
    const response = await app.get(SHEET)
    assert.equal(response.status, 200)
    assert.deepEqual([response.headers.get('ratelimit'), response.headers.get('ratelimit-policy')], [null, null])
  }
})

it('limits do not count a 304 for a keyed caller, and count it for others', async (t) => {
  const app = await open(t, { RATE_LIMIT_STANDARD: '5', RATE_LIMIT_ANONYMOUS: '2' })
  const headers = { ...bearer(await app.newKey('standard')), 'if-none-match': '*' }
  for (let i = 0; i < 8; i++) {
    const response = await app.get(SHEET, headers)
    assert.equal(response.status, 304)
    assert.match(response.headers.get('ratelimit') ?? '', /^"standard";r=5;t=\d+$/)
  }
  const statuses = []
  for (let i = 0; i < 3; i++) statuses.push((await app.get(SHEET, { 'if-none-match': '*' })).status)
  assert.deepEqual(statuses, [304, 304, 429])
})

it('limits count nothing outside /v1, no preflight, and no unknown path', async (t) => {
  const app = await open(t, { RATE_LIMIT_ANONYMOUS: '1' })
  for (let i = 0; i < 5; i++) {
    const health = await app.get('/healthz')
    assert.deepEqual([health.status, health.headers.get('ratelimit')], [200, null])
    await fetch(app.url + SHEET, { method: 'OPTIONS' })
    assert.equal((await app.get('/v1/nothing')).status, 404)
  }
  assert.equal((await app.get(SHEET)).status, 200)
})

it('limits do not believe X-Forwarded-For unless told to', async (t) => {
  const plain = await open(t, { RATE_LIMIT_ANONYMOUS: '1' })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  assert.equal((await plain.get(SHEET, from('192.0.2.1'))).status, 200)
  assert.equal((await plain.get(SHEET, from('192.0.2.2'))).status, 429)
})

it('limits count by the address that a trusted proxy names, IPv6 by /64', async (t) => {
  const app = await open(t, { RATE_LIMIT_ANONYMOUS: '1', TRUST_PROXY: '1' })
  const statusFrom = async (address: string) => (await app.get(SHEET, { 'x-forwarded-for': address })).status
  assert.equal(await statusFrom('192.0.2.1'), 200)
  assert.equal(await statusFrom('192.0.2.2'), 200)
  assert.equal(await statusFrom('::ffff:192.0.2.1'), 429)
  assert.equal(await statusFrom('198.51.100.7, 192.0.2.2'), 429, 'only the last proxy is believed')
  assert.equal(await statusFrom('2001:db8:1:2::1'), 200)
  assert.equal(await statusFrom('2001:db8:1:2:ffff::9'), 429)
  assert.equal(await statusFrom('2001:db8:1:3::1'), 200)
  assert.equal(await statusFrom('garbage'), 200)
  assert.equal(await statusFrom('other garbage'), 429)
})

it('the log never holds a key, whatever was done with it', async (t) => {
  const app = await open(t, { RATE_LIMIT_STANDARD: '2' })
  const key = await app.newKey('standard')
  const unknown = newKeyString()
  for (let i = 0; i < 4; i++) await app.get(SHEET, bearer(key))
  await app.post(HOOKS, bearer(key))
  await app.get(SHEET, bearer(unknown))
  await app.get(`/v1/tractors/${key}`)
  await exchange(app.port, `GET ${SHEET} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nbad header\r\n\r\n`)
  const log = app.lines.join('')
  assert.ok(!log.includes(key.slice(4, 36)) && !log.includes(unknown.slice(4, 36)))
  t.diagnostic(`${app.lines.length} lines of log, 0 keys`)
})
