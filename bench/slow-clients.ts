import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { startProcesses } from '../test/processes.ts'
import { describeLoad, loadApart, percentile } from './paced-load.ts'

/** Healthy clients beside sockets that send their headers or bodies a byte at a time, and when those are cut. */
const SOCKETS = Number(process.argv[2] ?? 2_000)
const PATH = '/v1/tractors/a-tractor'

const ends: (() => unknown)[] = []
const [url, unharmed] = await startProcesses({ after: (end: () => unknown) => void ends.push(end) } as never, 2, {
  RATE_LIMIT_ANONYMOUS: '0',
  LOG_LEVEL: 'silent',
  DATABASE_URL: 'file:/dev/shm/yantra-slow-clients.db',
})
const port = Number(new URL(url!).port)
const healthy = { request: `GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`, connections: 20, rate: 500 }

/** The same load on a service that has slow clients and on one beside it that has none: what else runs is beside both. */
const loadBoth = (seconds: number) =>
  Promise.all([port, Number(new URL(unharmed!).port)].map((each) => loadApart({ ...healthy, port: each, seconds })))
await loadBoth(2)

const opened = performance.now()
const cuts: Promise<number>[] = []
for (let i = 0; i < SOCKETS; i++) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  cuts.push(trickle(socket, i % 2 === 0))
}
console.log(`${SOCKETS} slow sockets opened in ${Math.round(performance.now() - opened)} ms`)
const [during, without] = await loadBoth(5)
console.log(`with ${SOCKETS} slow clients: ${describeLoad(during!)}`)
console.log(`without them: ${describeLoad(without!)}`)
const lives = (await Promise.all(cuts)).sort((a, b) => a - b)
console.log(`slow clients cut after ${seconds(lives[0]!)} to ${seconds(lives.at(-1)!)} s`)
console.log(
  `p99 is ${(percentile(during!.times, 0.99) / percentile(without!.times, 0.99)).toFixed(2)} times that without`,
)
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
