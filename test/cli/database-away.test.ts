import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { it, type TestContext } from 'node:test'
import { start } from '../../src/cli/serve.ts'
import { toConfig } from '../../src/config.ts'
import { postgres } from '../backends.ts'

interface Proxy {
  server: Server
  port: number
  sockets: Set<Socket>
  settings: Record<string, string>
}

/** Opens a proxy in front of a new PostgreSQL database. */
async function openProxy(t: TestContext, accepts: (connection: number) => boolean = () => true): Promise<Proxy> {
  const url = new URL(await postgres.newUrl(t))
  const [host, databasePort] = [url.hostname, Number(url.port)]
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    if (!accepts(++connections)) return void socket.destroy()
    const onward = connect(databasePort, host)
    socket.pipe(onward).pipe(socket)
    for (const end of [socket, onward]) sockets.add(end.on('error', () => {}))
  })
  t.after(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  url.host = `127.0.0.1:${port}`
  const settings = { PORT: '0', SAMPLE: 'false', SECRET_KEY: 'k'.repeat(32), DATABASE_URL: url.href }
  return { server, port, sockets, settings }
}

it('waits for a database that is away, and says so', async (t) => {
  const { server, port, settings } = await openProxy(t)
  server.close()
  await once(server, 'close')
  const log = new EventEmitter<{ line: [{ msg: string; reason?: string }] }>()
  const starting = start(toConfig(settings), false, { write: (line) => void log.emit('line', JSON.parse(line)) })
  const [waiting] = await once(log, 'line')
  assert.equal(waiting.msg, 'waiting for the database')
  assert.match(waiting.reason, /does not answer \(ECONNREFUSED\)/)
  server.listen(port, '127.0.0.1')
  const running = await starting
  t.after(() => running.stop())
  assert.equal((await fetch(`${running.url}/readyz`)).status, 200)
})

it('starts again when the database is lost in the middle of its start', async (t) => {
  // The first two connections migrate and fill the database; the third is one to answer requests with.
  const { settings } = await openProxy(t, (connection) => connection !== 3)
  const spoken: string[] = []
  const running = await start(toConfig(settings), false, { write: (line) => void spoken.push(JSON.parse(line).msg) })
  t.after(() => running.stop())
  assert.equal((await fetch(`${running.url}/readyz`)).status, 200)
  assert.deepEqual(
    spoken.slice(0, 4).filter((msg) => /database/.test(msg)),
    ['waiting for the database', 'the database answers'],
  )
})

it('logs a database that was lost once a minute, whichever pages and answers need it', async (t) => {
  const { server, sockets, settings } = await openProxy(t)
  const lines: { level: number; request_id?: string; requests?: number }[] = []
  const config = toConfig({ ...settings, SAMPLE: 'true', RATE_LIMIT_ANONYMOUS: '0' })
  const running = await start(config, false, { write: (line) => void lines.push(JSON.parse(line)) })
  t.after(() => running.stop())
  server.close()
  // The first ones were asked for before it was ready.
  const result = await fetch(`${running.url}/v1/tractors?limit=8&offset=100`)
  const { hits } = (await result.json()) as { hits: { slug: string }[] }
  for (const socket of sockets) socket.destroy()
  const paths = hits.flatMap(({ slug }) => [`/v1/tractors/${slug}`, `/en/machines/${slug}`])
  for (const path of [...paths, '/v1/market/listings/1', '/en/used/1']) {
    const { status } = await fetch(running.url + path, { headers: { accept: 'text/html' } })
    assert.ok(status === 503 || status === 404, `${path} ${status}`)
  }
  const errors = lines.filter(({ level, request_id, requests }) => level >= 50 && (request_id || requests))
  assert.equal(errors.length, 1, JSON.stringify(errors, null, 1).slice(0, 2_000))
})
