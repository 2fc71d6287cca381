import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, generateMachines, generateManufacturers } from '../../bench/generate.ts'
import { type GeneratedListing, generateListings, insertListings } from '../../bench/generate-listings.ts'
import { insertRows, type Row } from '../../bench/insert.ts'
import { tokenize } from '../../src/lib/text/normalize.ts'
import { ANY_LISTING, createUsedMarket } from '../../src/listings/listing-search.ts'
import type { ListingParameters } from '../../src/schema/api/market.ts'
import { LISTING_SORTS } from '../../src/schema/api/values.ts'
import { sqlite } from '../backends.ts'
import { newFollower } from '../catalogue-app.ts'
import { sized } from '../tier.ts'
import { answerPlainly, kmPlainly } from './listings-oracle.ts'

const LIKE = { manufacturer: '', class: '', size: null, wheelDrive: null, newPrice: null, isPublished: true }
const LISTINGS = sized(1_500, 4_000)
const QUESTIONS = sized(250, 800)
const PAGE = 37
const WALKED = 400

interface Question {
  sent: Partial<ListingParameters>
  words: string[]
  /** What the text says beside words. */
  said: Partial<ListingParameters>
}

/** A random question about some of these listings, with what its text is to be read as. */
function questionFrom(random: () => number, listings: readonly GeneratedListing[]): Question {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const about = pick(listings)
  const sent: Partial<ListingParameters> = {}
  const spoken: Partial<ListingParameters> = {}
  const maybe = (chance: number, make: () => void) => {
    if (random() < chance) make()
  }
  maybe(
    0.2,
    () => (sent.maker = random() < 0.3 ? `${about.maker_slug},${pick(listings).maker_slug}` : about.maker_slug),
  )
  maybe(0.15, () => (sent.machine_class = about.machine_class!))
  maybe(0.3, () => {
    sent.state = about.state_code.toLowerCase()
    maybe(0.4, () => (sent.district = about.district))
  })
  maybe(0.05, () => (sent.machine_slug = about.machine_slug!))
  maybe(0.2, () => (sent.price_max = Math.round(about.price_inr * (0.8 + random()))))
  maybe(0.1, () => (sent.price_min = Math.round(about.price_inr * random())))
  maybe(0.15, () => (sent.year_min = about.year - 3))
  maybe(0.1, () => (sent.year_max = about.year + 2))
  maybe(0.1, () => (sent.hours_max = about.hours ?? 4_000))
  maybe(0.05, () => (sent.km_max = about.km || 20_000))
  maybe(0.1, () => (sent.hours_min = Math.round((about.hours ?? 4_000) / 2)))
  maybe(0.05, () => (sent.km_min = Math.round(about.km / 2)))
  maybe(0.05, () => (sent.owners_max = 2))
  maybe(0.1, () => (sent.hp_min = powers.get(about.machine_slug!) ?? 30))
  maybe(0.1, () => (sent.hp_max = (powers.get(about.machine_slug!) ?? 30) + 5))
  maybe(0.25, () => {
    const { district, state_code, pin } = about
    sent.near = random() < 0.5 && pin !== '199999' ? pin : `${district.toLowerCase()},${state_code}`
    maybe(0.7, () => (sent.within_km = Math.floor(random() * 500)))
  })
  maybe(0.1, () => (sent.seller = about.seller!))
  maybe(0.1, () => (sent.inspection_mode = about.inspection_mode!))
  maybe(0.1, () => (sent.status = 'sold'))
  maybe(0.6, () => (sent.sort = pick(LISTING_SORTS)))
  if (sent.sort === 'distance_asc' && !sent.near) sent.near = '141001'
  const words: string[] = []
  const text: string[] = []
  maybe(0.5, () => {
    words.push(...tokenize(about.maker_name))
    maybe(0.6, () => words.push(...tokenize(about.variant_name)))
    text.push(words.join(' '))
    maybe(0.4, () => {
      text.push(`in ${about.district}`)
      spoken.district = about.district
    })
    maybe(0.3, () => {
      text.push('under 5 lakh')
      spoken.price_max = 500_000
    })
    maybe(0.2, () => {
      text.push(`after ${about.year}`)
      spoken.year_min = about.year + 1
    })
    maybe(0.2, () => {
      text.push('3000 hours')
      spoken.hours_max = 3_000
    })
    sent.q = text.join(' ')
  })
  return { sent, words, said: spoken }
}

/** The parameters in force: of two bounds the stricter one, of two lists what is in both. */
function inForce({ sent, said: spoken }: Question): ListingParameters {
  const requested: ListingParameters = { ...ANY_LISTING, ...sent }
  if (spoken.price_max) requested.price_max = Math.min(requested.price_max ?? Infinity, spoken.price_max)
  if (spoken.hours_max) requested.hours_max = Math.min(requested.hours_max ?? Infinity, spoken.hours_max)
  if (spoken.year_min) requested.year_min = Math.max(requested.year_min ?? 0, spoken.year_min)
  if (spoken.district)
    requested.district =
      sent.district && sent.district.toLowerCase() !== spoken.district.toLowerCase() ? '-' : spoken.district
  return requested
}

const now = Date.now()
const machines = [...generateMachines(400, 3)]
const powers = new Map(machines.map(({ slug, engine_hp }) => [slug, engine_hp ?? null]))
const listings = [...generateListings(LISTINGS, machines, { now })]
const random = createRandom(23)
const expected = Array.from({ length: QUESTIONS }, () => {
  const question = questionFrom(random, listings)
  const { matches, ...plain } = answerPlainly(
    listings,
    { words: question.words, parameters: inForce(question) },
    now,
    powers,
  )
  return { question, ...plain, ids: matches.map(({ id }) => id) }
})

test('the search of listings answers as a plain look at every listing does, and its pages are complete without repeats', async (t) => {
  const db = await sqlite.newDatabase(t)
  await insertRows(db, [...generateManufacturers(), ...machines] as Row[])
  await insertListings(db, listings)
  const machineOf = (slug: string) => ({ ...LIKE, power: powers.get(slug) ?? null })
  const used = createUsedMarket(newFollower(t, db), { newPrice: () => null, version: () => 0, machineOf })
  const byId = new Map(listings.map((item) => [item.id, item]))
  for (const [number, { question, ...plain }] of expected.entries()) {
    const reported = JSON.stringify(question)
    const { total, facets, hits } = await used.search({ ...question.sent, limit: 100 })
    assert.equal(total, plain.total, reported)
    assert.deepEqual(facets, plain.facets, reported)
    const ids = hits.map(({ id }) => id)
    for (const { id, distance_km } of hits) {
      const km = question.sent.near ? kmPlainly(byId.get(id)!, question.sent.near) : Infinity
      assert.ok(Number.isFinite(km) ? Math.abs(distance_km! - km) <= 0.051 : distance_km === undefined, reported)
    }
    if (question.words.length === 0 || question.sent.sort) {
      assert.deepEqual(ids, plain.ids.slice(0, 100), reported)
    }
    if (number % 10 > 0 || total > WALKED) continue
    const walked: number[] = []
    for (let offset = 0; offset <= total; offset += PAGE) {
      const page = await used.search({ ...question.sent, offset, limit: PAGE })
      walked.push(...page.hits.map(({ id }) => id))
    }
    assert.deepEqual(walked.slice(0, 100), ids, reported)
    const sorted = (list: number[]) => list.toSorted((a, b) => a - b)
    assert.deepEqual(sorted(walked), sorted(plain.ids), reported)
  }
})
