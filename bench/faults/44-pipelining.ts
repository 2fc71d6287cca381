import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadApart, p99 } from '../paced-load.ts'
import type { Fault } from './fault.ts'
import { serve } from './serve.ts'

const REQUEST = 'GET /v1/tractors/mahindra-575-di HTTP/1.1\r\nHost: a\r\n\r\n'
const ROUNDS = 3
/** Of the others in a round, on either side: together enough for a p99, and each caller within 600 a minute. */
const REQUESTS = 800
const callers = (group: number) => Array.from({ length: 5 }, (_, at) => `127.0.${group}.${at + 1}`)

export const pipelining: Fault = {
  number: 44,
  what: '100,000 pipelined requests past the limit: 50 connections × 2,000, three times',
  bar: "others' p99 within 3×",
  async run(form) {
    const service = await serve({})
    const seconds = form === 'full' ? 5 : 2
    const { port } = service
    const others = { port, request: REQUEST, connections: 5, rate: REQUESTS / seconds, seconds }
    const quiet: number[] = []
    const during: number[] = []
    const bad = new Set<string>()
    const seen = { answers: 0, closed: 0 }
    try {
      await loadApart({ ...others, from: callers(1) })
      // The two sides in turn, so that whatever else the machine does is beside both.
      for (let round = 1; round <= ROUNDS; round++) {
        quiet.push(...(await loadApart({ ...others, from: callers(2 * round) })).times)
        const beside = loadApart({ ...others, from: callers(2 * round + 1) })
        await sleep(500)
        const sockets = await Promise.all(Array.from({ length: 50 }, () => sendAhead(port, seen)))
        const { times, statuses } = await beside
        during.push(...times)
        for (const status of Object.keys(statuses)) if (status !== '200') bad.add(status)
        for (const socket of sockets) socket.destroy()
      }
    } finally {
      await service.stop()
    }
    const [a, b] = [p99(quiet), p99(during)]
    return {
      passed: b / a <= 3 && bad.size === 0,
      figure: `p99 of ${quiet.length} and ${during.length} requests ${a.toFixed(1)} → ${b.toFixed(1)} ms (${(b / a).toFixed(1)}×); ${seen.answers} answers of 429, ${seen.closed} of ${50 * ROUNDS} connections closed`,
    }
  },
}

async function sendAhead(port: number, seen: { answers: number; closed: number }): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.setEncoding('latin1').on('data', (text: string) => {
    seen.answers += text.split('HTTP/1.1 429').length - 1
  })
  socket.on('close', () => seen.closed++)
  await once(socket, 'connect')
  socket.write(REQUEST.repeat(2_000))
  return socket
}
