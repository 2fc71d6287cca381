import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openDatabase } from '../src/database/open.ts'
import { EMPTY_QUERY, type SearchQuery } from '../src/search/types.ts'
import type { FloorAnswer } from './floor.ts'
import { createRandom, generateMachines, generateMakers } from './generate.ts'
import { insertRows } from './insert.ts'
import type { LoadJob, LoadResult } from './load.ts'
import { generateQueries } from './search-queries.ts'

/**
 * The real service against a bare node:http server that sends the same bytes: a sheet, searches that repeat as they
 * do in life (Zipf over 1,000), searches that never repeat. Sizes are arguments; a million needs naming.
 */
const SIZES = process.argv.slice(2).map(Number).filter(Number.isFinite)
const CONNECTIONS = 16
const DIFFERENT = 1_000
const NEVER_REPEATING = 3_000
const MOST_MS = 5_000
const WARMING_MS = 1_500
const ROUNDS = 6
const ROUND_MS = 700

interface Server {
  port: number
  readyMs: number
  child: ChildProcess
}

/** The command as an operator runs it, ready when it says where it listens. */
async function startService(path: string): Promise<Server> {
  const start = performance.now()
  const child = spawn(process.execPath, ['src/cli.ts', 'serve', '--no-deliver', '--json'], {
    cwd: new URL('..', import.meta.url),
    env: {
      ...process.env,
      DATABASE_URL: `file:${path}`,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      RATE_LIMIT_ANONYMOUS: '1000000000',
      MAX_EVENT_LOOP_DELAY_MS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout!)
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the service ended with ${code}`)))
  failed.catch(() => {})
  const [line] = (await Promise.race([once(lines, 'line'), failed])) as [string]
  return { port: Number(new URL(JSON.parse(line).url).port), readyMs: performance.now() - start, child }
}

async function startFloor(answers: readonly FloorAnswer[]): Promise<Server> {
  const child = fork(new URL('./floor.ts', import.meta.url))
  for (const answer of answers) child.send(answer)
  child.send('start')
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { port, readyMs: 0, child }
}

async function load(generator: ChildProcess, job: LoadJob): Promise<LoadResult> {
  generator.send(job)
  return (await once(generator, 'message'))[0] as LoadResult
}

function ask(port: number, target: string): Promise<FloorAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path: target }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const { date: _, connection: _c, 'keep-alive': _k, ...headers } = response.headers
        resolve({ target, headers, body: Buffer.concat(chunks).toString('base64') })
      })
    })
    sent.on('error', reject).end()
  })
}

function toTarget(query: SearchQuery): string {
  const given = Object.entries(query).filter(([name, value]) => value !== EMPTY_QUERY[name as keyof SearchQuery])
  const parameters = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return `/v1/tractors?${parameters.join('&')}`
}

/** Ranks drawn so that the first comes twice as often as the second, thrice as often as the third. */
function zipf(count: number, draws: number): number[] {
  const random = createRandom(11)
  const sums: number[] = []
  for (let rank = 1; rank <= count; rank++) sums.push((sums.at(-1) ?? 0) + 1 / rank)
  const total = sums.at(-1)!
  return Array.from({ length: draws }, () => {
    const drawn = random() * total
    return sums.findIndex((sum) => sum >= drawn)
  })
}

async function residentMb(port: number): Promise<number> {
  const text = Buffer.from((await ask(port, '/metrics')).body, 'base64').toString()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1_048_576
}

function best(results: readonly LoadResult[]): LoadResult {
  return results.reduce((a, b) => (a.perSecond >= b.perSecond ? a : b))
}

function report(name: string, ours: LoadResult, floor: LoadResult): void {
  const cells = [
    name.padEnd(26),
    `${ours.perSecond.toFixed(0).padStart(7)}/s`,
    `floor ${floor.perSecond.toFixed(0).padStart(7)}/s`,
    `ratio ${(ours.perSecond / floor.perSecond).toFixed(2)}`,
    `p50 ${ours.p50.toFixed(3)} ms (floor ${floor.p50.toFixed(3)})`,
    `p99 ${ours.p99.toFixed(3)} ms (floor ${floor.p99.toFixed(3)})`,
  ]
  console.log(`  ${cells.join('  ')}`)
}

async function benchSize(size: number, folder: string, generator: ChildProcess): Promise<void> {
  const path = join(folder, `${size}.db`)
  const db = await openDatabase({ kind: 'sqlite', path })
  await insertRows(db, rowsOf(size))
  await db.destroy()
  const machines = [...generateMachines(Math.min(size, 5_000))]

  const service = await startService(path)
  const idleMb = await residentMb(service.port)
  const sheets = machines.slice(0, 100).map((machine) => `/v1/tractors/${machine.slug}`)
  const searches = [...new Set(generateQueries(machines, DIFFERENT * 2, 7).map(toTarget))].slice(0, DIFFERENT)
  const never = [...new Set(generateQueries(machines, NEVER_REPEATING * 2, 1_234).map(toTarget))].slice(
    0,
    NEVER_REPEATING,
  )
  const repeated = zipf(DIFFERENT, 50_000).map((rank) => searches[rank]!)
  // Measured first, since nothing of it may have been asked before.
  const fresh = (connections: number, targets: string[]) =>
    load(generator, { port: service.port, targets, connections, requests: targets.length, maxMs: 60_000 })
  const alone = await fresh(1, never.slice(0, never.length / 2))
  const together = await fresh(CONNECTIONS, never.slice(never.length / 2))

  const answers: FloorAnswer[] = []
  for (const target of [...sheets, ...searches, ...never]) answers.push(await ask(service.port, target))
  const floor = await startFloor(answers)
  // In turns, and the best of each: what else the machine does then weighs on both alike.
  const both = async (name: string, job: Omit<LoadJob, 'port'>) => {
    const ours: LoadResult[] = []
    const below: LoadResult[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const short = { ...job, maxMs: round === 0 ? WARMING_MS : ROUND_MS }
      const results = [
        await load(generator, { ...short, port: floor.port }),
        await load(generator, { ...short, port: service.port }),
      ]
      if (round === 0) continue
      below.push(results[0]!)
      ours.push(results[1]!)
    }
    report(name, best(ours), best(below))
  }
  const often = { connections: CONNECTIONS, requests: 100_000, maxMs: ROUND_MS }

  console.log(`\n${size.toLocaleString('en-IN')} machines: ready in ${service.readyMs.toFixed(0)} ms`)
  await both('a sheet', { ...often, targets: sheets })
  await both('search, Zipf over 1,000', { ...often, targets: repeated })
  const floorJob = { port: floor.port, requests: never.length / 2, maxMs: MOST_MS }
  report(
    'search, never repeating',
    together,
    await load(generator, { ...floorJob, targets: never.slice(never.length / 2), connections: CONNECTIONS }),
  )
  report(
    'the same, one at a time',
    alone,
    await load(generator, { ...floorJob, targets: never.slice(0, never.length / 2), connections: 1 }),
  )
  const busyMb = await residentMb(service.port)
  console.log(`  resident: ${idleMb.toFixed(0)} MB when ready, ${busyMb.toFixed(0)} MB after this`)
  for (const { child } of [service, floor]) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}

function* rowsOf(size: number) {
  yield* generateMakers() as unknown as Iterable<{ type: string }>
  yield* generateMachines(size)
}

const folder = mkdtempSync(join(tmpdir(), 'yantra-bench-'))
const generator = fork(new URL('./load.ts', import.meta.url))
try {
  for (const size of SIZES.length > 0 ? SIZES : [1_000, 10_000, 100_000]) await benchSize(size, folder, generator)
} finally {
  generator.disconnect()
  rmSync(folder, { recursive: true, force: true })
}
