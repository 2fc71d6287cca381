import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createRegistry } from '../../src/server/metrics.ts'
import { ask } from '../ask.ts'
import { sqlite } from '../backends.ts'
import { sampleService } from '../sample-service.ts'
import { startService } from '../service.ts'

it('what lies outside the API names as server of the API the address that was asked, and BASE_URL where there is one', async (t) => {
  const { url } = await sampleService()
  const { headers, body } = await ask(`${url}/openapi.json`)
  assert.equal(headers['cache-control'], 'private, no-cache')
  assert.deepEqual(JSON.parse(String(body)).servers, [{ url }])
  const existing = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), BASE_URL: 'https://api.example.com' })
  const reported = await ask(`${existing.url}/openapi.json`)
  assert.match(reported.headers['cache-control']!, /^public/)
  assert.deepEqual(JSON.parse(String(reported.body)).servers, [{ url: 'https://api.example.com' }])
})

it('what lies outside the API has a limit of its own, which health checks do not know', async (t) => {
  const { url } = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), RATE_LIMIT_ANONYMOUS: '2' })
  const statuses: number[] = []
  for (let i = 0; i < 21; i++) statuses.push((await ask(`${url}/openapi.json`)).status)
  assert.deepEqual(statuses, [...Array<number>(20).fill(200), 429])
  const refused = await ask(`${url}/nowhere`)
  assert.equal(refused.status, 429)
  assert.match(refused.headers['retry-after']!, /^\d+$/)
  assert.equal(refused.headers.ratelimit, undefined)
  assert.equal((await ask(`${url}/healthz`)).status, 200)
  assert.equal((await ask(`${url}/readyz`)).status, 200)
  assert.equal((await ask(`${url}/v1/machines/classes`)).status, 200)
})

it('what lies outside the API counts searched pages as reads, apart from files, by the address behind a proxy', async (t) => {
  const settings = { DATABASE_URL: await sqlite.newUrl(t), RATE_LIMIT_ANONYMOUS: '3', TRUST_PROXY: '1' }
  const { url } = await startService(t, settings)
  const from = (address: string, path: string) => ask(url + path, { 'x-forwarded-for': address })
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) statuses.push((await from('2001:db8:1:2::1', `/en/machines?q=${i}`)).status)
  assert.deepEqual(statuses, [200, 200, 200, 429])
  const refused = await from('2001:db8:1:2::2', '/hi/machines?q=x')
  assert.equal(refused.status, 429, 'the same 64 bits')
  assert.match(refused.headers['retry-after']!, /^\d+$/)
  assert.equal((await from('2001:db8:1:2::1', '/en/machines')).status, 200, 'a page without a query')
  assert.equal((await from('2001:db8:1:2::1', '/favicon.svg?q=x')).status, 200, 'a file')
  assert.equal((await from('2001:db8:1:3::1', '/en/machines?q=x')).status, 200, 'another address')
})

it('GET /metrics leaves out what cannot be read and gives the rest', async (t) => {
  const registry = createRegistry()
  const collect = () => Promise.reject(new Error('away'))
  registry.add({ name: 'broken', help: 'Cannot be read.', type: 'gauge', collect })
  const { addHealthRoutes } = await import('../../src/server/health-routes.ts')
  const { default: Fastify } = await import('fastify')
  const app = Fastify()
  t.after(() => app.close())
  addHealthRoutes(app as never, { ready: async () => ({}), currency: () => ({}) as never, metrics: registry })
  const { statusCode, body, headers } = await app.inject('/metrics')
  assert.equal(statusCode, 200)
  assert.match(body, /^process_resident_memory_bytes \d+/m)
  assert.doesNotMatch(body, /broken/)
  assert.match(String(headers['content-type']), /^text\/plain/)
})
