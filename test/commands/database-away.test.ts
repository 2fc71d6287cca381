import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
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
