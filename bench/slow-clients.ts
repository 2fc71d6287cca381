import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { startProcesses } from '../test/processes.ts'
import { describeLoad, loadApart, percentile } from './paced-load.ts'

/** Healthy clients beside sockets that send their headers or bodies a byte at a time, and when those are cut. */
const SOCKETS = Number(process.argv[2] ?? 2_000)
const PATH = '/v1/tractors/a-tractor'

const ends: (() => unknown)[] = []
const [url] = await startProcesses({ after: (end: () => unknown) => void ends.push(end) } as never, 1, {
  RATE_LIMIT_ANONYMOUS: '0',
  LOG_LEVEL: 'silent',
  DATABASE_URL: 'file:/dev/shm/yantra-slow-clients.db',
})
const port = Number(new URL(url!).port)
const healthy = { port, request: `GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`, connections: 20, rate: 500 }

await loadApart({ ...healthy, seconds: 2 })
const before = await loadApart({ ...healthy, seconds: 5 })
console.log(`without slow clients: ${describeLoad(before)}`)

const opened = performance.now()
const cuts: Promise<number>[] = []
for (let i = 0; i < SOCKETS; i++) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  cuts.push(trickle(socket, i % 2 === 0))
}
console.log(`${SOCKETS} slow sockets opened in ${Math.round(performance.now() - opened)} ms`)
const during = await loadApart({ ...healthy, seconds: 5 })
console.log(`with ${SOCKETS} slow clients: ${describeLoad(during)}`)
const lives = (await Promise.all(cuts)).sort((a, b) => a - b)
console.log(`slow clients cut after ${seconds(lives[0]!)} to ${seconds(lives.at(-1)!)} s`)
// Before and after, because a machine that others use is not always as quiet.
const after = await loadApart({ ...healthy, seconds: 5 })
console.log(`without them again: ${describeLoad(after)}`)
const without = Math.max(percentile(before.times, 0.99), percentile(after.times, 0.99))
console.log(`p99 is ${(percentile(during.times, 0.99) / without).toFixed(2)} times that without`)
for (const end of ends) await end()

/** How long the server bears with it. */
async function trickle(socket: Socket, headers: boolean): Promise<number> {
  const from = performance.now()
  socket.resume()
  const post =
    'POST /v1/webhooks HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n'
  socket.write(headers ? `GET ${PATH} HTTP/1.1\r\nHost: a\r\n` : post)
  const timer = setInterval(() => socket.writable && socket.write(headers ? 'X-A: b\r\n' : 'x'), 1_000)
  await once(socket, 'close')
  clearInterval(timer)
  return performance.now() - from
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
