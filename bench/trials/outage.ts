import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startPostgres } from '../../test/postgres.ts'
import { type Served, serve } from '../faults/serve.ts'

/**
 * PostgreSQL is stopped under load and comes back: three replicas go on reading, writes are refused clearly, and all
 * are current soon after. Argument: how many seconds it is away.
 */
const AWAY_SECONDS = Number(process.argv[2] ?? 60)
const READS_A_SECOND = 100
const READS = ['/v1/tractors?q=mahindra&limit=5', '/v1/machines/classes', '/v1/tractors?hp_min=40&limit=3']
const run = promisify(execFile)
const postgres = await startPostgres({ durable: true })
const folder = mkdtempSync(join(tmpdir(), 'yantra-outage-'))
const env = {
  ...{ DATABASE_URL: postgres.url, SECRET_KEY: 'k'.repeat(32), WEBHOOK_ALLOW_PRIVATE: 'true' },
  ...{ RATE_LIMIT_ANONYMOUS: '0', MAX_EVENT_LOOP_DELAY_MS: '0' },
}
const yantra = (...args: string[]) =>
  run(process.execPath, ['src/cli.ts', ...args], {
    cwd: new URL('../..', import.meta.url),
    env: { PATH: process.env.PATH, ...env },
  })
const replicas: Served[] = []
const statuses = { reads: new Map<string, number>(), writes: new Map<string, number>() }
const acknowledged = new Set<string>()
let over = false

function count(kind: keyof typeof statuses, status: number | string): void {
  statuses[kind].set(String(status), (statuses[kind].get(String(status)) ?? 0) + 1)
}

async function read(at: number): Promise<void> {
  const answer = await fetch(replicas[at % replicas.length]!.url + READS[at % READS.length]!).catch(() => undefined)
  count('reads', answer?.status ?? 'cut')
  await answer?.arrayBuffer()
}

async function write(key: string): Promise<void> {
  for (let at = 0; !over; at++) {
    const answer = await fetch(`${replicas[at % replicas.length]!.url}/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'http://127.0.0.1:9999/hook', events: ['price.updated'] }),
    }).catch(() => undefined)
    count('writes', answer?.status ?? 'cut')
    if (answer?.status === 200) acknowledged.add(((await answer.json()) as { id: string }).id)
    await sleep(AWAY_SECONDS * 100)
  }
}

/** Imports a machine and waits until every replica shows it. */
async function untilCurrent(slug: string): Promise<number> {
  const row = { type: 'machine', slug, name: slug, machine_class: 'tractor', published_at: '2026-01-01' }
  const maker = { slug: 'mahindra', name: 'Mahindra' }
  const more = { manufacturer: maker, lifecycle: 'current', power_source: 'diesel' }
  writeFileSync(join(folder, 'row.ndjson'), `${JSON.stringify({ ...row, ...more })}\n`)
  await yantra('import', join(folder, 'row.ndjson'))
  const imported = performance.now()
  for (const { url } of replicas) while ((await fetch(`${url}/v1/tractors/${slug}`)).status !== 200) await sleep(20)
  return performance.now() - imported
}

try {
  for (let at = 0; at < 3; at++) replicas.push(await serve(env, { deliver: true }))
  const { stdout } = await yantra('keys', 'create', '--name', 'trial', '--tier', 'enterprise', '--json')
  const { key } = JSON.parse(stdout)
  let asked = 0
  const began = performance.now()
  const load = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1_000) * READS_A_SECOND)
    for (asked = Math.max(asked, due - READS_A_SECOND); asked < due; asked++) void read(asked)
  }, 10)
  const writing = write(key)
  await sleep(2_000)
  await postgres.halt()
  await sleep(AWAY_SECONDS * 1_000)
  await postgres.resume()
  const back = performance.now()
  for (const { url } of replicas) while ((await fetch(`${url}/readyz`)).status !== 200) await sleep(20)
  console.log(`all ready ${((performance.now() - back) / 1_000).toFixed(1)} s after PostgreSQL was back`)
  console.log(
    `a change shown by all ${((await untilCurrent('after-the-outage')) / 1_000).toFixed(1)} s after its import`,
  )
  over = true
  await writing
  clearInterval(load)
  const listed = await fetch(`${replicas[0]!.url}/v1/webhooks`, { headers: { authorization: `Bearer ${key}` } })
  const kept = new Set(((await listed.json()) as { id: string }[]).map(({ id }) => id))
  console.log(`away ${AWAY_SECONDS} s; reads ${tell('reads')}; writes ${tell('writes')}`)
  console.log(
    `acknowledged writes lost: ${[...acknowledged].filter((id) => !kept.has(id)).length} of ${acknowledged.size}`,
  )
} finally {
  over = true
  for (const replica of replicas) await replica.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

function tell(kind: keyof typeof statuses): string {
  return [...statuses[kind]].map(([status, times]) => `${status}: ${times}`).join(', ')
}
