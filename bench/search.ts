import { createSearchIndex } from '../src/search/search-index.ts'
import type { SearchManufacturer, SearchQuery } from '../src/search/types.ts'
import { takeDocuments } from '../test/search/take-documents.ts'
import { generateMachines, generateManufacturers } from './generate.ts'
import { readClasses, toDocument } from './search-documents.ts'
import { generateQueries } from './search-queries.ts'

/** Sizes to measure, as arguments. */
const SIZES = process.argv.slice(2).map(Number).filter(Number.isFinite)
const QUERIES = 3000
const TODAY = '2026-11-15'

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
const ms = (value: number) => value.toFixed(3)

/** One search uses one thread and waits for nothing, so its time is its CPU time as long as the machine is otherwise idle. */
function timeOf(work: () => void): number {
  const start = process.hrtime.bigint()
  work()
  return Number(process.hrtime.bigint() - start) / 1e6
}

function measure(queries: readonly SearchQuery[], run: (query: SearchQuery) => unknown): number[] {
  return queries.map((query) => timeOf(() => run(query))).sort((a, b) => a - b)
}

function benchSize(size: number): void {
  const machines = [...generateMachines(size)]
  const documents = machines.map(toDocument)
  const manufacturers: SearchManufacturer[] = generateManufacturers()
  const classes = readClasses()
  const sample = machines.filter((_, number) => number % Math.ceil(size / 5000) === 0)
  const queries = generateQueries(sample, QUERIES, 7)
  const warming = generateQueries(sample, 500, 99)
  machines.length = 0

  globalThis.gc?.()
  const memoryBefore = process.memoryUsage()
  const start = performance.now()
  const index = createSearchIndex(TODAY)
  index.apply({ manufacturers, classes })
  takeDocuments(index, documents)
  const built = performance.now() - start
  for (const query of warming) index.search(query)
  globalThis.gc?.()
  const memoryAfter = process.memoryUsage()
  const held = memoryAfter.heapUsed + memoryAfter.arrayBuffers - memoryBefore.heapUsed - memoryBefore.arrayBuffers

  const cpuBefore = process.cpuUsage()
  const times = measure(queries, index.search)
  const { user, system } = process.cpuUsage(cpuBefore)
  const mean = (user + system) / 1000 / queries.length
  const textTimes = measure(
    queries.filter((query) => query.q !== ''),
    index.search,
  )
  const changes = documents.slice(0, 200).map((document, number) => ({
    ...document,
    name: `${document.name} ${number}`,
    price_from_inr: (document.price_from_inr ?? 500000) + 1000,
    engine_hp: (document.engine_hp ?? 40) + 1,
  }))
  const updates = changes.map((change) => timeOf(() => takeDocuments(index, [change]))).sort((a, b) => a - b)

  console.log(`\n${size.toLocaleString('en-IN')} machines`)
  console.log(`  build ${built.toFixed(0)} ms, ${(held / size).toFixed(0)} bytes a machine in all`)
  console.log(
    `  index  p50 ${ms(quantile(times, 0.5))} ms  p90 ${ms(quantile(times, 0.9))}  p99 ${ms(quantile(times, 0.99))}  max ${ms(quantile(times, 1))}`,
  )
  console.log(
    `         mean CPU ${ms(mean)} ms, collector included; with text p50 ${ms(quantile(textTimes, 0.5))} p99 ${ms(quantile(textTimes, 0.99))}`,
  )
  console.log(`  change of one machine: p50 ${ms(quantile(updates, 0.5))} ms  max ${ms(quantile(updates, 1))} ms`)
}

for (const size of SIZES.length > 0 ? SIZES : [1000, 10000, 100000, 1000000]) benchSize(size)
