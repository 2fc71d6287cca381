import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { createRandom, type GeneratedMachine, generateMachines, generateMakers } from '../../bench/generate.ts'
import { type GeneratedListing, generateListings, insertListings } from '../../bench/generate-listings.ts'
import { insertRows, type Row } from '../../bench/insert.ts'
import { createUsedMarket } from '../../src/listings/listing-search.ts'
import { createCatalogue } from '../../src/read-model/catalogue.ts'
import { findValues, machinesOf } from '../../src/server/market-routes.ts'
import { sqlite } from '../backends.ts'
import { sized } from '../tier.ts'
import { type AskedValue, valuePlainly } from './values-oracle.ts'

const QUESTIONS = sized(40, 200)
const A_DAY = 86_400_000

const now = Math.floor(Date.now() / 1_000) * 1_000
const machines = [...generateMachines(150, 3)].map((machine, at) => ({
  ...machine,
  ...(at % 9 === 4 && { published_at: null }),
}))
const listings: GeneratedListing[] = [...generateListings(1_000, machines as GeneratedMachine[], { now })].flatMap(
  (one) => (one.id % 25 === 0 ? [one, { ...one, id: one.id + 100_000 }] : [one]),
)

const random = createRandom(41)
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
const bySlug = new Map(machines.map((machine) => [machine.slug, machine as GeneratedMachine]))
const expected = Array.from({ length: QUESTIONS }, () => {
  const about = random() < 0.6 ? pick(listings) : undefined
  const asked: AskedValue = {
    machine_slug: about?.machine_slug ?? pick(machines).slug,
    year: random() < 0.8 ? (about?.year ?? 2018) : null,
    hours: random() < 0.7 ? (about?.hours ?? 3_000) : null,
    state: random() < 0.4 ? pick(listings).state_code : null,
    without: random() < 0.5 ? (about?.id ?? null) : null,
    asOf: random() < 0.5 ? now : now - Math.floor(random() * 400) * A_DAY,
  }
  return { asked, plain: valuePlainly(listings, bySlug, asked, now) }
})

test('values are what a plain look at every listing finds, whichever machine, moment and place', async (t) => {
  const db = await sqlite.newDatabase(t)
  await insertRows(db, [...generateMakers(), ...machines] as Row[])
  await insertListings(db, listings)
  const catalogue = createCatalogue(db, { log: pino({ level: 'silent' }), pollMs: 60_000 })
  t.after(() => catalogue.close())
  await catalogue.ready
  const used = createUsedMarket(catalogue.follower, machinesOf(catalogue))
  const seen = new Set<string>()
  for (const { asked, plain } of expected) {
    const { asOf, state, ...rest } = asked
    const as_of = new Date(asOf).toISOString()
    const query = { ...rest, as_of, state: state?.toLowerCase() ?? '' }
    const found = await findValues({ db, used, baseUrl: '' }, query)
    const told = JSON.stringify(asked)
    if (found === undefined) {
      assert.ok(
        machines.some(({ slug, published_at }) => slug === asked.machine_slug && published_at === null),
        told,
      )
      continue
    }
    const { asking, sold, comparable, adjusted, known } = found
    assert.deepEqual([comparable, found.state, known], [plain.step, plain.state, plain.known], told)
    assert.deepEqual([asking?.count ?? 0, adjusted?.fitted_from ?? null], [plain.count, plain.fitted], told)
    assert.deepEqual(
      found.listings.map(({ id }) => id),
      plain.ids,
      told,
    )
    for (const [figures, quarters] of [
      [asking, plain.asking],
      [sold, plain.sold],
    ] as const) {
      assert.equal(figures === null, quarters === null, told)
      const prices = figures ? [figures.p25_inr, figures.median_inr, figures.p75_inr] : []
      for (const [at, price] of prices.entries()) assert.ok(Math.abs(price / quarters![at]! - 1) < 1e-4, told)
    }
    seen.add(`${comparable}`)
    if (sold) seen.add('sold')
    if (adjusted) seen.add('adjusted')
    if (found.withdrawn) seen.add('withdrawn')
    if (asked.state) seen.add(found.state ? 'in a state' : 'in all India')
  }
  const asked = ['machine', 'maker', 'class', 'sold', 'adjusted', 'withdrawn', 'in a state', 'in all India']
  for (const what of asked) assert.ok(seen.has(what), `never: ${what}`)
})
