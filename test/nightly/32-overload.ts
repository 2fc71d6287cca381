import { percentile } from '../../bench/load.ts'
import { startProcesses } from '../processes.ts'
import type { Fault } from './fault.ts'
import { describeLoad, load } from './paced-load.ts'
import { newFile } from './serve.ts'

export const overload: Fault = {
  number: 32,
  what: 'three times capacity on kept connections',
  bar: 'only 200 or 503; accepted p99 < 1 s; recovery ≤ 5 s',
  async run() {
    const ends: (() => unknown)[] = []
    const env = { RATE_LIMIT_ANONYMOUS: '0', LOG_LEVEL: 'silent', MAX_EVENT_LOOP_DELAY_MS: '500' }
    const stage = { after: (end: () => unknown) => void ends.push(end) } as never
    try {
      const [url] = await startProcesses(stage, 1, { ...env, DATABASE_URL: `file:${newFile()}` })
      const request = 'GET /v1/tractors/a-tractor HTTP/1.1\r\nHost: a\r\n\r\n'
      const target = { port: Number(new URL(url!).port), request }
      await load({ ...target, connections: 50, seconds: 2 })
      const full = await load({ ...target, connections: 50, seconds: 4 })
      const capacity = full.times.length / full.seconds
      // As many connections as three times the capacity needs when each waits a tenth of a second for its answer.
      const connections = Math.min(3_000, Math.ceil((capacity * 3) / 10))
      const over = await load({ ...target, connections, seconds: 8, rate: capacity * 3 })
      const ended = performance.now()
      for (;;) {
        const { statuses, times } = await load({ ...target, connections: 5, seconds: 0.2 })
        if (Object.keys(statuses).join() === '200' && times.at(-1)! < 200) break
      }
      const recovery = (performance.now() - ended) / 1_000
      const statuses = Object.keys(over.statuses)
      const strange = statuses.filter((status) => status !== '200' && status !== '503')
      const isInTime = percentile(over.times, 0.99) < 1_000 && recovery <= 5
      return {
        passed: statuses.length > 0 && strange.length === 0 && isInTime,
        figure: `${describeLoad(over)}; back after ${recovery.toFixed(1)} s`,
      }
    } finally {
      for (const end of ends) await end()
    }
  },
}
