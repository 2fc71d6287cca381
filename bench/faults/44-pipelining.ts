import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadApart, percentile } from '../paced-load.ts'
import type { Fault } from './fault.ts'
import { serve } from './serve.ts'

const REQUEST = 'GET /v1/tractors/mahindra-575-di HTTP/1.1\r\nHost: a\r\n\r\n'

export const pipelining: Fault = {
  number: 44,
  what: '100,000 pipelined requests past the limit: 50 connections × 2,000',
  bar: "others' p99 within 3×",
  async run(form) {
    const service = await serve({})
    const seconds = form === 'full' ? 10 : 4
    const others = { port: service.port, request: REQUEST, connections: 5, rate: 9, seconds, from: '127.0.0.2' }
    const sockets: Socket[] = []
    try {
      await loadApart({ ...others, connections: 20, rate: 600, seconds: 1, from: '127.0.0.3' })
      const quiet = await loadApart({ ...others, rate: 100, seconds: 3, from: '127.0.0.4' })
      const beside = loadApart({ ...others, rate: 500 / seconds })
      await sleep(500)
      let answers = 0
      let closed = 0
      const cpu = service.cpuMs()
      const ends = Array.from({ length: 50 }, async () => {
        const socket = connect(service.port, '127.0.0.1').on('error', () => {})
        sockets.push(socket)
        socket.setEncoding('latin1').on('data', (text: string) => {
          answers += text.split('HTTP/1.1 429').length - 1
        })
        socket.on('close', () => closed++)
        await once(socket, 'connect')
        socket.write(REQUEST.repeat(2_000))
      })
      await Promise.all(ends)
      const during = await beside
      const spent = service.cpuMs() - cpu
      const [a, b] = [percentile(quiet.times, 0.99), percentile(during.times, 0.99)]
      const bad = Object.keys(during.statuses).filter((status) => status !== '200')
      return {
        passed: service.alive() && b / a <= 3 && bad.length === 0,
        figure: `p99 ${a.toFixed(1)} → ${b.toFixed(1)} ms (${(b / a).toFixed(1)}×), longest ${during.times.at(-1)?.toFixed(0)} ms; ${answers} answers of 429, ${closed} of 50 connections closed; ${spent} ms of processor`,
      }
    } finally {
      for (const socket of sockets) socket.destroy()
      await service.stop()
    }
  },
}
