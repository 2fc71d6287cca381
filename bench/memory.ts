import { fork } from 'node:child_process'
import { join } from 'node:path'
import { newFolder } from './folder.ts'
import { generateMachines } from './generate.ts'
import { generateQueries, toParameters } from './search-queries.ts'
import { end, load, metric, startService } from './servers.ts'

/**
 * Resident memory with the sample, while mixed requests come that never repeat: searches, listings, suggestions and
 * pages, in each content coding. The number of minutes is an argument.
 */
const MINUTES = Number(process.argv[2] ?? 10)
const CONNECTIONS = 16
const ROUND_MS = 15_000
const PER_ROUND = 30_000
const CODINGS = ['br', 'gzip', 'identity']

const machines = [...generateMachines(5_000)]
const queries = generateQueries(machines, 100_000, 77).map(toParameters)

/** A path that no other number gives. */
function pathOf(i: number): string {
  const [query, { name }] = [queries[i % queries.length], machines[i % machines.length]!]
  const text = encodeURIComponent(name)
  const paths = [
    `/v1/tractors?${query}`,
    `/en/machines?q=${text}+${i}`,
    `/v1/tractors?q=${text}+${i}`,
    `/hi/machines?q=${text}+${i}`,
    `/v1/suggest?q=${text}+${i}`,
    `/v1/market/listings?q=${text}+${i}`,
  ]
  return paths[i % paths.length]!
}

const database = `file:${join(newFolder(), 'sample.db')}`
// The first start loads the sample.
await end(await startService(database, { SAMPLE: 'true' }))
const service = await startService(database)
const generator = fork(new URL('./load.ts', import.meta.url))
const report = async (what: string) => {
  const names = ['process_resident_memory_bytes', 'nodejs_heap_size_total_bytes', 'nodejs_external_memory_bytes']
  const [resident, heap, external] = await Promise.all(names.map((name) => metric(service.port, name)))
  const mb = (bytes: number) => `${(bytes / 1_048_576).toFixed(0)} MB`
  console.log(`  ${what}: resident ${mb(resident!)}, heap ${mb(heap!)}, external ${mb(external!)}`)
}
await report('ready')
let requests = 0
for (let round = 0; round < (MINUTES * 60_000) / ROUND_MS; round++) {
  const targets = Array.from({ length: PER_ROUND }, (_, i) => pathOf(round * PER_ROUND + i))
  const job = { port: service.port, connections: CONNECTIONS, requests: PER_ROUND, maxMs: ROUND_MS }
  const result = await load(generator, { ...job, targets, coding: CODINGS[round % CODINGS.length]! })
  requests += result.requests
  await report(`after ${requests} requests, ${result.perSecond.toFixed(0)} a second`)
}
generator.disconnect()
await end(service)
