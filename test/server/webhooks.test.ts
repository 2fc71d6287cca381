import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { Check } from 'typebox/value'
import { createKey } from '../../src/auth/api-key-store.ts'
import type { Tier } from '../../src/schema/api/values.ts'
import {
  Webhook,
  WebhookCreated,
  WebhookDeliveries,
  WebhookPing,
  WebhookRedelivered,
  WebhookSecret,
  WebhookStatus,
} from '../../src/schema/api/webhook.ts'
import { createPost } from '../../src/webhooks/post.ts'
import { createSender } from '../../src/webhooks/sender.ts'
import { WrongSecretKeyError } from '../../src/webhooks/signing.ts'
import { createTargetGuard, type Resolve, UnresolvableHostError } from '../../src/webhooks/ssrf-guard.ts'
import { postgres, sqlite } from '../backends.ts'
import { catalogueApp } from '../catalogue-app.ts'
import { newLog, newSecrets, publish, startReceiver } from '../webhooks/workshop.ts'

const GOOD = { url: 'https://hooks.example.com/yantra', events: ['price.updated'] }

const resolve: Resolve = async (host) => {
  if (host.startsWith('nowhere.')) throw new UnresolvableHostError(host)
  if (host.startsWith('servfail.')) throw Object.assign(new Error('queryA ESERVFAIL'), { code: 'ESERVFAIL' })
  return [{ address: host.startsWith('inside.') ? '10.0.0.7' : '93.184.215.14', family: 4 }]
}

async function open(t: TestContext, { backend = sqlite, wrongKey = false, allowPrivate = false } = {}) {
  const db = await backend.newDatabase(t)
  const secrets = await newSecrets()
  const targetGuard = createTargetGuard({ allowPrivate, resolve })
  const { url } = await catalogueApp(t, db, {
    env: { RATE_LIMIT_STANDARD: '0', RATE_LIMIT_ENTERPRISE: '0' },
    secrets: wrongKey ? { ...secrets, wrongKey: new WrongSecretKeyError() } : secrets,
    targetGuard,
  })
  const newKey = async (tier: Tier = 'enterprise') =>
    (await createKey(db, { name: 'test', tier, expiresAt: null }, Date.now())).key
  const key = await newKey()

  /** One request; a body that is no string is sent as JSON. */
  async function call(method: string, path: string, { body = undefined as unknown, as = key, headers = {} } = {}) {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(as ? { authorization: `Bearer ${as}` } : {}),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text as string }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
    return { status: response.status, headers: response.headers, body: (await response.json()) as any }
  }
  const create = (body: unknown, options = {}) => call('POST', '/v1/webhooks', { body, ...options })
  const post = createPost(targetGuard)
  const sendDue = () => createSender({ db, secrets, post, log: newLog() }).sendDue()
  return { db, call, create, newKey, sendDue }
}

