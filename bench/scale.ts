import { parseArgs } from 'node:util'
import { createRandom } from './generate.ts'

/**
 * A hundred replicas over a million machines, with and without a CDN: how often who answers, how far behind the last
 * replica is after a change, what it costs. Requests, changes and caches are drawn and followed one by one; what a
 * request costs a replica was measured. `npm run simulate:scale -- --requests=50000` changes an input.
 */
const INPUTS = {
  /** What is simulated. */
  machines: 1_000_000,
  replicas: 100,
  edges: 40,
  /** Requests a second of all the world together, and for how long. */
  requests: 5_000,
  seconds: 240,
  /** A burst of changes reaches the catalogue every so many seconds. */
  changeEvery: 120,
  /** Different addresses that are asked for, and the exponent of their popularity (Zipf). */
  addresses: 1_000_000,
  zipf: 1,

  /**
   * Measured: processor time of a held answer, and of one that is made anew and compressed, in ms: a sheet 5.7, a page
   * 10.5, a search over a million machines 16 (with other work on the same cores); half, a quarter and a quarter.
   */
  heldMs: 0.13,
  freshMs: 9.5,
  /** Measured: kB of an answer as it is sent, compressed: 2 to 4 for the API, 10 to 13 for a page. */
  answerKb: 5,
  /** Measured: GB resident at a million machines, with 64 MB of held answers, and how many answers those are. */
  memoryGb: 0.85,
  heldAnswers: 2_000,
  /** Measured: what PostgreSQL spends on telling one replica of a change, and of each row of it, in ms. */
  tellMs: 0.1,
  tellRowMs: 0.002,
  /** Measured: what a replica spends on a row, reading it included, in ms. */
  takeRowMs: 0.08,
  databaseCores: 8,
  /** Announcements pass at once; without them it is asked so often, in ms. */
  askEveryMs: 333,

  /** Assumed: what is paid, in US dollars. */
  coreHour: 0.04,
  gbHour: 0.005,
  cdnMillion: 0.6,
  cdnGb: 0.04,
}

type Inputs = typeof INPUTS

const { values } = parseArgs({
  options: Object.fromEntries(Object.keys(INPUTS).map((name) => [name, { type: 'string' as const }])),
})
const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]))
const inputs: Inputs = { ...INPUTS, ...given }

/** How an edge keeps answers: `fresh` seconds, `stale` more while it asks; `purged`: all goes at each change. */
interface Edge {
  name: string
  fresh: number
  stale: number
  purged: boolean
}

const EDGES: (Edge | undefined)[] = [
  undefined,
  {
    name: 'CDN, 1 s and 1 s while asking (as sent)',
    fresh: 1,
    stale: 1,
    purged: false,
  },
  {
    name: 'CDN, an hour, purged by revision',
    fresh: 3_600,
    stale: 60,
    purged: true,
  },
]

interface Outcome {
  /** At an edge: answered from there, answered from there while asking, asked and waited for. */
  hits: number
  stale: number
  waited: number
  /** At the replicas: unchanged (304), held, made anew. */
  unchanged: number
  held: number
  fresh: number
}

function follow(edge: Edge | undefined, its: Inputs): Outcome {
  const random = createRandom(17)
  const popular = zipf(its.addresses, its.zipf)
  const kept: Map<number, { at: number; change: number }>[] = Array.from({ length: its.edges }, () => new Map())
  const replicas = Array.from({ length: its.replicas }, () => ({
    change: -1,
    answers: new Set<number>(),
  }))
  const outcome: Outcome = {
    hits: 0,
    stale: 0,
    waited: 0,
    unchanged: 0,
    held: 0,
    fresh: 0,
  }
  const total = its.requests * its.seconds
  for (let sent = 0; sent < total; sent++) {
    const now = sent / its.requests
    const change = Math.floor(now / its.changeEvery)
    const address = popular(random())
    let known: { at: number; change: number } | undefined
    if (edge) {
      const shelf = kept[Math.floor(random() * its.edges)]!
      known = shelf.get(address)
      if (known && edge.purged && known.change !== change) known = undefined
      const age = known ? now - known.at : Infinity
      if (age < edge.fresh) {
        outcome.hits++
        continue
      }
      if (age < edge.fresh + edge.stale) outcome.stale++
      else outcome.waited++
      shelf.set(address, { at: now, change })
    }
    const replica = replicas[Math.floor(random() * its.replicas)]!
    if (replica.change !== change) {
      replica.change = change
      replica.answers.clear()
    }
    const holds = replica.answers.has(address)
    if (!holds) {
      if (replica.answers.size >= its.heldAnswers) replica.answers.delete(replica.answers.values().next().value!)
      replica.answers.add(address)
    }
    // Few of the changes touch this very answer: what an edge still has is found unchanged, at the cost of making it.
    if (known) outcome.unchanged++
    if (holds) outcome.held++
    else outcome.fresh++
  }
  return outcome
}

