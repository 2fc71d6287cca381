import { readFileSync } from 'node:fs'
import { readSampleIndex } from '../test/search/sample-index.ts'

/**
 * CPU time of reading one query, after warm-up: `npm run bench:reading`. The queries are those of the sets that the
 * tests hold; the same words again and again, as people type them.
 */
const SETS = ['own', 'first-writer', 'second-writer']
const WARM_UP = 40
const ROUNDS = 7
const REPEATS = 60

const queries = SETS.flatMap((set) =>
  readFileSync(new URL(`../test/search/reading-sets/${set}.ndjson`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { q: string }).q),
)
const { index } = readSampleIndex()

let words = 0
function readAll(times: number): void {
  for (let time = 0; time < times; time++) for (const q of queries) words += index.read(q).sides[0]?.length ?? 0
}

readAll(WARM_UP)
const micros: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const before = process.cpuUsage()
  readAll(REPEATS)
  const { user, system } = process.cpuUsage(before)
  micros.push((user + system) / (REPEATS * queries.length))
}
micros.sort((a, b) => a - b)
const shown = (micro: number) => micro.toFixed(1)
console.log(
  `reading a query: ${shown(micros[ROUNDS >> 1]!)} µs of CPU (median of ${ROUNDS} rounds of ${REPEATS * queries.length}; ${shown(micros[0]!)} to ${shown(micros.at(-1)!)}), ${(words / queries.length / (WARM_UP + ROUNDS * REPEATS)).toFixed(1)} words each`,
)
