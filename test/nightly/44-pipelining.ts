import { setTimeout as sleep } from 'node:timers/promises'
import { startAttacker } from './attacker.ts'
import type { Fault } from './fault.ts'
import { calmest, p99 } from './paced-load.ts'
import { loadBoth, serveTwice } from './serve.ts'

const REQUEST = 'GET /v1/tractors/mahindra-575-di HTTP/1.1\r\nHost: a\r\n\r\n'
const ROUNDS = 5
const CONNECTIONS = 50
/** Of the others in a round, on either side: enough for a p99, and each caller within 600 a minute. */
const REQUESTS = 800
const callers = (group: number) => Array.from({ length: 5 }, (_, at) => `127.0.${group}.${at + 1}`)

export const pipelining: Fault = {
  number: 44,
  what: `100,000 pipelined requests past the limit: ${CONNECTIONS} connections × 2,000, ${ROUNDS} times`,
  bar: 'each connection closed after eight ahead; others all 200, p99 within 3×',
  async run(form) {
    const [service, unharmed] = await serveTwice({})
    const seconds = form === 'full' ? 5 : 2
    const { port } = service
    const others = { request: REQUEST, connections: 5, rate: REQUESTS / seconds, seconds }
    const bytes = Array.from({ length: CONNECTIONS }, () => REQUEST.repeat(2_000))
    const rounds: [quiet: number, during: number][] = []
    const bad = new Set<string>()
    let [answers, closed] = [0, 0]
    try {
      await loadBoth(service, unharmed, { ...others, from: callers(1) })
      for (let round = 1; round <= ROUNDS; round++) {
        const attacker = await startAttacker()
        const loads = loadBoth(service, unharmed, { ...others, from: callers(round + 1) })
        await sleep(500)
        await attacker.attack({ port, bytes, reads: true })
        const [{ times, statuses }, quiet] = await loads
        const seen = await attacker.end()
        rounds.push([p99(quiet.times), p99(times)])
        for (const status of Object.keys(statuses)) if (status !== '200') bad.add(status)
        for (const count of Object.values(seen.answers)) answers += count
        closed += seen.closed
      }
    } finally {
      await Promise.all([service.stop(), unharmed.stop()])
    }
    const { ratio, told } = calmest(rounds)
    const all = CONNECTIONS * ROUNDS
    return {
      passed: closed === all && answers <= all && bad.size === 0 && ratio <= 3,
      figure: `p99 in ${ROUNDS} rounds ${told}; ${answers} answers on ${all} connections, ${closed} of them closed`,
    }
  },
}
