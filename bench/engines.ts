import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../src/database/open.ts'
import { createSearchClient, type SearchClient } from '../src/search/meilisearch/client.ts'
import { indexName } from '../src/search/meilisearch/documents.ts'
import { planSearch } from '../src/search/meilisearch/query.ts'
import { createLease, readSyncRow, rebuildIndex } from '../src/search/meilisearch/sync.ts'
import { createSearchIndex } from '../src/search/search-index.ts'
import { EMPTY_QUERY, type SearchQuery } from '../src/search/types.ts'
import { startMeilisearch, withoutOwnMeilisearch } from '../test/meilisearch.ts'
import { newFolder } from './folder.ts'
import { generateMachines } from './generate.ts'
import { generateRows, insertRows } from './insert.ts'
import { type LoadResult, percentile } from './load.ts'
import { generateQueries, toParameters } from './search-queries.ts'
import { end, load, startService } from './servers.ts'

/**
 * The same searches asked of Meilisearch directly, of the service on Meilisearch, and of the service on the database.
 * The number of machines is the argument.
 */
const SIZE = Number(process.argv[2] ?? 100_000)
const QUERIES = 1_000
const ROUNDS = 5
const CONNECTIONS = 4
const TODAY = '2026-11-15'

const toTarget = (query: SearchQuery) => `/v1/tractors?${toParameters(query)}`

async function untilServing(port: number): Promise<void> {
  for (let offset = 0; offset < 600; offset++) {
    const answer = await fetch(`http://127.0.0.1:${port}${toTarget({ ...EMPTY_QUERY, offset })}`)
    if (((await answer.json()) as { engine: string }).engine === 'meilisearch') return
    await sleep(100)
  }
  throw new Error('the service does not answer from Meilisearch')
}

/** Plain words stay plain where no catalogue knows better. */
const { parse } = createSearchIndex(TODAY)

/** No service in between: the searches of a page without anything that only we need. */
async function askDirectly(client: SearchClient, index: string, queries: readonly SearchQuery[]): Promise<LoadResult> {
  const plans = queries.map((query) => planSearch(index, query, parse(query.q), TODAY)?.queries.slice(1, -1) ?? [])
  const times: number[] = []
  let next = 0
  const start = performance.now()
  const loop = async () => {
    while (next < plans.length) {
      const from = performance.now()
      await client.multiSearch({ queries: plans[next++]! })
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
  const seconds = (performance.now() - start) / 1_000
  times.sort((a, b) => a - b)
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
  return { requests: times.length, perSecond: times.length / seconds, p50, p99 }
}

/** The middle of the rounds. */
function report(name: string, rounds: LoadResult[]): void {
  const middle = (read: (result: LoadResult) => number) => rounds.map(read).sort((a, b) => a - b)[rounds.length >> 1]!
  const [perSecond, p50, p99] = [middle((r) => r.perSecond), middle((r) => r.p50), middle((r) => r.p99)]
  const rate = perSecond.toFixed(0).padStart(6)
  console.log(`  ${name.padEnd(30)} ${rate}/s  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms`)
}

async function answered(port: number): Promise<string> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const counts = [...text.matchAll(/^yantra_search_(?:answers|fallbacks)_total\{\w+="(\w+)"\} (\d+)/gm)]
  return counts.map(([, name, count]) => `${name} ${count}`).join(', ')
}

if (withoutOwnMeilisearch) throw new Error(withoutOwnMeilisearch)
const folder = newFolder()
const path = join(folder, 'yantra.db')
const server = await startMeilisearch()
const generator = fork(new URL('./load.ts', import.meta.url))
const db = await openDatabase({ kind: 'sqlite', path })
try {
  await insertRows(db, generateRows(SIZE))
  const { databaseId } = await readSyncRow(db)
  const client = createSearchClient(server)
  const start = performance.now()
  await rebuildIndex({ db, client, lease: createLease(db, 'bench') })
  await createLease(db, 'bench').drop()
  console.log(
    `\n${SIZE.toLocaleString('en-IN')} machines, indexed in ${((performance.now() - start) / 1_000).toFixed(1)} s`,
  )

  const machines = [...generateMachines(Math.min(SIZE, 5_000))]
  const different = new Map(generateQueries(machines, QUERIES * 2, 7).map((query) => [toTarget(query), query]))
  const targets = [...different.keys()].slice(0, QUERIES)
  const queries = targets.map((target) => different.get(target)!)
  const there = await startService(`file:${path}`, { MEILISEARCH_URL: server.url, MEILISEARCH_KEY: server.key })
  const here = await startService(`file:${path}`, { MEILISEARCH_URL: '' })
  await untilServing(there.port)
  await askDirectly(client, indexName(databaseId), generateQueries(machines, 200, 99))

  // In turns, so that whatever else the machine does falls on all three alike.
  const results: Record<string, LoadResult[]> = { direct: [], there: [], here: [] }
  for (let round = 0; round < ROUNDS; round++) {
    const from = (round * QUERIES) / ROUNDS
    const part = targets.slice(from, from + QUERIES / ROUNDS)
    const job = { targets: part, connections: CONNECTIONS, requests: part.length, maxMs: 60_000 }
    results.direct!.push(await askDirectly(client, indexName(databaseId), queries.slice(from, from + part.length)))
    results.there!.push(await load(generator, { ...job, port: there.port }))
    results.here!.push(await load(generator, { ...job, port: here.port }))
  }
  report('Meilisearch, asked directly', results.direct!)
  report('the service on Meilisearch', results.there!)
  console.log(`    who answered, and why not: ${await answered(there.port)}`)
  report('the service on the database', results.here!)
  for (const service of [there, here]) await end(service)
} finally {
  generator.disconnect()
  await db.destroy()
  await server.stop()
}
