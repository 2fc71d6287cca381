import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { addHealthRoutes } from './health-routes.ts'

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
