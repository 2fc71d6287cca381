import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../src/database/open.ts'
import { createPostgresDatabase, startPostgres } from '../test/postgres.ts'
import { generateMachines, generateMakers } from './generate.ts'
import { startImport } from './import-process.ts'
import { insertRows, type Row } from './insert.ts'
import { type Load, loadApart, percentile } from './paced-load.ts'
import { generateQueries, toParameters } from './search-queries.ts'
import { ask, end, startService } from './servers.ts'

/**
 * A large import while requests come in that never repeat: how far the catalogue in memory is behind, and how long reads
 * take, before, during and after. First beside an import into another database, which shows what the importing process
 * alone costs on these cores; then into the service's own in batches, half of the rows changing machines that are held,
 * half new; then all of them changed in one transaction, which the catalogue has to take in at once. Arguments: rows,
 * then databases.
 */
const ROWS = Number(process.argv[2] ?? 200_000)
const DATABASES = process.argv.slice(3)
const RATE = 100
const BURST_SECONDS = 5
const MAX_MS = 600_000
const folder = mkdtempSync(join(tmpdir(), 'yantra-catch-up-'))
const postgres = DATABASES.length === 0 || DATABASES.includes('postgres') ? await startPostgres() : undefined
try {
  const files = await Promise.all([1, 2].map(writeRows))
  if (DATABASES.length === 0 || DATABASES.includes('sqlite')) await measure('SQLite', `file:${folder}/yantra.db`, files)
  if (postgres) await measure('PostgreSQL', await createPostgresDatabase(postgres.url), files)
} finally {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function writeRows(round: number): Promise<string> {
  const file = join(folder, `${round}.ndjson`)
  await pipeline(Readable.from(changedRows(round)), createWriteStream(file))
  return file
}

function* changedRows(round: number): Generator<string> {
  let piece = ''
  for (const machine of generateMachines(ROWS)) {
    const engine_hp = machine.engine_hp === null ? null : machine.engine_hp + round
    piece += `${JSON.stringify({ ...machine, engine_hp })}\n`
    if (piece.length < 1_000_000) continue
    yield piece
    piece = ''
  }
  yield piece
}

async function measure(title: string, url: string, files: readonly string[]): Promise<void> {
  const target = url.startsWith('file:')
    ? ({ kind: 'sqlite', path: url.slice('file:'.length) } as const)
    : ({ kind: 'postgres', url } as const)
  const db = await openDatabase(target)
  const held = () => [...(generateMakers() as unknown as Row[]), ...generateMachines(ROWS / 2)]
  await insertRows(db, held())
  await db.destroy()
  const other = await openDatabase({ kind: 'sqlite', path: `${folder}/${title}-other.db` })
  await insertRows(other, held())
  await other.destroy()
  const server = await startService(url)
  const requests = mixedRequests()
  const burst = () => {
    const request = Array.from({ length: RATE * BURST_SECONDS * 1.1 }, () => requests.next().value as string)
    return loadApart({ port: server.port, request, connections: 20, seconds: BURST_SECONDS, rate: RATE })
  }
  try {
    await burst()
    console.log(`${title}, quiet: ${describe([await burst(), await burst()])}`)
    console.log(`${title}, beside an import into another database: ${await besideImport()}`)
    console.log(`${title}, in batches: ${await importUnderLoad(files[0]!)}`)
    console.log(`${title}, in one transaction: ${await importUnderLoad(files[1]!, '--strict')}`)
    console.log(`${title}, quiet again, with twice the machines: ${describe([await burst(), await burst()])}`)
  } finally {
    await end(server)
  }

  async function besideImport(): Promise<string> {
    let isOver = false
    const { ended } = startImport(`file:${folder}/${title}-other.db`, files[0]!)
    void ended.then(() => {
      isOver = true
    })
    const during: Load[] = []
    while (!isOver) during.push(await burst())
    return describe(during)
  }

  async function importUnderLoad(file: string, ...options: string[]): Promise<string> {
    const began = performance.now()
    const { ended } = startImport(url, file, ...options)
    let importedMs = 0
    void ended.then(() => {
      importedMs = performance.now() - began
    })
    let mostLag = 0
    let currentMs = 0
    const watching = watch()
    const during: Load[] = []
    const after: Load[] = []
    while (importedMs === 0) during.push(await burst())
    while (currentMs === 0) after.push(await burst())
    await watching
    const { summary } = await ended
    const { created, changed, rejected } = summary!
    return [
      `${created} created, ${changed} changed, ${rejected} rejected in ${seconds(importedMs)}; current ${seconds(currentMs - importedMs)} after its end, most lag ${mostLag.toFixed(1)} s`,
      `  while it ran: ${describe(during)}`,
      ...(after.length > 0 ? [`  afterwards: ${describe(after)}`] : []),
    ].join('\n')

    async function watch(): Promise<void> {
      while (performance.now() - began < MAX_MS) {
        const { body } = await ask(server.port, '/readyz')
        const state = JSON.parse(Buffer.from(body, 'base64').toString())
        mostLag = Math.max(mostLag, state.lag_seconds)
        if (importedMs > 0 && state.lag_seconds === 0 && state.revision === state.database_revision) break
        await sleep(50)
      }
      currentMs = performance.now() - began
    }
  }
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

function describe(loads: readonly Load[]): string {
  const times = loads.flatMap((load) => load.times).sort((a, b) => a - b)
  const statuses: Record<string, number> = {}
  for (const load of loads)
    for (const [name, count] of Object.entries(load.statuses)) statuses[name] = (statuses[name] ?? 0) + count
  const at = (share: number) => percentile(times, share).toFixed(1)
  return `${JSON.stringify(statuses)} p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms`
}

/** Searches and sheets by turns, all different. */
function* mixedRequests(): Generator<string> {
  const machines = [...generateMachines(ROWS / 2)]
  for (let seed = 1; ; seed++) {
    const queries = generateQueries(machines, 2_000, seed)
    for (let at = 0; at < queries.length; at++) {
      yield get(`/v1/tractors?${toParameters(queries[at]!)}`)
      yield get(`/v1/tractors/${machines[(seed * 2_000 + at) % machines.length]!.slug}`)
    }
  }
}

function get(target: string): string {
  return `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`
}
