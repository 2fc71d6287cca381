import { setTimeout as sleep } from 'node:timers/promises'
import { startAttacker } from './attacker.ts'
import type { Fault } from './fault.ts'
import { calmest, p99 } from './paced-load.ts'
import { loadBoth, serveTwice } from './serve.ts'

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

const ROUNDS = 5

export const unread: Fault = {
  number: 43,
  what: '300 sockets that do not read, on every kind of address',
  bar: "memory + < 200 MB, others' p99 within 3×",
  async run(form) {
    const [service, unharmed] = await serveTwice({ RATE_LIMIT_ANONYMOUS: '0' })
    const others = {
      request: 'GET /v1/tractors/mahindra-575-di HTTP/1.1\r\nHost: a\r\n\r\n',
      connections: 10,
      rate: 200,
      seconds: form === 'full' ? 10 : 3,
      from: '127.0.0.2',
    }
    const bytes = Array.from({ length: 300 }, (_, at) =>
      `GET ${PATHS[at % PATHS.length]} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(2),
    )
    const rounds: [quiet: number, during: number][] = []
    let [spent, grown] = [0, 0]
    try {
      for (const { url } of [service, unharmed]) for (const path of PATHS) await (await fetch(url + path)).arrayBuffer()
      await loadBoth(service, unharmed, others)
      for (let round = 1; round <= ROUNDS; round++) {
        const attacker = await startAttacker()
        const before = service.residentMb()
        const cpu = service.cpuMs()
        const watch = setInterval(() => {
          if (service.alive()) grown = Math.max(grown, service.residentMb() - before)
        }, 50)
        const loads = loadBoth(service, unharmed, others)
        await sleep(300)
        await attacker.attack({ port: service.port, bytes, reads: false })
        const [during, quiet] = await loads
        rounds.push([p99(quiet.times), p99(during.times)])
        spent += service.cpuMs() - cpu
        clearInterval(watch)
        await attacker.end()
      }
      const { ratio, told } = calmest(rounds)
      return {
        passed: service.alive() && grown < 200 && ratio <= 3,
        figure: `memory + ${grown.toFixed(0)} MB; p99 in ${ROUNDS} rounds ${told}; ${spent} ms of processor`,
      }
    } finally {
      await Promise.all([service.stop(), unharmed.stop()])
    }
  },
}
