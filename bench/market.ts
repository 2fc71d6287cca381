import { fork } from 'node:child_process'
import { join } from 'node:path'
import { openDatabase } from '../src/database/open.ts'
import { newFolder } from './folder.ts'
import { createRandom, generateMachines, generateManufacturers } from './generate.ts'
import { type GeneratedListing, generateListings, insertListings } from './generate-listings.ts'
import { insertRows, type Row } from './insert.ts'
import { generateQueries, toParameters } from './search-queries.ts'
import { ask, end, load, startService } from './servers.ts'

/**
 * Questions never asked before, each address once whichever connection takes it: processor time of the service for one,
 * by its own count, used listings and machines by turns in one run. Sizes are arguments: listings, machines.
 */
const [LISTINGS = 100_000, MACHINES = 100_000] = process.argv.slice(2).map(Number).filter(Number.isFinite)
const MODELS = 2_000
const QUESTIONS = 2_000
const ROUNDS = 4
const CONNECTIONS = 16

function* questions(listings: readonly GeneratedListing[], seed: number): Generator<string> {
  const random = createRandom(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  for (;;) {
    const about = pick(listings)
    const requested = new URLSearchParams()
    const text: string[] = []
    if (random() < 0.6) text.push(about.maker_name)
    if (random() < 0.5) text.push(about.variant_name)
    if (random() < 0.3) text.push('tractor')
    if (random() < 0.3) text.push(about.district)
    if (random() < 0.3) text.push(`under ${1 + Math.floor(random() * 90) / 10} lakh`)
    if (text.length > 0) requested.set('q', text.join(' '))
    if (random() < 0.4) requested.set('state', about.state_code)
    if (random() < 0.3) requested.set('maker', about.maker_slug)
    if (random() < 0.4) requested.set('price_max', String(100_000 + Math.floor(random() * 2_000_000)))
    if (random() < 0.3) requested.set('year_min', String(about.year - Math.floor(random() * 4)))
    if (random() < 0.2) requested.set('hours_max', String(500 + Math.floor(random() * 9_000)))
    if (random() < 0.4) requested.set('sort', pick(['newest', 'price_asc', 'price_desc', 'year_desc', 'hours_asc']))
    if (random() < 0.1) requested.set('offset', String(20 * Math.floor(random() * 50)))
    yield `/v1/market/listings?${requested}`
  }
}

async function processorSeconds(port: number): Promise<number> {
  const text = Buffer.from((await ask(port, '/metrics')).body, 'base64').toString()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1])
}

const folder = newFolder()
const generator = fork(new URL('./load.ts', import.meta.url))
try {
  const path = join(folder, 'market.db')
  const machines = [...generateMachines(Math.max(MODELS, MACHINES))]
  const listings = [...generateListings(LISTINGS, machines.slice(0, MODELS), { now: Date.now() })]
  const db = await openDatabase({ kind: 'sqlite', path })
  await insertRows(db, [...generateManufacturers(), ...machines] as Row[])
  await insertListings(db, listings)
  await db.destroy()
  const service = await startService(`file:${path}`)
  const { port } = service
  const loading = performance.now()
  await ask(port, '/v1/market/listings')
  console.log(`${LISTINGS} listings, first search after ${(performance.now() - loading).toFixed(0)} ms`)

  const requested = new Set<string>()
  for (const target of questions(listings, 5)) if (requested.add(target).size === QUESTIONS * (ROUNDS + 2)) break
  const ofListings = [...requested]
  const searches = generateQueries(machines.slice(0, 5_000), QUESTIONS * (ROUNDS + 4) * 2, 9)
  const ofMachines = [...new Set(searches.map((query) => `/v1/tractors?${toParameters(query)}`))]
  const round = async (name: string, targets: string[], isReported = true) => {
    const before = await processorSeconds(port)
    const { requests, p50, p99 } = await load(generator, {
      ...{ port, targets, connections: CONNECTIONS, requests: targets.length, maxMs: 120_000 },
    })
    const ms = ((await processorSeconds(port)) - before) * 1_000
    if (isReported)
      console.log(
        `${name.padEnd(22)} ${(ms / requests).toFixed(3)} ms of processor, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
      )
  }
  const part = (list: readonly string[], number: number, width = QUESTIONS) =>
    list.slice(number * width, (number + 1) * width)
  // Warm: the program is compiled, and the hits of most listings are made. No question of it comes again.
  await round('', ofListings.slice(QUESTIONS * ROUNDS), false)
  await round('', ofMachines.slice(QUESTIONS * ROUNDS, QUESTIONS * (ROUNDS + 2)), false)
  for (let number = 0; number < ROUNDS; number++) {
    await round('/v1/market/listings', part(ofListings, number))
    await round('/v1/tractors', part(ofMachines, number))
  }
  await end(service)
} finally {
  generator.disconnect()
}
