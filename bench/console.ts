import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { toConfig } from '../src/config.ts'
import { withDatabase } from '../src/database/open.ts'
import { loadSampleWhenEmpty } from '../src/intake/sample.ts'
import { makeLink } from '../src/operator/sessions.ts'
import { createPostgresDatabase, startPostgres } from '../test/postgres.ts'
import { fill, pagesOf } from './console-fill.ts'
import { loadApart, percentile } from './paced-load.ts'

// Every page of the console with a million deliveries and a hundred thousand listings, in a SQLite file or, with
// --postgres, in PostgreSQL; and the reads of the API beside an operator who looks at one page after another. Service,
// load and operator are a process each. An operator who is shown nothing but the way in is the floor.

const { values } = parseArgs({
  options: {
    postgres: { type: 'boolean', default: false },
    deliveries: { type: 'string', default: '1000000' },
    listings: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '24' },
  },
})
const LOOKS = 7
const ROUNDS = 3
const SECONDS = Number(values.seconds)
const RATE = 300
/** An operator reads a page before asking for the next. */
const LOOK_MS = 3_000
const BUDGET_MS = 300
const BUDGET_RATIO = 1.5
const REQUEST = 'GET /v1/tractors?q=mahindra HTTP/1.1\r\nhost: localhost\r\n\r\n'

const folder = mkdtempSync(join(tmpdir(), 'yantra-bench-'))
const server = values.postgres ? await startPostgres() : undefined
let service: ChildProcess | undefined
try {
  const url = server ? await createPostgresDatabase(server.url) : `file:${join(folder, 'console.db')}`
  const env = { ...process.env, DATABASE_URL: url, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' }
  const settings = { ...env, RATE_LIMIT_ANONYMOUS: '0', MAX_EVENT_LOOP_DELAY_MS: '0', SECRET_KEY: 'k'.repeat(32) }
  const { pages, token } = await withDatabase(toConfig(settings).database, {}, async (db) => {
    await loadSampleWhenEmpty(db)
    const amounts = { deliveries: Number(values.deliveries), listings: Number(values.listings) }
    return {
      pages: pagesOf(await fill(db, amounts)),
      token: (await makeLink(db, { by: 'cli', who: '' }, { who: 'operator', role: 'editor' }, Date.now())).token,
    }
  })
  service = fork(new URL('./console-service.ts', import.meta.url), { env: settings })
  const [{ url: home }] = (await once(service, 'message')) as [{ url: string }]
  const entered = await fetch(`${home}/console/enter?link=${token}`, { redirect: 'manual' })
  const cookie = entered.headers.getSetCookie()[0]!.split(';', 1)[0]!

  async function look(page: string, headers: Record<string, string> = { cookie }) {
    const begun = performance.now()
    const answer = await fetch(`${home}/console/${page}`, { headers })
    await answer.text()
    return { status: answer.status, ms: performance.now() - begun }
  }

  const slowest = await lookAtAll(service, pages, look)
  const port = Number(new URL(home).port)
  const measure = () => loadApart({ port, request: REQUEST, connections: 8, seconds: SECONDS, rate: RATE })
  let next = 0
  const sides: Record<string, { times: number[]; turn?: () => Promise<unknown> }> = {
    alone: { times: [] },
    'beside the way in': { times: [], turn: () => look('keys', {}) },
    'beside an operator': { times: [], turn: () => look(pages[next++ % pages.length]!) },
  }
  await measure()
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of Object.values(sides)) side.times.push(...(await beside(measure, side.turn)))
  }
  const rows = Object.entries(sides).map(([reads, { times }]) => {
    const sorted = times.sort((a, b) => a - b)
    const [p50, p99, p999] = [0.5, 0.99, 0.999].map((share) => tenths(percentile(sorted, share)))
    return { reads, requests: times.length, 'p50 ms': p50, 'p99 ms': p99, 'p99.9 ms': p999 }
  })
  console.table(rows)
  const [alone, , operated] = Object.values(sides).map(({ times }) => percentile(times, 0.99))
  const ratio = operated! / alone!
  console.log(
    `slowest page ${tenths(slowest)} ms (budget ${BUDGET_MS}), p99 ratio ${ratio.toFixed(2)} (${BUDGET_RATIO})`,
  )
  if (slowest > BUDGET_MS || ratio > BUDGET_RATIO) process.exitCode = 1
} finally {
  if (service?.connected) {
    const ended = once(service, 'exit')
    service.send('stop')
    await ended
  }
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Says how long each page took, and for how long the service answered nobody meanwhile. Returns the slowest. */
async function lookAtAll(
  service: ChildProcess,
  pages: readonly string[],
  look: (page: string) => Promise<{ status: number; ms: number }>,
): Promise<number> {
  const rows: object[] = []
  let slowest = 0
  for (const page of pages) {
    const times: number[] = []
    const held: number[] = []
    let status = 0
    for (let n = 0; n < LOOKS; n++) {
      await longestHold(service)
      const looked = await look(page)
      status = looked.status
      times.push(looked.ms)
      held.push(await longestHold(service))
    }
    const name = `/console/${page.replace(/(wh|evt|key)_[^/?]+/g, '$1_…')}`
    const held50 = held.toSorted((a, b) => a - b)[LOOKS >> 1]!
    const median = times.toSorted((a, b) => a - b)[LOOKS >> 1]!
    const figures = { first: tenths(times[0]!), median: tenths(median), slowest: tenths(Math.max(...times)) }
    rows.push({ page: name, status, ...figures, 'loop held': tenths(held50) })
    if (status !== 200) process.exitCode = 1
    slowest = Math.max(slowest, ...times)
  }
  console.table(rows)
  return slowest
}

async function longestHold(service: ChildProcess): Promise<number> {
  const answer = once(service, 'message')
  service.send('hold')
  const [{ longestMs }] = (await answer) as [{ longestMs: number }]
  return longestMs
}

/** One burst of reads, with somebody who does something every three seconds. */
async function beside(
  measure: () => Promise<{ times: number[] }>,
  turn?: () => Promise<unknown>,
): Promise<readonly number[]> {
  const over = new AbortController()
  const operator = (async () => {
    while (turn && !over.signal.aborted) {
      await turn()
      await sleep(LOOK_MS, undefined, { signal: over.signal }).catch(() => {})
    }
  })()
  const { times } = await measure()
  over.abort()
  await operator
  return times
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10
}
