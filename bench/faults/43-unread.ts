import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadApart, p99 } from '../paced-load.ts'
import type { Fault } from './fault.ts'
import { serve } from './serve.ts'

const PATHS = [
  '/docs/js/scalar.js',
  '/docs/',
  '/openapi.json',
  '/metrics',
  '/problems/not-found',
  '/v1/tractors?limit=100',
  '/v1/tractors/mahindra-575-di',
  '/v1/market/listings/1',
  '/v1/machines/classes',
]

const ROUNDS = 3

export const unread: Fault = {
  number: 43,
  what: '300 sockets that do not read, on every kind of address',
  bar: "memory + < 200 MB, others' p99 within 3×",
  async run(form) {
    const service = await serve({ RATE_LIMIT_ANONYMOUS: '0' })
    const seconds = form === 'full' ? 10 : 4
    const others = {
      port: service.port,
      request: 'GET /v1/tractors/mahindra-575-di HTTP/1.1\r\nHost: a\r\n\r\n',
      connections: 10,
      rate: 200,
      seconds,
      from: '127.0.0.2',
    }
    const quiet: number[] = []
    const during: number[] = []
    let [spent, grown] = [0, 0]
    try {
      for (const path of PATHS) await (await fetch(service.url + path)).arrayBuffer()
      await loadApart(others)
      // The two sides in turn, so that whatever else the machine does is beside both.
      for (let round = 1; round <= ROUNDS; round++) {
        quiet.push(...(await loadApart(others)).times)
        const before = service.residentMb()
        const cpu = service.cpuMs()
        const watch = setInterval(() => {
          if (service.alive()) grown = Math.max(grown, service.residentMb() - before)
        }, 50)
        const beside = loadApart(others)
        await sleep(300)
        const sockets = await openUnread(service.port)
        during.push(...(await beside).times)
        spent += service.cpuMs() - cpu
        clearInterval(watch)
        for (const socket of sockets) socket.destroy()
      }
      const [a, b] = [p99(quiet), p99(during)]
      return {
        passed: service.alive() && grown < 200 && b / a <= 3,
        figure: `memory + ${grown.toFixed(0)} MB; p99 of ${quiet.length} and ${during.length} requests ${a.toFixed(1)} → ${b.toFixed(1)} ms (${(b / a).toFixed(1)}×), longest ${Math.max(...during).toFixed(0)} ms; ${spent} ms of processor`,
      }
    } finally {
      await service.stop()
    }
  },
}

async function openUnread(port: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let i = 0; i < 300; i++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    socket.pause()
    socket.write(`GET ${PATHS[i % PATHS.length]} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(2))
    sockets.push(socket)
  }
  return sockets
}
