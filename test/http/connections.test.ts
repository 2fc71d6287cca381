import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { type ConnectionLimits, holdConnections } from '../../src/http/connections.ts'
import { createHttpServer } from '../../src/http/http-server.ts'
import { exchange } from '../exchange.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function open(t: TestContext, handler: Handler, limits: Partial<ConnectionLimits> = {}): Promise<number> {
  const server = createServer({ shouldUpgradeCallback: () => false })
  server.on('request', holdConnections(server, { most: 100, checkMs: 20, unreadMs: 100, ...limits }, handler))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function dial(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`
const closing = 'Connection: close\r\n'

describe('requests sent before the ones ahead of them were answered', () => {
  it('are all answered, in order, and only some of them in one turn', async (t) => {
    const turns = new Map<string, number>()
    let turn = 0
    const count = () => {
      turn++
      if (turns.size < 500) setImmediate(count)
    }
    setImmediate(count)
    const port = await open(t, (request, response) => {
      turns.set(request.url!, turn)
      response.end(request.url)
    })
    const paths = Array.from({ length: 500 }, (_, at) => `/${at}`)
    const requests = paths.map((path, at) => get(path, at === 499 ? closing : 'X-A: b\r\n'))
    const { body } = await exchange(port, requests.join(''))
    const answered = `${body}\r\n`.matchAll(/^\/\d+(?=HTTP|\r|$)/gm)
    assert.deepEqual([...turns.keys()], paths)
    assert.ok([...answered].length >= 499)
    const most = Math.max(
      ...Map.groupBy(turns.values(), (its) => its)
        .values()
        .map((its) => its.length),
    )
    assert.ok(most <= 16, `${most} in one turn`)
  })

  it('of many connections leave room for the others: in one turn few of them all are taken', async (t) => {
    const takenBy: number[] = []
    let turn = 0
    const count = () => {
      turn++
      if (takenBy.length < 320) setImmediate(count)
    }
    const port = await open(t, (_request, response) => {
      const end = performance.now() + 1
      while (performance.now() < end);
      takenBy.push(turn)
      response.end('x')
    })
    const sockets = await Promise.all(Array.from({ length: 20 }, () => dial(port)))
    // Node takes up one new connection in a turn; these are all known when the many requests come.
    for (const socket of sockets) {
      socket.write(get('/'))
      await once(socket, 'data')
    }
    takenBy.length = 0
    setImmediate(count)
    for (const socket of sockets) socket.write(get('/').repeat(15) + get('/', closing))
    await Promise.all(sockets.map((socket) => once(socket.resume(), 'close')))
    assert.equal(takenBy.length, 320)
    const most = Math.max(
      ...Map.groupBy(takenBy, (its) => its)
        .values()
        .map((its) => its.length),
    )
    assert.ok(most <= 16, `${most} in one turn`)
  })

  it('may have bodies and slow answers', async (t) => {
    const port = await open(t, (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => setImmediate(() => response.end(`<${Buffer.concat(chunks)}>`)))
    })
    const post = (body: string, more = '') =>
      `POST /a HTTP/1.1\r\nHost: a\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`
    const bodies = Array.from({ length: 40 }, (_, at) => `body ${at}`)
    const { body } = await exchange(port, bodies.map((text, at) => post(text, at === 39 ? closing : '')).join(''))
    assert.deepEqual(
      [...`${body}`.matchAll(/<(body \d+)>/g)].map(([, text]) => text),
      bodies,
    )
  })

  it('end the connection when they go on after many answers of 429, the rest unread', async (t) => {
    let asked = 0
    const port = await open(t, (_request, response) => {
      asked++
      response.writeHead(429, { 'content-length': '0' }).end()
    })
    const idle = await dial(port)
    await exchange(port, get('/').repeat(2_000))
    assert.ok(asked > 1 && asked <= 16, `${asked} were answered`)
    const known = asked
    await exchange(port, get('/').repeat(2_000))
    assert.equal(asked, known + 2, 'from an address that was refused')
    idle.destroy()
  })

  it('make the other connections of their address wait, which are all heard in the end', async (t) => {
    const port = await open(t, (request, response) => {
      const end = performance.now() + (request.url === '/long' ? 1 : 0)
      while (performance.now() < end);
      response.end(request.url)
    })
    const sockets = await Promise.all(Array.from({ length: 60 }, () => dial(port)))
    const ends = sockets.map((socket) => once(socket.setEncoding('latin1').resume(), 'close'))
    for (const [at, socket] of sockets.entries()) socket.write(at % 3 === 0 ? get('/long').repeat(10) : get('/'))
    await Promise.all(sockets.map((socket) => once(socket, 'data')))
    for (const socket of sockets) socket.write(get('/', closing))
    await Promise.all(ends)
  })
})

describe('connections', () => {
  it('make room for new ones, those first that have been idle longest', async (t) => {
    const port = await open(t, (_request, response) => response.end('x'), { most: 50 })
    const idle: Socket[] = []
    for (let at = 0; at < 60; at++) idle.push(await dial(port))
    const [first] = idle as [Socket]
    if (!first.destroyed) await once(first.resume(), 'close')
    assert.equal((await exchange(port, get('/', closing))).status, 200)
    const last = idle.at(-1)!
    last.setEncoding('utf8').write(get('/'))
    assert.match(((await once(last, 'data')) as [string])[0], /^HTTP\/1.1 200/)
    for (const socket of idle) socket.destroy()
  })

  it('are not taken from those whose answer is being made', async (t) => {
    const held: ServerResponse[] = []
    const port = await open(
      t,
      (request, response) => {
        if (request.url === '/held') held.push(response)
        else response.end('x')
      },
      { most: 50 },
    )
    const waiting = exchange(port, get('/held', closing))
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const idle: Socket[] = []
    for (let at = 0; at < 100; at++) idle.push(await dial(port))
    held[0]!.end('done')
    assert.equal((await waiting).body, 'done')
    for (const socket of idle) socket.destroy()
  })

  it('end when nobody reads the answer, and not when somebody does', async (t) => {
    const body = Buffer.alloc(20_000_000)
    let unread: () => void
    const ended = new Promise<void>((resolve) => {
      unread = resolve
    })
    const port = await open(t, (request, response) => {
      if (request.url === '/deaf') response.on('close', unread)
      response.end(body)
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

  it('stay HTTP when another protocol is offered', async (t) => {
    const server = createHttpServer((_request, response) => response.end('x'), {
      baseUrl: '',
      prefix: '',
      nextRequestId: () => 'a',
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    const offer = 'Connection: Upgrade, close\r\nUpgrade: h2c\r\n'
    assert.equal((await exchange(port, get('/', offer))).status, 200)
  })
})
