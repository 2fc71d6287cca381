import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { it, type TestContext } from 'node:test'
import { type ConnectionLimits, holdConnections } from '../../src/server/connections.ts'
import { inPieces } from '../../src/server/http-response.ts'
import { exchange } from '../exchange.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function open(t: TestContext, handler: Handler, limits: Partial<ConnectionLimits> = {}): Promise<number> {
  return (await openServer(t, handler, limits)).port
}

async function openServer(t: TestContext, handler: Handler, limits: Partial<ConnectionLimits> = {}) {
  const server = createServer({ shouldUpgradeCallback: () => false })
  const connections = holdConnections(server, { max: 100, checkMs: 20, unreadMs: 100, ...limits })
  server.on('request', connections.receive(handler))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, port: (server.address() as AddressInfo).port }
}

async function dial(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`
const closing = 'Connection: close\r\n'

/** How many answers came back on a connection until it was closed. */
async function answersTo(port: number, bytes: string): Promise<number> {
  const socket = await dial(port)
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk
  })
  // Not `once`, which fails on a reset.
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
  socket.write(bytes)
  await closed
  return text.split('HTTP/1.1 ').length - 1
}

it('requests sent before the ones ahead of them were answered are all answered, in order, with their bodies, up to eight', async (t) => {
  const port = await open(t, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => setImmediate(() => response.end(`<${Buffer.concat(chunks)}>`)))
  })
  const post = (body: string, more = '') =>
    `POST /a HTTP/1.1\r\nHost: a\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`
  const bodies = Array.from({ length: 8 }, (_, i) => `body ${i}`)
  const socket = await dial(port)
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk
  })
  const visible = () => [...text.matchAll(/<(body \d+)>/g)].map(([, body]) => body)
  // Eight at a time may go on for ever.
  for (let round = 1; round <= 5; round++) {
    socket.write(bodies.map((body) => post(body)).join(''))
    while (visible().length < round * 8) await once(socket, 'data')
  }
  assert.deepEqual(visible(), Array(5).fill(bodies).flat())
  socket.destroy()
})

it('requests sent before the ones ahead of them were answered end the connection when there are more, after the answer under way; nothing more is asked', async (t) => {
  let requested = 0
  const held: ServerResponse[] = []
  const port = await open(t, (_request, response) => {
    requested++
    held.push(response)
    if (held.length === 8) setImmediate(() => held.shift()!.end('x'))
  })
  assert.equal(await answersTo(port, get('/').repeat(2_000)), 1)
  assert.equal(requested, 8)
})

for (const [what, first] of [
  ['answers are quick', '/quick'],
  ['the head of one is out', '/slow'],
] as const) {
  it(`end it in the same way when ${what}`, async (t) => {
    const port = await open(t, (request, response) => {
      if (request.url === '/quick') return queueMicrotask(() => response.end('x'))
      response.writeHead(200, { 'content-length': 2 }).write('a')
      setTimeout(() => response.end('b'), 20)
    })
    assert.equal(await answersTo(port, get(first) + get('/quick').repeat(500)), 1)
  })
}

it('connections make room for new ones, those first that have been idle longest', async (t) => {
  const port = await open(t, (_request, response) => response.end('x'), { max: 50 })
  const inactive: Socket[] = []
  for (let i = 0; i < 60; i++) inactive.push(await dial(port))
  const [first] = inactive as [Socket]
  if (!first.destroyed) await once(first.resume(), 'close')
  assert.equal((await exchange(port, get('/', closing))).status, 200)
  const last = inactive.at(-1)!
  last.setEncoding('utf8').write(get('/'))
  assert.match(((await once(last, 'data')) as [string])[0], /^HTTP\/1.1 200/)
  for (const socket of inactive) socket.destroy()
})

it('connections are not taken from those whose answer is being made', async (t) => {
  const held: ServerResponse[] = []
  const port = await open(
    t,
    (request, response) => {
      if (request.url === '/held') held.push(response)
      else response.end('x')
    },
    { max: 50 },
  )
  const waiting = exchange(port, get('/held', closing))
  while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
  const inactive: Socket[] = []
  for (let i = 0; i < 100; i++) inactive.push(await dial(port))
  held[0]!.end('done')
  assert.equal((await waiting).body, 'done')
  for (const socket of inactive) socket.destroy()
})

it('connections end after the answer that was under way when the server began to close', {
  timeout: 10_000,
}, async (t) => {
  const { server, port } = await openServer(t, (_request, response) => {
    server.close(() => {})
    setImmediate(() => response.end('x'))
  })
  // It would wait for another request for ever.
  server.keepAliveTimeout = 0
  assert.equal((await exchange(port, get('/'))).body, 'x')
})

it('connections end when nobody reads the answer, and not when somebody does', async (t) => {
  const body = Buffer.alloc(20_000_000)
  let unread: () => void
  const ended = new Promise<void>((resolve) => {
    unread = resolve
  })
  const port = await open(t, (request, response) => {
    if (request.url === '/deaf') response.on('close', unread)
    inPieces(body).pipe(response.setHeader('content-length', body.length))
  })
  const deaf = await dial(port)
  deaf.pause().write(get('/deaf'))
  const reader = await dial(port)
  let read = 0
  reader.on('data', (chunk) => {
    read += chunk.length
  })
  reader.write(get('/', closing))
  await once(reader, 'close')
  assert.ok(read > body.length)
  deaf.on('error', () => {})
  await ended
  let taken = 0
  deaf.on('data', (chunk) => {
    taken += chunk.length
  })
  await once(deaf.resume(), 'close')
  assert.ok(taken < body.length)
})

it('connections last while somebody reads slowly, however long', async (t) => {
  const body = Buffer.alloc(10_000_000)
  const send: Handler = (_request, response) =>
    void inPieces(body).pipe(response.setHeader('content-length', body.length))
  const port = await open(t, send, { unreadMs: 600 })
  const reader = (await dial(port)).pause()
  reader.write(get('/', closing))
  let read = 0
  const started = performance.now()
  while (!reader.readableEnded) {
    // As much as waits here, then a pause: far longer in all than an unread answer lasts.
    const chunk = reader.read() as Buffer | null
    if (chunk) read += chunk.length
    await new Promise((resolve) => setTimeout(resolve, chunk ? 10 : 1))
  }
  assert.ok(read > body.length)
  assert.ok(performance.now() - started > 700, 'it was slow enough to tell')
})
