import assert from 'node:assert/strict'
import { get } from 'node:http'
import { it } from 'node:test'
import { newFolder } from '../backends.ts'
import { startService } from '../service.ts'

/** Requests on a new connection, which the kernel gives to any of the listening processes. */
function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => response.resume().on('end', () => resolve(response.statusCode))).on(
      'error',
      reject,
    )
  })
}

it('REUSE_PORT lets two services share a port, and one goes on when the other stops', async (t) => {
  const env = { DATABASE_URL: `file:${newFolder(t)}/yantra.db`, REUSE_PORT: 'true' }
  const first = await startService(t, env)
  const { port } = new URL(first.url)
  const second = await startService(t, { ...env, PORT: port })
  assert.equal(second.url, first.url)
  const url = `${first.url}/v1/machines/classes`
  const both = await Promise.all(Array.from({ length: 20 }, () => statusOf(url)))
  await first.stop()
  const item = await Promise.all(Array.from({ length: 20 }, () => statusOf(url)))
  assert.deepEqual(new Set([...both, ...item]), new Set([200]))
})

it('without REUSE_PORT a second service on the port is refused', async (t) => {
  const env = { DATABASE_URL: `file:${newFolder(t)}/yantra.db` }
  const first = await startService(t, env)
  await assert.rejects(startService(t, { ...env, PORT: new URL(first.url).port }), /in use by another program/)
})
