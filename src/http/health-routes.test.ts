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
