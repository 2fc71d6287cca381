import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { onEachBackend } from '../backends.ts'
import { holdLock } from '../hold-lock.ts'
import { createPostgresDatabase, startPostgres } from '../postgres.ts'
import { type Service, startService, yantra } from '../service.ts'

/** NIGHTLY=1 holds the lock and the database for as long as an operator's mistake does; otherwise for as long as it takes. */
const [LOCKED_MS, FROZEN_MS] = process.env.NIGHTLY === '1' ? [60_000, 20_000] : [0, 0]
const SUBSCRIPTION = { url: 'http://127.0.0.1:4999/hook', events: ['price.updated'] }

async function open(t: TestContext, url: string) {
  const service = await startService(t, {
    DATABASE_URL: url,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    RATE_LIMIT_ENTERPRISE: '0',
  })
  const args = ['keys', 'create', '--name', 'n', '--tier', 'enterprise', '--json']
  const issued = JSON.parse((await yantra(service.env, ...args)).stdout) as { id: string; key: string }
  return { service, issued, ask: asker(service, issued.key) }
}

/** Asks with the key, and tells how long the answer took. */
function asker({ url }: Service, key: string) {
  return async (method: string, path: string, body?: object) => {
    const start = performance.now()
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = (await response.json()) as unknown[]
    const seconds = (performance.now() - start) / 1_000
    return { status: response.status, retryAfter: response.headers.get('retry-after'), answer, seconds }
  }
}

onEachBackend('a service whose database another process has locked', (backend) => {
  it('makes no subscription for a caller that went away while it waited for the lock', async (t) => {
    const url = await backend.newUrl(t)
    const { service, issued, ask } = await open(t, url)
    const letGo = await holdLock(t, url)
    const body = JSON.stringify(SUBSCRIPTION)
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    socket.write(
      `POST /v1/webhooks HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${issued.key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    // Behind it in the same line: when this one was refused, the first has had its turn and waited for the lock.
    assert.equal((await ask('POST', '/v1/webhooks', SUBSCRIPTION)).status, 503)
    socket.destroy()
    // The service has heard of it when it answers what came after.
    assert.equal((await ask('GET', '/healthz')).status, 200)
    await letGo()
    assert.equal((await ask('POST', '/v1/webhooks', SUBSCRIPTION)).status, 200)
    assert.equal((await ask('GET', '/v1/webhooks')).answer.length, 1)
  })

  it('answers reads as ever, writes with 503, does none of those later, and lets a revocation through after', async (t) => {
    const url = await backend.newUrl(t)
    const { service, issued, ask } = await open(t, url)
    assert.equal((await ask('POST', '/v1/webhooks', SUBSCRIPTION)).status, 200)
    const letGo = await holdLock(t, url)
    const locked = performance.now()
    const writes = Array.from({ length: 12 }, () => ask('POST', '/v1/webhooks', SUBSCRIPTION))
    for (const path of ['/v1/tractors?q=mahindra', '/v1/tractors/mahindra-575-di', '/v1/webhooks', '/readyz']) {
      assert.equal((await ask('GET', path)).status, 200, path)
    }
    const refused = await Promise.all(writes)
    for (const { status, retryAfter } of refused) assert.deepEqual([status, Number(retryAfter) > 0], [503, true])
    const revoking = yantra(service.env, 'keys', 'revoke', issued.id)
    await sleep(Math.max(0, locked + LOCKED_MS - performance.now()))
    await letGo()
    const start = performance.now()
    assert.equal((await revoking).code, 0)
    t.diagnostic(
      `${refused.length} writes were answered 503 after at most ${Math.max(...refused.map((one) => one.seconds)).toFixed(1)} s; ` +
        `the revocation was through ${Math.round(performance.now() - start)} ms after the lock's end`,
    )
    const made = await yantra(service.env, 'webhooks', 'list', '--json')
    assert.equal(JSON.parse(made.stdout).length, 1)
  })
})

it('a service whose PostgreSQL is frozen answers 503 for what needs it, never 500, and goes on when it is back', async (t) => {
  const server = await startPostgres()
  const { service, ask } = await open(t, await createPostgresDatabase(server.url))
  t.after(() => server.stop())
  const listing = '/v1/market/listings/1'
  const known = (await ask('GET', listing)).status
  server.freeze()
  const frozen = performance.now()
  const unfrozen = setTimeout(() => server.thaw(), 60_000)
  t.after(() => clearTimeout(unfrozen))
  const paths = [
    listing,
    '/v1/market/listings/2',
    '/v1/market/listings/999999',
    '/v1/webhooks',
    '/v1/tractors/swaraj-855-xm',
  ]
  const asked = paths.flatMap((path) => [1, 2, 3, 4].map(() => ask('GET', path)))
  const writes = [1, 2, 3].map(() => ask('POST', '/v1/webhooks', SUBSCRIPTION))
  const metrics = await fetch(`${service.url}/metrics`)
  const answers = await Promise.all([...asked, ...writes])
  const slowest = Math.max(...answers.map((one) => one.seconds))
  const statuses = Map.groupBy(answers, (one) => one.status)
  t.diagnostic(
    `${[...statuses].map(([status, list]) => `${list.length} × ${status}`).join(', ')}; the slowest after ${slowest.toFixed(1)} s`,
  )
  for (const { status, retryAfter } of answers) {
    assert.ok(status === 503 || status === 200 || status === 404, String(status))
    if (status === 503) assert.ok(Number(retryAfter) > 0)
  }
  assert.ok((statuses.get(503)?.length ?? 0) > 0)
  assert.equal(metrics.status, 200)
  assert.equal((await ask('GET', '/healthz')).status, 200)
  assert.equal((await fetch(`${service.url}/v1/tractors?q=mahindra`)).status, 200)
  await sleep(Math.max(0, frozen + FROZEN_MS - performance.now()))
  server.thaw()
  while ((await ask('GET', listing)).status !== known);
  assert.deepEqual((await ask('GET', '/v1/webhooks')).answer, [])
})
