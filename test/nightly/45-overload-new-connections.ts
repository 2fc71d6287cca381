import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/load.ts'
import type { Fault } from './fault.ts'
import { openLoadApart } from './open-load.ts'
import { askOnce, catalogueOf, serve } from './serve.ts'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** One-letter searches, no two the same, so that each is work. */
function* searches(): Generator<string> {
  for (let offset = 0; ; offset++) for (const q of LETTERS) yield `/v1/tractors?q=${q}&offset=${offset}`
}

export const overloadOnNewConnections: Fault = {
  number: 45,
  what: 'one-letter searches over 100,000 machines, each on a new connection, three times capacity',
  bar: 'only 200, 429, 503 + Retry-After; accepted p99 < 1 s; /healthz < 500 ms; recovery ≤ 5 s',
  async run(form) {
    const service = await serve({
      RATE_LIMIT_ANONYMOUS: '0',
      DATABASE_URL: await catalogueOf(form === 'full' ? 100_000 : 20_000),
    })
    const target = searches()
    const take = (count: number) => Array.from({ length: count }, () => target.next().value as string)
    const load = (count: number, rate: number) =>
      openLoadApart({ url: service.url, targets: take(count), rate, patienceMs: 30_000 })
    try {
      // Capacity: eight at a time, each as soon as the one before is answered.
      for (const path of take(50)) await askOnce(service.url + path)
      const start = performance.now()
      let answered = 0
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          while (performance.now() - start < 3_000) {
            await askOnce(service.url + take(1)[0]!)
            answered++
          }
        }),
      )
      const capacity = answered / ((performance.now() - start) / 1_000)
      const seconds = form === 'full' ? 15 : 6
      let over = false
      const health: number[] = []
      const watch = (async () => {
        while (!over) {
          const { status, ms } = await askOnce(`${service.url}/healthz`)
          health.push(status === 200 ? ms : 30_000)
          await sleep(50)
        }
      })()
      const { times } = await load(Math.ceil(capacity * 3 * seconds), capacity * 3)
      const end = performance.now()
      let back = { status: 0, ms: 0 }
      while (performance.now() - end < 30_000 && !(back.status === 200 && back.ms < 300))
        back = await askOnce(service.url + take(1)[0]!)
      const recovery = performance.now() - end
      over = true
      await watch
      const good = times[200] ?? []
      const total = Object.values(times).reduce((sum, list) => sum + list.length, 0)
      const p99 = percentile(good, 0.99)
      const worstHealth = Math.max(...health)
      const strange = Object.keys(times).filter((status) => !['200', '429', '503'].includes(status))
      return {
        passed: strange.length === 0 && p99 < 1_000 && worstHealth < 500 && recovery < 5_000,
        figure:
          `capacity ${capacity.toFixed(0)}/s; accepted ${((good.length / total) * 100).toFixed(0)} %, p50 ${percentile(good, 0.5).toFixed(0)}, p99 ${p99.toFixed(0)} ms; ` +
          `503 ${(((times[503]?.length ?? 0) / total) * 100).toFixed(0)} % after ${percentile(times[503] ?? [], 0.5).toFixed(0)} ms; ` +
          `/healthz p99 ${percentile(
            health.sort((a, b) => a - b),
            0.99,
          ).toFixed(0)}, longest ${worstHealth.toFixed(0)} ms; back after ${recovery.toFixed(0)} ms` +
          (strange.length > 0 ? `; strange: ${strange.join()}` : ''),
      }
    } finally {
      await service.stop()
    }
  },
}
