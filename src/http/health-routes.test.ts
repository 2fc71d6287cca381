import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { Gauge, Registry } from 'prom-client'
import { addHealthRoutes } from './health-routes.ts'

test('metrics are read once for all who ask soon after one another, and never before they asked', async (t) => {
  const metrics = new Registry()
  let readings = 0
  let value = 1
  new Gauge({
    name: 'asked',
    help: 'asked',
    registers: [metrics],
    collect() {
      readings++
      this.set(value)
    },
  })
  const app = fastify()
  t.after(() => app.close())
  addHealthRoutes(app, { ready: async () => ({}), currency: () => ({}) as never, metrics })
  const ask = async () => (await app.inject('/metrics')).body
  assert.match(await ask(), /^asked 1$/m)
  value = 2
  const answers = await Promise.all(Array.from({ length: 50 }, ask))
  for (const answer of answers) assert.match(answer, /^asked 2$/m)
  assert.equal(readings, 2)
})

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
