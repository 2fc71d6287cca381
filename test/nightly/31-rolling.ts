import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { newFile, type Served, serve } from './serve.ts'

const REPLICAS = 3
const PATHS = ['/v1/tractors/mahindra-575-di', '/v1/tractors?q=mahindra&limit=5', '/v1/machines/classes']

interface Replica {
  service: Served
  agent: Agent
  ready: boolean
}

/** A balancer in small: kept connections, readiness asked for, and repeated only what was never sent. */
function createBalancer(replicas: Replica[]) {
  const counts = { answered: 0, failed: 0 }
  const reasons = new Map<string, number>()
  let next = 0
  const fail = (reason: string) => {
    counts.failed++
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  function ask(left = REPLICAS): void {
    const ready = replicas.filter((replica) => replica.ready)
    const replica = ready[next++ % ready.length]
    if (!replica) return void fail('no replica is ready')
    const url = replica.service.url + PATHS[next % PATHS.length]
    const sent = get(url, { agent: replica.agent }, (response) => {
      if (response.headers.connection === 'close') replica.ready = false
      response.resume().on('end', () => {
        if (response.statusCode === 200) counts.answered++
        else fail(String(response.statusCode))
      })
      response.on('error', (error) => fail(error.message))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && left > 0) ask(left - 1)
      else fail(error.code ?? error.message)
    })
  }
  return { ask: () => ask(), counts, reasons }
}

async function start(url: string): Promise<Replica> {
  const service = await serve({ DATABASE_URL: url, RATE_LIMIT_ANONYMOUS: '0', MAX_EVENT_LOOP_DELAY_MS: '0' })
  return { service, agent: new Agent({ keepAlive: true }), ready: true }
}

export const rolling: Fault = {
  number: 31,
  what: 'SIGTERM to one of three replicas after another, 20 times, at 500 requests a second (quick: 3 times, 100)',
  bar: '0 failed; exit ≤ 10 s',
  async run(form) {
    const [stops, rate] = form === 'full' ? [20, 500] : [3, 100]
    const url = `file:${newFile()}`
    const replicas: Replica[] = []
    const { ask, counts, reasons } = createBalancer(replicas)
    let over = false
    const gone: Replica[] = []
    try {
      for (let at = 0; at < REPLICAS; at++) replicas.push(await start(url))
      const watch = (async () => {
        while (!over) {
          await Promise.all(
            replicas.map(async (replica) => {
              const ready = await fetch(`${replica.service.url}/readyz`).then(
                ({ ok }) => ok,
                () => false,
              )
              replica.ready &&= ready
            }),
          )
          await sleep(100)
        }
      })()
      let asked = 0
      const begun = performance.now()
      const load = setInterval(() => {
        const due = Math.floor(((performance.now() - begun) / 1_000) * rate)
        // What a busy machine did not get to ask in time is not asked all at once.
        asked = Math.max(asked, due - rate)
        for (; asked < due; asked++) ask()
      }, 10)
      await sleep(500)
      let longest = 0
      for (let stop = 0; stop < stops; stop++) {
        const old = replicas[stop % REPLICAS]!
        const from = performance.now()
        const ended = once(old.service.child, 'exit')
        old.service.child.kill('SIGTERM')
        await ended
        longest = Math.max(longest, performance.now() - from)
        gone.push(old)
        replicas[stop % REPLICAS] = await start(url)
      }
      clearInterval(load)
      over = true
      await watch
      await sleep(500)
      const why = [...reasons].map(([reason, count]) => `${reason}: ${count}`).join(', ')
      return {
        passed: counts.failed === 0 && counts.answered > 100 && longest <= 10_000,
        figure: `${counts.answered} answered, ${counts.failed} failed${why && ` (${why})`} over ${stops} stops; exit after at most ${(longest / 1_000).toFixed(1)} s`,
      }
    } finally {
      over = true
      for (const { agent } of [...gone, ...replicas]) agent.destroy()
      for (const { service } of replicas) await service.stop()
    }
  },
}
