import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/database/open.ts'
import { generateMachines, generateMakers } from './generate.ts'
import { insertRows } from './insert.ts'
import { generateQueries, toParameters } from './search-queries.ts'
import { ask, best, end, load, startFloor, startService } from './servers.ts'

/**
 * Pages a second: those that are held against a bare server that sends the same bytes (aim: half of it), and search
 * pages that never repeat (aim: 1,000 at 10,000 machines). The size is an argument. Nothing is compressed.
 */
const [SIZE = 10_000] = process.argv.slice(2).map(Number)
const CONNECTIONS = 16
const NEVER_REPEATING = 2_000
const ROUNDS = 5
const ROUND_MS = 700
/** Pages are kept once the revision has stood still for a while. */
const SETTLED_MS = 2_500

const folder = mkdtempSync(join(tmpdir(), 'yantra-bench-'))
const generator = fork(new URL('./load.ts', import.meta.url))
try {
  const path = join(folder, 'site.db')
  const db = await openDatabase({ kind: 'sqlite', path })
  await insertRows(db, rows())
  await db.destroy()
  const service = await startService(`file:${path}`)
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))

  const machines = [...generateMachines(Math.min(SIZE, 5_000))]
  const fresh = [...new Set(generateQueries(machines, NEVER_REPEATING * 2, 77).map(toParameters))].slice(
    0,
    NEVER_REPEATING,
  )
  const targets = fresh.map((parameters) => `/en/machines?${parameters}`)
  const half = targets.length / 2
  const job = { port: service.port, connections: CONNECTIONS, requests: half, maxMs: 60_000 }
  await load(generator, { ...job, targets: targets.slice(0, half) })
  const never = await load(generator, { ...job, targets: targets.slice(half) })
  console.log(`${SIZE.toLocaleString('en-IN')} machines`)
  console.log(`  never repeating  ${never.perSecond.toFixed(0).padStart(6)}/s  p99 ${never.p99.toFixed(1)} ms`)

  const pages = ['/en/machines', '/hi/machines?machine_class=tractor', `/ta/machines/${machines[0]!.slug}`, '/en/used']
  for (const page of pages) {
    const answer = await ask(service.port, page)
    const floor = await startFloor([answer])
    const often = { targets: [page], connections: CONNECTIONS, requests: 100_000, maxMs: ROUND_MS }
    const [ours, below] = [[], []] as Awaited<ReturnType<typeof load>>[][]
    for (let round = 0; round < ROUNDS; round++) {
      below!.push(await load(generator, { ...often, port: floor.port }))
      ours!.push(await load(generator, { ...often, port: service.port }))
    }
    const [held, bare] = [best(ours!).perSecond, best(below!).perSecond]
    const kilobytes = (answer.body.length * 0.75) / 1_000
    console.log(
      `  held ${page.padEnd(40)} ${held.toFixed(0).padStart(6)}/s  bare ${bare.toFixed(0).padStart(6)}/s  share ${(held / bare).toFixed(2)}  ${kilobytes.toFixed(0)} kB`,
    )
    await end(floor)
  }
  await end(service)
} finally {
  generator.disconnect()
  rmSync(folder, { recursive: true, force: true })
}

function* rows() {
  yield* generateMakers() as unknown as Iterable<{ type: string }>
  yield* generateMachines(SIZE)
}
