import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startPostgres } from '../postgres.ts'
import type { Fault } from './fault.ts'
import { startNginx } from './nginx.ts'
import { readsOf } from './reads.ts'
import { type Served, serve } from './serve.ts'
import { describeTally, failedOf, joinTallies, steadyLoadApart, type Tally } from './steady-load.ts'

const REPLICAS = 2
const BUSY = 2
const RATE = 60

/** Takes a core for itself. */
function keepBusy(): ChildProcess {
  return spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' })
}

export const rollingUnderPressure: Fault = {
  number: 56,
  what: 'a rolling restart of two nodes behind the shipped file of nginx with two busy loops beside it, 5,000 requests (quick: 1,500)',
  bar: '0 failed',
  async run(form) {
    if (spawnSync('nginx', ['-v']).status !== 0) return { figure: 'NOT RUN: nginx was not found' }
    const wanted = form === 'full' ? 5_000 : 1_500
    const folder = mkdtempSync(join(tmpdir(), 'yantra-rolling-'))
    const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
    try {
      const postgres = await startPostgres()
      ends.push(() => postgres.stop())
      const ports = await Promise.all(Array.from({ length: REPLICAS }, freePort))
      const replicas: Served[] = []
      ends.push(() => Promise.all(replicas.map((replica) => replica.stop())))
      const env = { DATABASE_URL: postgres.url, TRUST_PROXY: '1', RATE_LIMIT_ANONYMOUS: '0' }
      const start = (at: number) => serve({ ...env, PORT: String(ports[at]) })
      for (let at = 0; at < REPLICAS; at++) replicas[at] = await start(at)
      const stage = { folder, after: (end: () => unknown) => void ends.push(end) }
      const nginx = await startNginx(stage, await freePort(), ports)
      const paths = [...(await readsOf(replicas[0]!.url)), '/v1/market/listings?limit=5', '/en/machines?q=mahindra']
      const busy = Array.from({ length: BUSY }, keepBusy)
      ends.push(() => busy.map((loop) => loop.kill('SIGKILL')))
      const load = steadyLoadApart({ urls: [nginx], paths, rate: RATE, callers: 10 })
      ends.push(() => load.end())
      const tallies: Tally[] = []
      let restarts = 0
      const asked = () =>
        tallies.reduce((sum, { statuses }) => sum + Object.values(statuses).reduce((a, b) => a + b, 0), 0)
      for (; asked() < wanted; restarts++) {
        const at = restarts % REPLICAS
        const ended = once(replicas[at]!.child, 'exit')
        replicas[at]!.child.kill('SIGTERM')
        await ended
        replicas[at] = await start(at)
        tallies.push(await load.tally())
      }
      tallies.push(await load.stop())
      const all = joinTallies(tallies)
      const failed = failedOf(all)
      const why = all.failures.slice(0, 3).map(({ how, path, body }) => `${how} ${path} ${body}`)
      return {
        passed: failed === 0 && asked() >= wanted,
        figure: `${asked()} requests over ${restarts} restarts, ${failed} failed; ${describeTally(all)}${why.length > 0 ? `; ${why.join(', ')}` : ''}`,
      }
    } finally {
      for (const end of ends.reverse()) await end()
    }
  },
}
