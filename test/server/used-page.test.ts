import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createRandom } from '../../bench/generate.ts'
import { toLoan, USUAL_TERMS } from '../../src/catalog/instalments.ts'
import { countQueries } from '../auth/queries.ts'
import { sqlite } from '../backends.ts'
import { importAll, startCatalogueApp } from '../catalogue-app.ts'
import { MIN_LISTING } from '../listings/least-listing.ts'

const HTML = { accept: 'text/html' }
/** Places that are far from one another, and one that nobody knows. */
const PLACES = [
  { pin: '141001', district: 'Ludhiana', state_code: 'PB' },
  { pin: '143001', district: 'Amritsar', state_code: 'PB' },
  { pin: '422001', district: 'Nashik', state_code: 'MH' },
  { pin: '600001', district: 'Chennai', state_code: 'TN' },
  { pin: '199999', district: 'Nowhere', state_code: 'UP' },
]

it('the page of a used machine', async (t) => {
  const db = await sqlite.newDatabase(t)
  const random = createRandom(7)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const listings = Array.from({ length: 40 }, (_, i) => ({
    ...{ ...MIN_LISTING, ...pick(PLACES), id: i + 1, year: 2008 + Math.floor(random() * 16) },
    ...{ machine_slug: pick(['mahindra-575-di', 'mahindra-475-di', undefined]), variant_name: `M${i + 1}` },
    ...{ hours: random() < 0.2 ? undefined : Math.floor(random() * 9_000), vehicle_class: pick(['tractor', 'truck']) },
    ...{ status: pick(['live', 'live', 'live', 'draft']), price_inr: 100_000 + Math.floor(random() * 900_000) },
  }))
  await importAll(db, listings)
  const queries = countQueries(db)
  const app = await startCatalogueApp(queries.db)
  t.after(() => app.close())
  const page = async (path: string) => {
    const response = await app.get(`/en/used/${path}`, HTML)
    assert.equal(response.status, 200, path)
    return response.text()
  }
  const kmFrom = async (near: string) => {
    const answer = await app.get(`/v1/market/listings?limit=100&near=${near}`)
    const { hits } = (await answer.json()) as { hits: { id: number; distance_km?: number }[] }
    return new Map(hits.map(({ id, distance_km }) => [id, distance_km]))
  }

  await t.test('shows the same machine first, then its class, each nearest in place, year and hours', async () => {
    const seen = new Set<string>()
    for (const self of listings.filter(({ status }) => status === 'live')) {
      const km = self.pin === '199999' ? undefined : await kmFrom(self.pin)
      const farness = (other: typeof self) => {
        const hours = other.hours === undefined || self.hours === undefined ? 0 : Math.abs(other.hours - self.hours)
        return (km?.get(other.id) ?? 2_000) / 100 + Math.abs(other.year - self.year) + hours / 1_000
      }
      const isSame = (other: typeof self) =>
        other.machine_slug !== undefined && other.machine_slug === self.machine_slug
      const expected = listings
        .filter((other) => other.status === 'live' && other.id !== self.id)
        .filter((other) => isSame(other) || other.vehicle_class === self.vehicle_class)
        .sort((a, b) => Number(isSame(b)) - Number(isSame(a)) || farness(a) - farness(b) || b.id - a.id)
        .slice(0, 6)
      const alike = /<section class="panel" id="alike".*/s.exec(await page(String(self.id)))![0]
      const visible = Array.from(alike.matchAll(/<h3><a href="\/en\/used\/(\d+)"/g), ([, id]) => Number(id))
      assert.deepEqual(
        visible,
        expected.map(({ id }) => id),
        JSON.stringify(self),
      )
      for (const other of expected) seen.add(`${isSame(other)} ${other.vehicle_class === self.vehicle_class}`)
      if (!km) seen.add('from nowhere')
    }
    assert.ok(seen.size >= 4, [...seen].join())
  })

  await t.test('names comparable listings without reading them from the database', async () => {
    await page(String(listings.find(({ status }) => status === 'live')!.id))
    const self = listings.findLast(({ status, machine_slug }) => status === 'live' && machine_slug !== undefined)!
    const before = queries.count()
    const examples = /<h2>Asking prices for similar machines<\/h2>.*?<ul>(.*?)<\/ul>/s.exec(
      await page(`${self.id}?down=11`),
    )![1]!
    assert.equal(examples.match(/<li><a href="\/en\/used\/\d+">[^<]*M\d+ 20\d\d · ₹/g)?.length, 5)
    // The listing, the price of its machine when new, retracted listings, and perhaps a look for changes.
    assert.ok(queries.count() - before <= 5, String(queries.count() - before))
  })

  await t.test('offers the years up to this one, also after New Year', async (t) => {
    const years = async (query: string) =>
      Array.from(
        (await (await app.get(`/en/filters/used${query}`, HTML)).text()).matchAll(/<option value="(20\d\d)"/g),
        ([, year]) => Number(year),
      )
    const [first] = await years('?km_max=1')
    t.mock.timers.enable({ apis: ['Date'], now: new Date(`${first! + 1}-01-01T12:00:00+05:30`) })
    assert.equal((await years('?km_max=2'))[0], first! + 1)
  })

  await t.test(
    'reckons its instalments from the price asked, by the terms of its address within their bounds',
    async () => {
      const self = listings.find(({ status }) => status === 'live')!
      const requested = { '': USUAL_TERMS, '?down=10&rate=9.5&years=7': { down: 10, rate: 9.5, years: 7 } }
      const beyond = { '?down=95&rate=40&years=40': { down: 90, rate: 36, years: 10 } }
      for (const [query, terms] of Object.entries({ ...requested, ...beyond })) {
        const { monthly, halfYearly } = toLoan(self.price_inr, terms)
        const loan = /<section class="panel" id="instalments".*?<\/section>/s.exec(await page(`${self.id}${query}`))![0]
        const reported = Array.from(loan.matchAll(/<p class="big">₹([\d,]+)/g), ([, n]) =>
          Number(n!.replaceAll(',', '')),
        )
        assert.deepEqual(reported, [monthly.amount, halfYearly.amount], query)
        for (const [name, value] of Object.entries(terms))
          assert.match(loan, new RegExp(`name="${name}" value="${value}"`))
      }
    },
  )
})

it('adjusts the prices of examples as the range beside them is', async (t) => {
  const db = await sqlite.newDatabase(t)
  const priceOf = (year: number) => Math.round(600_000 * 0.9 ** (2024 - year))
  const machine = { machine_slug: 'mahindra-575-di', hours: undefined }
  const listings = Array.from({ length: 45 }, (_, i) => {
    const year = 2010 + (i % 14)
    return { ...MIN_LISTING, ...machine, id: i + 1, year, price_inr: priceOf(year) }
  })
  await importAll(db, listings)
  const app = await startCatalogueApp(db)
  t.after(() => app.close())
  const text = await (await app.get('/en/used/1', HTML)).text()
  const [, range, links] =
    /Asking prices for similar machines<\/h2><p class="big">([^<]+)<\/p>.*?<ul>(.*?)<\/ul>/s.exec(text)!
  const examples = Array.from(links!.matchAll(/ (20\d\d) · ₹[^<]*<\/a> \(adjusted for year and hours: ([^)]+)\)/g))
  assert.ok(examples.length >= 4)
  for (const [whole, , price] of examples) assert.equal(price, range!, whole)
})