it('webhook subscriptions are made, listed newest first without their secret, and removed', async (t) => {
  const { call, create } = await open(t)
  const url = 'https://HOOKS.example.com:8443/Yantra?a=%20#x'
  const first = await create({ url, events: ['variant.updated', 'price.updated'] })
  assert.equal(first.status, 200)
  assert.ok(Check(WebhookCreated, first.body))
  assert.deepEqual(Object.keys(first.body), ['id', 'url', 'events', 'created_at', 'secret'])
  assert.match(first.body.id, /^wh_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.match(first.body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(first.body.url, url)
  assert.deepEqual(first.body.events, ['variant.updated', 'price.updated'])
  assert.equal(first.headers.get('cache-control'), 'no-store')
  const second = await create(GOOD)
  const list = await call('GET', '/v1/webhooks')
  assert.equal(list.status, 200)
  assert.deepEqual(
    list.body,
    [second.body, first.body].map(({ secret: _, ...rest }) => rest),
  )
  for (const item of list.body) assert.ok(Check(Webhook, item))
  const removed = await call('DELETE', `/v1/webhooks/${first.body.id}`)
  assert.deepEqual([removed.status, removed.body], [200, { id: first.body.id, deleted: true }])
  assert.equal((await call('DELETE', `/v1/webhooks/${first.body.id}`)).status, 404)
  assert.equal((await call('GET', '/v1/webhooks')).body.length, 1)
})

it('webhook subscriptions tell their subscriber how they fare, send a test, rotate and send again', async (t) => {
  const { db, call, create, newKey, sendDue } = await open(t, { allowPrivate: true })
  const answer = { status: 500 }
  const receiver = await startReceiver(t, (_, response) => response.writeHead(answer.status).end('no'))
  const { body: created } = await create({ url: receiver.url, events: ['price.updated', 'variant.updated'] })
  const path = `/v1/webhooks/${created.id}`
  const { secret, ...fields } = created
  const calm = { disabled_reason: null, pending: 0, last_success_at: null, last_failure_at: null, last_error: null }
  assert.deepEqual((await call('GET', path)).body, { ...fields, status: 'active', ...calm })

  await publish(db, 3)
  await sendDue()
  const failing = (await call('GET', path)).body
  assert.ok(Check(WebhookStatus, failing))
  assert.deepEqual([failing.status, failing.pending], ['failing', 3])
  assert.equal(failing.last_error, 'the receiver answered 500')
  assert.ok(Date.now() - Date.parse(String(failing.last_failure_at)) < 60_000)

  const log = (await call('GET', `${path}/deliveries?limit=2`)).body
  assert.ok(Check(WebhookDeliveries, log))
  assert.deepEqual([log.deliveries.length, log.limit, log.offset, log.has_more], [2, 2, 0, true])
  assert.deepEqual([log.deliveries[0]?.state, log.deliveries[0]?.attempts[0]?.status], ['pending', 500])
  const rest = (await call('GET', `${path}/deliveries?limit=2&offset=2`)).body
  assert.deepEqual([rest.deliveries.length, rest.has_more], [1, false])
  await db
    .updateTable('deliveries')
    .set({ created_at: Date.now() - 8 * 86_400_000 })
    .execute()
  assert.deepEqual((await call('GET', `${path}/deliveries`)).body.deliveries, [])
  await db.updateTable('deliveries').set({ created_at: Date.now() }).execute()

  const bad = (await call('POST', `${path}/ping`)).body
  assert.ok(Check(WebhookPing, bad))
  assert.deepEqual([bad.delivered, bad.status, bad.error], [false, 500, null])
  answer.status = 204
  const good = (await call('POST', `${path}/ping`)).body
  assert.deepEqual([good.delivered, good.status], [true, 204])
  const { body, headers } = receiver.requests.at(-1)!
  assert.equal(JSON.parse(body).id, good.event_id)

  const rotated = (await call('POST', `${path}/rotate-secret`)).body
  assert.ok(Check(WebhookSecret, rotated))
  assert.notEqual(rotated.secret, secret)
  assert.ok(Date.parse(rotated.overlap_until) > Date.now() + 86_000_000)
  assert.equal(String(headers['webhook-signature']).split(' ').length, 1)
  await call('POST', `${path}/ping`)
  assert.equal(String(receiver.requests.at(-1)!.headers['webhook-signature']).split(' ').length, 2)

  const again = (await call('POST', `${path}/redeliver`, { body: { since: '1h' } })).body
  assert.ok(Check(WebhookRedelivered, again))
  const ago = (since: string) => Date.now() - Date.parse(since)
  assert.deepEqual([again.id, again.redelivered], [created.id, 3])
  assert.ok(Math.abs(ago(again.since) - 3_600_000) < 60_000)
  assert.equal(await sendDue(), 3)
  const later = new Date(Date.now() + 60_000).toISOString()
  const older = (await call('POST', `${path}/redeliver`, { body: { since: '2020-01-01' } })).body
  assert.ok(Math.abs(ago(older.since) - 30 * 86_400_000) < 60_000, 'what is kept begins thirty days ago')
  for (const body of [undefined, {}, [], { since: later }, { since: 'soon' }, { since: 7 }, { since: '1h', more: 1 }]) {
    assert.equal((await call('POST', `${path}/redeliver`, { body })).status, 400, JSON.stringify(body))
  }

  const other = await newKey()
  for (const [method, end] of [
    ['GET', ''],
    ['GET', '/deliveries'],
    ['POST', '/ping'],
    ['POST', '/rotate-secret'],
    ['POST', '/redeliver'],
  ] as const) {
    const sent = end === '/redeliver' ? { body: { since: '1h' } } : {}
    assert.equal((await call(method, path + end, { as: other, ...sent })).status, 404, end)
    assert.equal((await call(method, `/v1/webhooks/wh_%00${end}`, sent)).status, 404, end)
    assert.equal((await call(method, path + end, { as: '', ...sent })).status, 401, end)
  }
})

for (const backend of [sqlite, postgres])
  it(`webhook subscriptions are made once under one Idempotency-Key, on ${backend.name}`, async (t) => {
    const { db, call, create, newKey } = await open(t, { backend })
    const headers = { 'idempotency-key': 'portal-7' }
    const all = await Promise.all([1, 2, 3].map(() => create(GOOD, { headers })))
    for (const { status, body } of all) assert.deepEqual([status, body], [200, all[0]!.body])
    assert.equal((await call('GET', '/v1/webhooks')).body.length, 1)
    const conflict = await create({ ...GOOD, events: ['variant.updated'] }, { headers })
    assert.deepEqual([conflict.status, conflict.body.code], [409, 'idempotency-conflict'])
    assert.notEqual((await create(GOOD, { headers, as: await newKey() })).body.id, all[0]!.body.id)
    const rows = await db.selectFrom('idempotency_keys').selectAll().execute()
    for (const { sealed } of rows) assert.ok(!sealed.includes(all[0]!.body.secret))
    await db
      .updateTable('idempotency_keys')
      .set({ created_at: Date.now() - 86_400_000 })
      .execute()
    assert.notEqual((await create(GOOD, { headers })).body.id, all[0]!.body.id)
    for (const bad of [' ', 'a b', 'x'.repeat(256)]) {
      const refused = await create(GOOD, { headers: { 'idempotency-key': bad } })
      assert.deepEqual([refused.status, refused.body.errors?.[0].parameter], [400, 'Idempotency-Key'], bad)
    }
  })

it('webhook subscriptions belong to their key alone', async (t) => {
  const { call, create, newKey } = await open(t)
  const { body } = await create(GOOD)
  const other = await newKey()
  assert.deepEqual((await call('GET', '/v1/webhooks', { as: other })).body, [])
  const unknown = 'wh_01890a5d-ac96-774b-bcce-b302099a8057'
  const problems = []
  for (const id of [body.id, unknown, 'wh_1', '1', 'x'.repeat(500), '%00', "'; drop table subscriptions; --"]) {
    const { status, body } = await call('DELETE', `/v1/webhooks/${encodeURIComponent(id)}`, { as: other })
    assert.equal(status, 404, id)
    problems.push(JSON.stringify({ ...body, request_id: '' }))
  }
  assert.equal(new Set(problems).size, 1)
  t.diagnostic(`another's, unknown and malformed ids: ${problems.length} × 404, all alike`)
  assert.equal((await call('GET', '/v1/webhooks')).body.length, 1)
})

it('webhook subscriptions answer 503 when the resolver fails', async (t) => {
  const { create } = await open(t)
  const answer = await create({ ...GOOD, url: 'https://servfail.example/' })
  assert.equal(answer.status, 503)
  assert.ok(Number(answer.headers.get('retry-after')) > 0)
  assert.doesNotMatch(JSON.stringify(answer.body), /ESERVFAIL/)
})

it('webhook subscriptions take JSON in any case, but not compressed', async (t) => {
  const { create } = await open(t)
  assert.equal((await create(GOOD, { headers: { 'content-encoding': 'gzip' } })).status, 415)
  assert.equal((await create(GOOD, { headers: { 'content-type': 'Application/JSON; charset=utf-8' } })).status, 200)
})

for (const backend of [sqlite, postgres])
  it(`webhook subscriptions are twenty a key at most, with thirty requests at once, on ${backend.name}`, async (t) => {
    const { call, create, newKey } = await open(t, { backend })
    // On a busy machine the last of thirty may not get their turn in time; they ask again, as clients do.
    const createOnceFree = async () => {
      for (;;) {
        const answer = await create(GOOD)
        if (answer.status !== 503) return answer
      }
    }
    const answers = await Promise.all(Array.from({ length: 30 }, createOnceFree))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    assert.deepEqual([count(200), count(409)], [20, 10])
    assert.equal(answers.find((answer) => answer.status === 409)?.body.code, 'subscription-limit')
    const { body: list } = await call('GET', '/v1/webhooks')
    assert.equal(list.length, 20)
    const times = list.map((item: { created_at: string }) => item.created_at)
    assert.deepEqual(times, times.toSorted().toReversed())
    assert.equal((await create(GOOD, { as: await newKey() })).status, 200)
    await call('DELETE', `/v1/webhooks/${list[3].id}`)
    assert.equal((await create(GOOD)).status, 200)
  })

it('webhook subscriptions cannot be made while the secret key is a wrong one, and can be listed', async (t) => {
  const { call, create } = await open(t, { wrongKey: true })
  const answer = await create(GOOD)
  assert.equal(answer.status, 503)
  assert.doesNotMatch(JSON.stringify(answer.body), /SECRET_KEY/)
  assert.equal((await call('GET', '/v1/webhooks')).status, 200)
  assert.equal((await create({})).status, 400)
})
