import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { it, type TestContext } from 'node:test'
import { createPost } from '../../src/webhooks/post.ts'
import { createTargetGuard } from '../../src/webhooks/ssrf-guard.ts'
import { freePort } from '../postgres.ts'
import { startReceiver } from './workshop.ts'

const guard = createTargetGuard({ allowPrivate: true })
const post = createPost(guard, { connectMs: 300, totalMs: 600 })

/** A server that writes these bytes to whoever connects, and may then leave the connection open. */
async function startRaw(t: TestContext, answer: string, hangUp: boolean): Promise<string> {
  const server = createServer((socket) => {
    t.after(() => socket.destroy())
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(answer)
      if (hangUp) socket.destroySoon()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
}

it('cuts endless responses: after 20 kB, of which it keeps 1 kB, and after its time limit', async (t) => {
  const closed = Promise.withResolvers<void>()
  const endless = await startReceiver(t, (_, response) => {
    const timer = setInterval(() => response.write('a'.repeat(50_000)), 1)
    response.on('close', () => {
      clearInterval(timer)
      closed.resolve()
    })
  })
  const result = await post(endless.url, {}, '{}')
  assert.equal(result.kind === 'answer' && result.response.length, 1_000)
  await closed.promise
  // The status decides even if the rest never comes or breaks off.
  for (const hangUp of [true, false]) {
    const url = await startRaw(t, 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', hangUp)
    const result = await post(url, {}, '{}')
    assert.deepEqual(result, { kind: 'answer', status: 200, retryAfter: undefined, response: 'half' })
  }
})

it('sends no keep-alive and a length', async (t) => {
  const receiver = await startReceiver(t)
  await post(receiver.url, { 'X-Test': 'yes' }, '{"ज":1}')
  const { headers, body } = receiver.requests[0]!
  assert.equal(headers.connection, 'close')
  assert.equal(headers['content-length'], String(Buffer.byteLength('{"ज":1}')))
  assert.equal(headers['x-test'], 'yes')
  assert.equal(body, '{"ज":1}')
})

it('gives up on a receiver that says nothing and on a connection that does not open', async (t) => {
  const hanging = await startReceiver(t, () => {})
  assert.equal((await post(hanging.url, {}, '{}')).kind, 'timeout')
  const never = createTargetGuard({ allowPrivate: true, resolve: () => new Promise(() => {}) })
  const result = await createPost(never, { connectMs: 100, totalMs: 60_000 })('http://slow.example/', {}, '{}')
  assert.deepEqual(result, { kind: 'timeout', error: 'no connection within 100 ms' })
})

it('calls anything but HTTP, a refused connection and an upgrade unreachable', async (t) => {
  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'
  const urls = [
    `http://127.0.0.1:${await freePort()}/`,
    await startRaw(t, '', true),
    await startRaw(t, 'SSH-2.0-OpenSSH_9.9\r\n', true),
    await startRaw(t, upgrade, false),
    await startRaw(t, `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`, false),
  ]
  for (const url of urls) {
    const result = await post(url, {}, '{}')
    assert.equal(result.kind, 'unreachable', `${url}: ${JSON.stringify(result)}`)
  }
})

it('survives bytes that are no text', async (t) => {
  const receiver = await startReceiver(t, (_, response) => response.end(Buffer.from([0x61, 0, 0xff, 0x62])))
  const result = await post(receiver.url, {}, '{}')
  assert.equal(result.kind === 'answer' && result.response, 'a\ufffd\ufffdb')
})

it('breaks off when it is told to', async (t) => {
  const hanging = await startReceiver(t, () => {})
  const stop = new AbortController()
  const result = post(hanging.url, {}, '{}', stop.signal)
  await hanging.arrived(1)
  stop.abort()
  assert.equal((await result).kind, 'aborted')
  assert.equal((await post(hanging.url, {}, '{}', stop.signal)).kind, 'aborted')
})