/** Ranks by popularity, from a number in [0, 1): the sum of 1/rank^s turned round, as an integral. */
function zipf(count: number, exponent: number): (drawn: number) => number {
  if (exponent === 1) return (drawn) => Math.floor(count ** drawn)
  const power = 1 - exponent
  const most = (count ** power - 1) / power
  return (drawn) => Math.floor((drawn * most * power + 1) ** (1 / power))
}

/** Seconds until the first, the median and the last replica show a change of so many rows. */
function lag(rows: number, announced: boolean, its: Inputs): [first: number, median: number, last: number] {
  const random = createRandom(5)
  const free = Array.from({ length: its.databaseCores }, () => 0)
  const asked = Array.from({ length: its.replicas }, () => (announced ? 2 + random() * 3 : random() * its.askEveryMs))
  const shown = asked
    .sort((a, b) => a - b)
    .map((at) => {
      const core = free.indexOf(Math.min(...free))
      const told = Math.max(at, free[core]!) + its.tellMs + rows * its.tellRowMs
      free[core] = told
      return (told + rows * its.takeRowMs) / 1_000
    })
    .sort((a, b) => a - b)
  return [shown[0]!, shown[Math.floor(shown.length / 2)]!, shown.at(-1)!]
}

function report(edge: Edge | undefined, outcome: Outcome, its: Inputs): void {
  const total = its.requests * its.seconds
  const percent = (part: number) => `${((100 * part) / total).toFixed(1)} %`
  const asked = outcome.held + outcome.fresh
  const cores = (outcome.held * its.heldMs + outcome.fresh * its.freshMs) / 1_000 / its.seconds
  // A replica is busy to 60 % on its one core; three at least, so that one may be missing.
  const needed = Math.max(3, Math.ceil(cores / 0.6))
  const replicas = needed * (its.coreHour + its.memoryGb * its.gbHour) * 730
  const gb = ((total * its.answerKb) / 1e6 / its.seconds) * 3_600 * 730
  const cdn = edge ? ((its.requests * 3_600 * 730) / 1e6) * its.cdnMillion + gb * its.cdnGb : 0
  const money = (dollars: number) => `$${Math.round(dollars).toLocaleString('en-US')}`
  console.log(`\n${edge?.name ?? 'no CDN'}`)
  if (edge) {
    console.log(
      `  from the edge ${percent(outcome.hits)}, from there while it asks ${percent(outcome.stale)}, waited for ${percent(outcome.waited)}`,
    )
  }
  console.log(
    `  replicas are asked ${Math.round(asked / its.seconds).toLocaleString('en-US')} times a second: held ${percent(outcome.held)}, made anew ${percent(outcome.fresh)}; ${percent(outcome.unchanged)} end in 304`,
  )
  console.log(
    `  processors busy: ${cores.toFixed(1)} (${((100 * cores) / its.replicas).toFixed(1)} % of ${its.replicas} replicas); ${needed} replicas would do`,
  )
  console.log(`  a month: replicas ${money(replicas)}, CDN ${money(cdn)}`)
}

const { machines, replicas, edges, requests, changeEvery } = inputs
console.log(
  `${machines.toLocaleString('en-US')} machines, ${replicas} replicas of ${inputs.memoryGb} GB (${Math.round(replicas * inputs.memoryGb)} GB together), ${requests.toLocaleString('en-US')} requests a second, ${edges} edges, a change every ${changeEvery} s`,
)
for (const edge of EDGES) report(edge, follow(edge, inputs), inputs)

console.log('\nuntil a change shows: the first, the median, the last replica')
for (const rows of [1, 500, 20_000]) {
  for (const announced of [true, false]) {
    const said = lag(rows, announced, inputs).map((seconds) => `${seconds.toFixed(2)} s`)
    const how = announced ? 'announced' : 'by asking'
    console.log(`  ${rows.toLocaleString('en-US').padStart(6)} rows, ${how}: ${said.join(', ')}`)
  }
}
