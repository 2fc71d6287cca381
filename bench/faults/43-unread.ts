import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadApart, percentile } from '../paced-load.ts'
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
    }
    const sockets: Socket[] = []
    try {
      for (const path of PATHS) await (await fetch(service.url + path)).arrayBuffer()
      const quiet = await loadApart(others)
      const before = service.residentMb()
      let most = before
      const watch = setInterval(() => {
        if (service.alive()) most = Math.max(most, service.residentMb())
      }, 50)
      const cpu = service.cpuMs()
      const beside = loadApart(others)
      await sleep(300)
      for (let i = 0; i < 300; i++) {
        const socket = connect(service.port, '127.0.0.1').on('error', () => {})
        await once(socket, 'connect')
        socket.pause()
        socket.write(`GET ${PATHS[i % PATHS.length]} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(2))
        sockets.push(socket)
      }
      const during = await beside
      const spent = service.cpuMs() - cpu
      const opened = performance.now()
      const open = () => sockets.filter((socket) => !socket.closed).length
      for (const socket of sockets) socket.on('end', () => socket.destroy())
      if (form === 'full') while (open() > 0 && performance.now() - opened < 40_000) await sleep(500)
      clearInterval(watch)
      const times = percentile(during.times, 0.99) / percentile(quiet.times, 0.99)
      return {
        passed: service.alive() && most - before < 200 && times <= 3,
        figure: `memory + ${(most - before).toFixed(0)} MB; p99 ${percentile(quiet.times, 0.99).toFixed(1)} → ${percentile(during.times, 0.99).toFixed(1)} ms (${times.toFixed(1)}×), longest ${during.times.at(-1)?.toFixed(0)} ms; ${spent} ms of processor`,
      }
    } finally {
      for (const socket of sockets) socket.destroy()
      await service.stop()
    }
  },
}
