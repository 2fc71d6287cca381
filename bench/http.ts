import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { SearchQuery } from '../src/search/types.ts'
import type { FloorAnswer } from './floor.ts'
import { newFolder } from './folder.ts'
import { createRandom, generateMachines } from './generate.ts'
import { makeDatabase } from './insert.ts'
import type { LoadJob, LoadResult } from './load.ts'
import { generateQueries, toParameters } from './search-queries.ts'
import { ask, best, cpuMs, end, load, metric, startFloor, startService } from './servers.ts'

/**
 * The real service against a bare node:http server that sends the same bytes: a sheet, searches that repeat as they
 * do in life (Zipf over 1,000), searches that never repeat. Sizes are arguments; a million needs naming.
 */
const SIZES = process.argv.slice(2).map(Number).filter(Number.isFinite)
const CONNECTIONS = 16
const DIFFERENT = 1_000
const NEVER_REPEATING = 3_000
const MAX_MS = 5_000
const WARMING_MS = 1_500
const ROUNDS = 6
const ROUND_MS = 700

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

const residentMb = async (port: number) => (await metric(port, 'process_resident_memory_bytes')) / 1_048_576
const cpuOf = async (port: number) => (await metric(port, 'process_cpu_seconds_total')) * 1_000

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
  await makeDatabase(path, size)
  const machines = [...generateMachines(Math.min(size, 5_000))]

  const service = await startService(`file:${path}`)
  const inactiveMb = await residentMb(service.port)
  const sheets = machines.slice(0, 100).map((machine) => `/v1/tractors/${machine.slug}`)
  const searches = [...new Set(generateQueries(machines, DIFFERENT * 2, 7).map(target))].slice(0, DIFFERENT)
  const fromNever = [...new Set(generateQueries(machines, NEVER_REPEATING * 3, 1_234).map(target))]
  const never = fromNever.slice(0, NEVER_REPEATING)
  const neverWarm = fromNever.slice(NEVER_REPEATING, NEVER_REPEATING * 2)
  const repeated = zipf(DIFFERENT, 50_000).map((rank) => searches[rank]!)
  // Measured first, since nothing of it may have been asked before.
  const fresh = (connections: number, targets: string[]) =>
    load(generator, { port: service.port, targets, connections, requests: targets.length, maxMs: 60_000 })
  const cpuBefore = await cpuOf(service.port)
  const alone = await fresh(1, never.slice(0, never.length / 2))
  const cpuBetween = await cpuOf(service.port)
  const together = await fresh(CONNECTIONS, never.slice(never.length / 2))
  const cpuAfter = await cpuOf(service.port)

  const answers: FloorAnswer[] = []
  for (const target of [...sheets, ...searches, ...never]) answers.push(await ask(service.port, target))
  const floor = await startFloor(answers)
  // In turns, and the best of each: what else the machine does then weighs on both alike.
  const both = async (name: string, job: Omit<LoadJob, 'port'>) => {
    const servers = [floor, service]
    const results: LoadResult[][] = [[], []]
    const cpu = [0, 0]
    for (let round = 0; round <= ROUNDS; round++) {
      const short = { ...job, maxMs: round === 0 ? WARMING_MS : ROUND_MS }
      for (const [i, server] of servers.entries()) {
        const before = cpuMs(server)
        const result = await load(generator, { ...short, port: server.port })
        if (round === 0) continue
        cpu[i]! += cpuMs(server) - before
        results[i]!.push(result)
      }
    }
    report(name, best(results[1]!), best(results[0]!))
    const [below, ours] = results.map((rounds, i) => (cpu[i]! * 1_000) / sum(rounds.map(({ requests }) => requests)))
    console.log(
      `    processor: ${ours!.toFixed(1)} µs a request, floor ${below!.toFixed(1)}; ${(below! / ours!).toFixed(2)}`,
    )
  }
  const often = { connections: CONNECTIONS, requests: 100_000, maxMs: ROUND_MS }

  console.log(`\n${size.toLocaleString('en-IN')} machines: ready in ${service.readyMs.toFixed(0)} ms`)
  await both('a sheet', { ...often, targets: sheets })
  await both('search, Zipf over 1,000', { ...often, targets: repeated })
  const floorJob = { port: floor.port, requests: never.length / 2, maxMs: MAX_MS }
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
  const each = (from: number, to: number) => `${(((to - from) * 2) / never.length).toFixed(2)} ms`
  console.log(
    `  processor of a search never asked before, in a process that just started: ${each(cpuBefore, cpuBetween)} one at a time, ${each(cpuBetween, cpuAfter)} together`,
  )
  // The program is compiled by now; only these were not asked before.
  const cpuWarm = await cpuOf(service.port)
  const { requests } = await fresh(CONNECTIONS, neverWarm)
  const warm = ((await cpuOf(service.port)) - cpuWarm) / requests
  console.log(`  the same in a warm process: ${warm.toFixed(2)} ms together`)
  const busyMb = await residentMb(service.port)
  console.log(`  resident: ${inactiveMb.toFixed(0)} MB when ready, ${busyMb.toFixed(0)} MB after this`)
  for (const server of [service, floor]) await end(server)
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

const target = (query: SearchQuery) => `/v1/tractors?${toParameters(query)}`

const folder = newFolder()
const generator = fork(new URL('./load.ts', import.meta.url))
try {
  for (const size of SIZES.length > 0 ? SIZES : [1_000, 10_000, 100_000]) await benchSize(size, folder, generator)
} finally {
  generator.disconnect()
}
