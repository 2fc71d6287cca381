import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { it } from 'node:test'
import { drain } from '../../src/server/http-server.ts'

const REQUEST = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n'

it('answers what still comes, ends each connection with its answer, and is done when nothing comes any more', async (t) => {
  const server = createServer((_request, response) => response.end('x')).listen(0, '127.0.0.1')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const dial = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
    await once(socket, 'connect')
    return socket
  }
  const ask = async (socket: Awaited<ReturnType<typeof dial>>) => {
    socket.write(REQUEST)
    return String(await once(socket, 'data'))
  }
  const remaining = await dial()
  assert.match(await ask(remaining), /^HTTP\/1.1 200 .*keep-alive/is)
  const done = drain(server, { quietMs: 300, maxMs: 60_000 })
  assert.match(await ask(remaining), /^HTTP\/1.1 200 .*Connection: close/s)
  if (!remaining.closed) await once(remaining, 'close')
  assert.match(await ask(await dial()), /^HTTP\/1.1 200 .*Connection: close/s)
  await done
})

it('does not wait for ever for a caller that goes on', async (t) => {
  const server = createServer((_request, response) => response.end('x')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  let isDone = false
  const done = drain(server, { quietMs: 60_000, maxMs: 200 }).then(() => {
    isDone = true
  })
  while (!isDone) await (await fetch(`http://127.0.0.1:${port}/`)).text()
  await done
})
