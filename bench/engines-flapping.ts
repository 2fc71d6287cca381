import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMeilisearch, withoutOwnMeilisearch } from '../test/meilisearch.ts'
import type { LoadResult } from './load.ts'

/**
 * The service under load while its Meilisearch pauses, dies and returns, every five seconds. Arguments: the seconds of
 * it all, the milliseconds between.
 */
const SECONDS = Number(process.argv[2] ?? 120)
const EVERY_MS = Number(process.argv[3] ?? 5_000)
const CONNECTIONS = 8
const TARGETS = 500_000
const FILTERS = ['machine_class=tractor', 'manufacturer=mahindra,swaraj', 'hp_min=40&sort=power_desc', 'q=mahindra+575']

async function startService(folder: string, more: NodeJS.ProcessEnv): Promise<{ port: number; child: ChildProcess }> {
  const place = { DATABASE_URL: `file:${join(folder, 'yantra.db')}`, HOST: '127.0.0.1', PORT: '0' }
  const child = spawn(process.execPath, ['src/cli.ts', 'serve', '--no-deliver', '--json'], {
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, ...place, RATE_LIMIT_ANONYMOUS: '0', LOG_LEVEL: 'error', ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  return { port: Number(new URL(JSON.parse(line).url).port), child }
}

if (withoutOwnMeilisearch) throw new Error(withoutOwnMeilisearch)
const folder = mkdtempSync(join(tmpdir(), 'yantra-flapping-'))
const server = await startMeilisearch()
const service = await startService(folder, { MEILISEARCH_URL: server.url, MEILISEARCH_KEY: server.key })
try {
  // Every target once, so that no answer is a kept one.
  const targets = Array.from({ length: TARGETS }, (_, at) => {
    return `/v1/tractors?${FILTERS[at % FILTERS.length]}&limit=5&price_max=${90_000_000 + at}`
  })
  const generator = fork(new URL('./load.ts', import.meta.url))
  generator.send({ port: service.port, targets, connections: CONNECTIONS, requests: TARGETS, maxMs: SECONDS * 1_000 })
  const loaded = once(generator, 'message') as Promise<[LoadResult]>
  let isOver = false
  void loaded.then(() => {
    isOver = true
  })
  for (let round = 0; !isOver; round++) {
    await sleep(EVERY_MS)
    if (round % 4 === 0) process.kill(server.pid, 'SIGSTOP')
    if (round % 4 === 1) process.kill(server.pid, 'SIGCONT')
    if (round % 4 === 2) await server.kill()
    if (round % 4 === 3) await server.restart()
  }
  const [{ requests, perSecond, p50, p99 }] = await loaded
  generator.disconnect()
  console.log(
    `${requests} requests in ${(requests / perSecond).toFixed(0)} s, every one answered with 200 (any other status ends this run)`,
  )
  console.log(`${perSecond.toFixed(0)}/s  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms`)
  const metrics = await (await fetch(`http://127.0.0.1:${service.port}/metrics`)).text()
  for (const [line] of metrics.matchAll(/^yantra_search_(?:answers|fallbacks)_total.*$/gm)) console.log(line)
} finally {
  const ended = once(service.child, 'exit')
  service.child.kill('SIGTERM')
  await ended
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
