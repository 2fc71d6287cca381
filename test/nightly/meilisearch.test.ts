import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadJob, LoadResult } from '../../bench/load.ts'
import { startMeilisearch, withoutOwnMeilisearch } from '../meilisearch.ts'
import { sized } from '../tier.ts'
import { serve } from './serve.ts'

const FILTERS = [
  'machine_class=tractor&sort=power_desc',
  'manufacturer=swaraj',
  'hp_min=40&hp_max=60',
  'q=mahindra+575',
]

describe('a service whose Meilisearch fails', { skip: withoutOwnMeilisearch }, () => {
  it('30: answers 200 while it pauses, dies and returns every 5 s for 5 min', async (t) => {
    const [seconds, everyMs] = sized([10, 1_500], [300, 5_000]) as [number, number]
    const engine = await startMeilisearch()
    t.after(() => engine.stop())
    const env = { RATE_LIMIT_ANONYMOUS: '0', MEILISEARCH_URL: engine.url, MEILISEARCH_KEY: engine.key ?? '' }
    const service = await serve(t, env)
    const generator = fork(new URL('../../bench/load.ts', import.meta.url))
    t.after(() => generator.kill())
    const path = (i: number) => `/v1/tractors?${FILTERS[i % FILTERS.length]}&limit=5&price_max=${90_000_000 + i}`
    const targets = Array.from({ length: 500_000 }, (_, i) => path(i))
    const job = { port: service.port, targets, connections: 8, requests: targets.length, maxMs: seconds * 1_000 }
    generator.send(job satisfies LoadJob)
    let isOver = false
    // Any other status than 200 ends it.
    const loaded = Promise.race([once(generator, 'message'), once(generator, 'exit')]).finally(() => {
      isOver = true
    })
    for (let round = 0; !isOver; round++) {
      await sleep(everyMs)
      if (round % 4 === 0) process.kill(engine.pid, 'SIGSTOP')
      if (round % 4 === 1) process.kill(engine.pid, 'SIGCONT')
      if (round % 4 === 2) await engine.kill()
      if (round % 4 === 3) await engine.restart()
    }
    const [result] = (await loaded) as [LoadResult | number]
    assert.ok(typeof result === 'object' && result.requests > 0, 'a request was answered with another status than 200')
    t.diagnostic(`${result.requests} requests, p99 ${result.p99.toFixed(2)} ms`)
  })
})
