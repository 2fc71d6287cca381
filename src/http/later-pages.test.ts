import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { laterPages } from './service.ts'

test('loads pages once, for the first who asks, and again after a failure', async () => {
  const answered: string[] = []
  let loads = 0
  const later = laterPages(
    async () => {
      if (++loads === 1) throw new Error('no descriptor is left')
      return (createServer) => {
        createServer((request) => answered.push(request.url!))
        return { ready: async () => {}, close: async () => answered.push('closed') } as unknown as FastifyInstance
      }
    },
    (error, request) => answered.push(`${request.url}: ${(error as Error).message}`),
  )
  const ask = async (url: string) => {
    const before = answered.length
    later.answer({ url } as IncomingMessage, {} as ServerResponse)
    while (answered.length === before) await new Promise(setImmediate)
  }
  await ask('/first')
  await ask('/second')
  await ask('/third')
  await later.close()
  assert.deepEqual(answered, ['/first: no descriptor is left', '/second', '/third', 'closed'])
  assert.equal(loads, 2)
})
