import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { OPERATIONS } from '../../src/schema/api/operations.ts'
import { ask } from '../ask.ts'
import { sqlite } from '../backends.ts'
import { catalogueApp } from '../catalogue-app.ts'
import { exchange } from '../exchange.ts'
import { sampleService } from '../sample-service.ts'

const SHEET = '/v1/tractors/mahindra-575-di'

async function open(t: TestContext, env: Record<string, string> = {}) {
  const db = await sqlite.newSample(t)
  return catalogueApp(t, db, { env })
}

/** What must not depend on who answered. */
function steady({ status, headers }: Awaited<ReturnType<typeof ask>>) {
  const { date: _, 'x-request-id': _id, ratelimit: _r, connection: _c, 'keep-alive': _k, ...rest } = headers
  return { status, ...rest }
}

it('the app and the cache in front of it answer alike, whatever the method, tag and coding', async (t) => {
  const app = await open(t, { RATE_LIMIT_ANONYMOUS: '1000' })
  for (const path of [SHEET, '/v1/tractors?sort=hp_asc', `${SHEET}/implements`, '/v1/machines/classes']) {
    const { etag } = (await ask(app.url + path)).headers
    for (const method of ['GET', 'HEAD'])
      for (const tag of [undefined, etag!, '"other"', '*'])
        for (const coding of [undefined, 'gzip']) {
          const headers = { ...(tag && { 'if-none-match': tag }), ...(coding && { 'accept-encoding': coding }) }
          app.forget()
          const before = app.cacheHits()
          const first = await ask(app.url + path, headers, method)
          assert.equal(app.cacheHits(), before)
          await ask(app.url + path, coding ? { 'accept-encoding': coding } : {})
          const then = app.cacheHits()
          const again = await ask(app.url + path, headers, method)
          assert.equal(app.cacheHits(), then + 1)
          assert.deepEqual(steady(again), steady(first), `${method} ${path} ${tag} ${coding}`)
          assert.deepEqual(again.body, first.body)
          assert.notEqual(first.headers['x-request-id'], again.headers['x-request-id'])
        }
  }
})

it('the app and the cache in front of it count a caller behind a proxy once, whatever the list looks like', async (t) => {
  const app = await open(t, { RATE_LIMIT_ANONYMOUS: '10', TRUST_PROXY: '1' })
  const left = async (forwarded: string) => {
    const { headers } = await ask(app.url + SHEET, { 'x-forwarded-for': forwarded })
    return Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1])
  }
  const lists = ['203.0.113.7', '203.0.113.7, ', ',203.0.113.7,,', '203.0.113.7']
  const counts: number[] = []
  for (const list of lists) counts.push(await left(list))
  assert.deepEqual(counts, [9, 8, 7, 6])
})

it('the app and the cache in front of it take a target that names the whole address, or spells the path otherwise', async (t) => {
  const app = await open(t)
  for (const target of [`http://a${SHEET}`, `HTTP://a:80${SHEET}`, '/%761/tractors/mahindra-575-di']) {
    const { status } = await exchange(app.port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    assert.equal(status, 200, target)
  }
})

it('the app and the cache in front of it give every problem its request id and CORS headers', async (t) => {
  const app = await open(t)
  for (const path of ['/v1/tractors/%zz', '/v1/tractors/%', '/%zz', '/v1', '/v1/tractors?x=1', '/nowhere']) {
    const { headers, body } = await ask(app.url + path)
    assert.match(headers['content-type']!, /^application\/problem\+json/, path)
    assert.equal(headers['access-control-allow-origin'], '*', path)
    assert.equal(headers['x-request-id'], JSON.parse(body.toString()).request_id, path)
    assert.equal(headers['content-length'], String(body.length))
  }
})

it('an unknown path is told what there is', async () => {
  const service = await sampleService()
  for (const path of ['/v1', '/v1/', '/v1/tractor', '/nowhere']) {
    const response = await service.get(path)
    assert.equal(response.status, 404, path)
    const { detail } = (await response.json()) as { detail: string }
    for (const operation of OPERATIONS) assert.ok(detail.includes(`${operation.method} ${operation.path}`), path)
  }
  assert.equal((await service.get('/favicon.ico')).status, 204)
})
