import { startProcesses } from '../test/processes.ts'
import { describeLoad, load } from './paced-load.ts'

/** Three times what one process can answer: what is accepted, how late, and how soon it is over. */
const PATH = '/v1/tractors/a-tractor'

const ends: (() => unknown)[] = []
const [url] = await startProcesses({ after: (end: () => unknown) => void ends.push(end) } as never, 1, {
  RATE_LIMIT_ANONYMOUS: '0',
  LOG_LEVEL: 'silent',
  MAX_EVENT_LOOP_DELAY_MS: process.env.MAX_EVENT_LOOP_DELAY_MS ?? '500',
  DATABASE_URL: 'file:/dev/shm/yantra-overload.db',
})
const target = { port: Number(new URL(url!).port), request: `GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n` }

await load({ ...target, connections: 50, seconds: 2 })
const full = await load({ ...target, connections: 50, seconds: 4 })
const capacity = full.times.length / full.seconds
console.log(`capacity: ${describeLoad(full)}`)

// As many connections as three times the capacity needs when each waits a tenth of a second for its answer.
const connections = Math.min(3_000, Math.ceil((capacity * 3) / 10))
const over = await load({ ...target, connections, seconds: 8, rate: capacity * 3 })
console.log(`three times as much on ${connections} connections: ${describeLoad(over)}`)

const ended = performance.now()
for (;;) {
  const { statuses, times } = await load({ ...target, connections: 5, seconds: 0.2 })
  if (Object.keys(statuses).join() === '200' && times.at(-1)! < 200) break
}
console.log(`back to normal after ${((performance.now() - ended) / 1_000).toFixed(1)} s`)
for (const end of ends) await end()
