import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createKey } from '../../src/auth/api-key-store.ts'
import { ask } from '../ask.ts'
import { sqlite } from '../backends.ts'
import { type CatalogueApp, catalogueApp } from '../catalogue-app.ts'
import { processContext } from '../together.ts'

const PATHS = [
  '/v1/tractors?q=mahindra',
  '/v1/tractors/mahindra-575-di',
  '/v1/tractors/mahindra-575-di/implements',
  '/v1/machines/classes',
]

async function open(t: TestContext, env: Record<string, string> = {}) {
  const db = await sqlite.newSample(t)
  const app = await catalogueApp(t, db, { env })
  const newKey = async () => (await createKey(db, { name: 'test', tier: 'standard', expiresAt: null }, Date.now())).key
  return { ...app, newKey, ask: (path: string, headers = {}, method = 'GET') => ask(app.url + path, headers, method) }
}

const plain = processContext()
let shared: Promise<CatalogueApp> | undefined

/** Returns the app without settings, which all tests of this file share. */
async function openPlain() {
  shared ??= sqlite.newSample(plain).then((db) => catalogueApp(plain, db))
  const app = await shared
  return { ...app, ask: (path: string, headers = {}, method = 'GET') => ask(app.url + path, headers, method) }
}

/** Twice each: the first answer comes from the app, the second from what it keeps. */
const ROUNDS = ['first', 'again']

it('the reads give strong tags that differ by coding, and the same bytes below', async () => {
  const app = await openPlain()
  for (const path of PATHS) {
    for (const round of ROUNDS) {
      const plain = await app.ask(path)
      const brotli = await app.ask(path, { 'accept-encoding': 'gzip, br' })
      const gzip = await app.ask(path, { 'accept-encoding': 'gzip' })
      const tags = [plain, brotli, gzip].map(({ headers }) => headers.etag!)
      for (const tag of tags) assert.match(tag, /^"[\w-]+"$/)
      assert.equal(new Set(tags).size, 3, `${path} ${round}`)
      assert.equal(plain.headers['content-encoding'], undefined)
      assert.equal(brotli.headers['content-encoding'], 'br')
      assert.equal(gzip.headers['content-encoding'], 'gzip')
      assert.deepEqual(brotliDecompressSync(brotli.body), plain.body)
      assert.deepEqual(gunzipSync(gzip.body), plain.body)
      for (const { headers, body } of [plain, brotli, gzip]) {
        assert.equal(headers['content-length'], String(body.length))
        assert.match(headers.vary!, /accept-encoding/i)
        assert.equal(headers['cache-control'], 'public, max-age=1, stale-while-revalidate=1')
      }
    }
  }
  assert.ok(app.cacheHits() > 0)
})

it('the reads leave small answers as they are', async () => {
  const app = await openPlain()
  const reply = await app.ask('/v1/tractors?manufacturer=nobody&limit=0', { 'accept-encoding': 'br' })
  assert.equal(reply.headers['content-encoding'], undefined)
  assert.ok(reply.body.length < 1_000)
})

it('the reads answer preflights without a key, even where reads need one', async (t) => {
  const app = await open(t, { REQUIRE_KEY: 'true' })
  const requested = {
    origin: 'https://farm.example',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  }
  for (const path of PATHS) {
    const reply = await app.ask(path, requested, 'OPTIONS')
    assert.equal(reply.status, 204)
    assert.equal(reply.headers['access-control-allow-origin'], '*')
    assert.match(reply.headers['access-control-allow-headers']!, /\bauthorization\b/i)
    assert.match(reply.headers['access-control-allow-headers']!, /\bif-none-match\b/i)
    assert.match(reply.headers['access-control-allow-methods']!, /\bGET\b/)
    assert.equal((await app.ask(path, { origin: 'https://farm.example' })).status, 401)
  }
})

it('the reads take no other method, and say which they take', async () => {
  const app = await openPlain()
  for (const path of PATHS) {
    await app.ask(path)
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const reply = await app.ask(path, {}, method)
      assert.equal(reply.status, 405, `${method} ${path}`)
      assert.equal(reply.headers.allow, 'GET, HEAD')
    }
  }
})

it('the reads keep answers to keyed callers out of shared caches, and check the key on kept answers', async (t) => {
  const app = await open(t, { REQUIRE_KEY: 'true' })
  const authorization = `Bearer ${await app.newKey()}`
  for (const path of PATHS) {
    for (const _ of ROUNDS) {
      const reply = await app.ask(path, { authorization })
      assert.equal(reply.status, 200)
      assert.match(reply.headers['cache-control']!, /^private\b/)
      assert.match(reply.headers.vary!, /authorization/i)
    }
    const without = await app.ask(path)
    assert.equal(without.status, 401)
    assert.equal(without.headers['www-authenticate'], 'Bearer')
    assert.match(without.headers['content-type']!, /^application\/problem\+json/)
    assert.equal((await app.ask(path, { authorization: 'Bearer ytr_wrong' })).status, 401)
  }
})

it('the reads never mind what Accept says, nor a body', async () => {
  const app = await openPlain()
  const reply = await app.ask(PATHS[0]!, { accept: 'image/png;q=1, nonsense' })
  assert.equal(reply.status, 200)
  assert.match(reply.headers['content-type']!, /^application\/json/)
})
