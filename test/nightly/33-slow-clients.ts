import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { percentile } from '../../bench/load.ts'
import { startProcesses } from '../processes.ts'
import type { Fault } from './fault.ts'
import { loadApart } from './paced-load.ts'
import { newFile } from './serve.ts'

const PATH = '/v1/tractors/a-tractor'

/** Sends its headers or its body a byte at a time; how long the server bears with it. */
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

export const slowClients: Fault = {
  number: 33,
  what: '2,000 slow sockets (quick: 500)',
  bar: 'healthy p99 < 2×; all cut ≤ 15 s',
  async run(form) {
    const ends: (() => unknown)[] = []
    const env = { RATE_LIMIT_ANONYMOUS: '0', LOG_LEVEL: 'silent', DATABASE_URL: `file:${newFile()}` }
    try {
      const stage = { after: (end: () => unknown) => void ends.push(end) } as never
      const ports = (await startProcesses(stage, 2, env)).map((url) => Number(new URL(url).port))
      const healthy = { request: `GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`, connections: 20, rate: 500 }
      /** With slow clients, and on a service beside it that has none: what else runs is beside both. */
      const loadBoth = (seconds: number) => Promise.all(ports.map((port) => loadApart({ ...healthy, port, seconds })))
      await loadBoth(2)
      const cuts: Promise<number>[] = []
      for (let i = 0; i < (form === 'full' ? 2_000 : 500); i++) {
        const socket = connect(ports[0]!, '127.0.0.1').on('error', () => {})
        await once(socket, 'connect')
        cuts.push(trickle(socket, i % 2 === 0))
      }
      const [during, without] = await loadBoth(5)
      const longest = Math.max(...(await Promise.all(cuts))) / 1_000
      const times = percentile(during!.times, 0.99) / percentile(without!.times, 0.99)
      return {
        passed: times < 2 && longest <= 15 && during!.times.length > 0,
        figure: `p99 of ${during!.times.length} requests ${times.toFixed(2)}×; cut after at most ${longest.toFixed(1)} s`,
      }
    } finally {
      for (const end of ends) await end()
    }
  },
}
