import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { it } from 'node:test'
import { start } from '../../src/commands/serve.ts'
import { toConfig } from '../../src/config.ts'
import { postgres } from '../backends.ts'

const SETTINGS = { PORT: '0', SAMPLE: 'false', SECRET_KEY: 'k'.repeat(32) }

it('waits for a database that is away, and says so', async (t) => {
  const there = new URL(await postgres.newUrl(t))
  // A way to the database that opens later.
  const way = createServer((socket) => {
    const onward = connect(Number(there.port), there.hostname)
    socket.pipe(onward).pipe(socket)
    for (const end of [socket, onward]) end.on('error', () => {})
  })
  await once(way.listen(0, '127.0.0.1'), 'listening')
  const { port } = way.address() as AddressInfo
  way.close()
  await once(way, 'close')

  const log = new EventEmitter<{ line: [{ msg: string; reason?: string }] }>()
  const away = new URL(there)
  away.host = `127.0.0.1:${port}`
  const starting = start(toConfig({ ...SETTINGS, DATABASE_URL: away.href }), false, {
    write: (line) => void log.emit('line', JSON.parse(line)),
  })
  const [waiting] = await once(log, 'line')
  assert.equal(waiting.msg, 'waiting for the database')
  assert.match(waiting.reason, /does not answer \(ECONNREFUSED\)/)
  way.listen(port, '127.0.0.1')
  const running = await starting
  assert.equal((await fetch(`${running.url}/readyz`)).status, 200)
  await running.stop()
  way.close()
})

it('starts anew when the database is lost in the middle of its start', async (t) => {
  const there = new URL(await postgres.newUrl(t))
  let connections = 0
  // The first two bring the schema up to date and fill it; the third is one to answer requests with.
  const way = createServer((socket) => {
    if (++connections === 3) return void socket.destroy()
    const onward = connect(Number(there.port), there.hostname)
    socket.pipe(onward).pipe(socket)
    for (const end of [socket, onward]) end.on('error', () => {})
  })
  t.after(() => way.close())
  await once(way.listen(0, '127.0.0.1'), 'listening')
  const through = new URL(there)
  through.host = `127.0.0.1:${(way.address() as AddressInfo).port}`
  const said: string[] = []
  const running = await start(toConfig({ ...SETTINGS, DATABASE_URL: through.href }), false, {
    write: (line) => void said.push(JSON.parse(line).msg),
  })
  t.after(() => running.stop())
  assert.equal((await fetch(`${running.url}/readyz`)).status, 200)
  assert.deepEqual(
    said.slice(0, 4).filter((msg) => /database/.test(msg)),
    ['waiting for the database', 'the database answers'],
  )
})

it('logs a database that was lost once a minute, whichever pages and answers need it', async (t) => {
  const there = new URL(await postgres.newUrl(t))
  const sockets = new Set<Socket>()
  const way = createServer((socket) => {
    const onward = connect(Number(there.port), there.hostname)
    socket.pipe(onward).pipe(socket)
    for (const end of [socket, onward]) sockets.add(end.on('error', () => {}))
  })
  await once(way.listen(0, '127.0.0.1'), 'listening')
  const through = new URL(there)
  through.host = `127.0.0.1:${(way.address() as AddressInfo).port}`
  const lines: { level: number; reqId?: string }[] = []
  const settings = { ...SETTINGS, DATABASE_URL: through.href, SAMPLE: 'true', RATE_LIMIT_ANONYMOUS: '0' }
  const running = await start(toConfig(settings), false, { write: (line) => void lines.push(JSON.parse(line)) })
  t.after(() => running.stop())
  way.close()
  // The first ones were asked for before it was ready.
  const hits = (await (await fetch(`${running.url}/v1/tractors?limit=8&offset=100`)).json()) as {
    hits: { slug: string }[]
  }
  for (const socket of sockets) socket.destroy()
  const asked = hits.hits.flatMap(({ slug }) => [`/v1/tractors/${slug}`, `/en/machines/${slug}`])
  for (const path of [...asked, '/v1/market/listings/1', '/en/used/1']) {
    const { status } = await fetch(running.url + path, { headers: { accept: 'text/html' } })
    assert.ok(status === 503 || status === 404, `${path} ${status}`)
  }
  const told = lines.filter(({ level, reqId }) => level >= 50 && reqId)
  assert.equal(told.length, 1, JSON.stringify(told, null, 1).slice(0, 2_000))
})
