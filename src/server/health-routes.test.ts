import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { Gauge, Registry } from 'prom-client'
import { addHealthRoutes } from './health-routes.ts'

test('a metric that cannot be read hides no other', async (t) => {
  const metrics = new Registry()
  const fail = () => Promise.reject(new Error('away'))
  new Gauge({ name: 'away', help: 'away', registers: [metrics], collect: fail })
  new Gauge({ name: 'known', help: 'known', registers: [metrics] }).set(3)
  const app = fastify()
  t.after(() => app.close())
  addHealthRoutes(app, { ready: async () => ({}), currency: () => ({}) as never, metrics })
  const { statusCode, body } = await app.inject('/metrics')
  assert.equal(statusCode, 200)
  assert.match(body, /^known 3$/m)
})

test('readiness for writes is asked by the query, wherever the parameter stands in it', async (t) => {
  const app = fastify()
  t.after(() => app.close())
  const unwritable = () => 'the disk is full'
  addHealthRoutes(app, { ready: async () => ({}), currency: () => ({}) as never, metrics: undefined, unwritable })
  for (const [query, status] of [
    ['', 200],
    ['?writes=0', 200],
    ['?x=?writes=1', 200],
    ['?writes=1', 503],
    ['?writes=1&x=1', 503],
    ['?x=1&writes=1', 503],
  ] as const) {
    assert.equal((await app.inject(`/readyz${query}`)).statusCode, status, query)
  }
})
