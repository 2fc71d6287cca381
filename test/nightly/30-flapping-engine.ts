import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadJob, LoadResult } from '../../bench/load.ts'
import { startMeilisearch, withoutOwnMeilisearch } from '../meilisearch.ts'
import type { Fault } from './fault.ts'
import { serve } from './serve.ts'

const TARGETS = 500_000
const FILTERS = ['machine_class=tractor', 'manufacturer=mahindra,swaraj', 'hp_min=40&sort=power_desc', 'q=mahindra+575']

export const flappingEngine: Fault = {
  number: 30,
  what: 'search engine pausing, dying and returning every 5 s for 5 min (quick: every 1.5 s for 10 s)',
  bar: 'errors < 0.1 %',
  async run(form) {
    if (withoutOwnMeilisearch) return { figure: `NOT RUN: ${withoutOwnMeilisearch}` }
    const [seconds, everyMs] = form === 'full' ? [300, 5_000] : [10, 1_500]
    const engine = await startMeilisearch()
    const settings = { MEILISEARCH_URL: engine.url, MEILISEARCH_KEY: engine.key ?? '' }
    const service = await serve({ RATE_LIMIT_ANONYMOUS: '0', ...settings })
    const generator = fork(new URL('../../bench/load.ts', import.meta.url))
    try {
      // Every target once, so that no answer is a kept one.
      const targets = Array.from({ length: TARGETS }, (_, at) => {
        return `/v1/tractors?${FILTERS[at % FILTERS.length]}&limit=5&price_max=${90_000_000 + at}`
      })
      const job = { port: service.port, targets, connections: 8, requests: TARGETS, maxMs: seconds * 1_000 }
      generator.send(job satisfies LoadJob)
      // Any other status than 200 ends it.
      const loaded = Promise.race([once(generator, 'message'), once(generator, 'exit').then(() => [undefined])])
      let isOver = false
      void loaded.then(() => {
        isOver = true
      })
      for (let round = 0; !isOver; round++) {
        await sleep(everyMs)
        if (round % 4 === 0) process.kill(engine.pid, 'SIGSTOP')
        if (round % 4 === 1) process.kill(engine.pid, 'SIGCONT')
        if (round % 4 === 2) await engine.kill()
        if (round % 4 === 3) await engine.restart()
      }
      const [result] = (await loaded) as [LoadResult | undefined]
      if (!result) return { passed: false, figure: 'a request was answered with another status than 200' }
      const { requests, p50, p99 } = result
      const figure = `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`
      return { passed: requests > 0, figure: `${requests} requests, every one answered with 200; ${figure}` }
    } finally {
      generator.kill()
      await service.stop()
      await engine.stop()
    }
  },
}
