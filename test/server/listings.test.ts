import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Check } from 'typebox/value'
import { toConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/database/open.ts'
import { findListing } from '../../src/listings/listings.ts'
import { MarketListing } from '../../src/schema/api/listing.ts'
import { sqlite } from '../backends.ts'
import { MIN_LISTING } from '../listings/least-listing.ts'
import { sampleService } from '../sample-service.ts'
import { importRows, startService } from '../service.ts'

const DAY_MS = 86_400_000

it('GET /v1/market/listings/{listing_id} shows every live listing of the sample as its schema says, and no contact of any', async () => {
  const service = await sampleService()
  let visible = 0
  for (let id = 1; id <= 80; id++) {
    const response = await service.get(`/v1/market/listings/${id}`)
    const text = await response.text()
    assert.doesNotMatch(text, /contact"|phone|whatsapp|\+91|[6-9]\d{9}/i, `listing ${id}`)
    if (response.status !== 200) continue
    visible++
    assert.ok(Check(MarketListing, JSON.parse(text)), `listing ${id}`)
  }
  assert.equal(visible, 67)
})

it('GET /v1/market/listings/{listing_id} answers one and the same 404 for whatever may not be seen', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  const long = new Date(Date.now() - 91 * DAY_MS).toISOString()
  const short = new Date(Date.now() - 89 * DAY_MS).toISOString()
  const hidden = ['draft', 'review', 'expired', 'withdrawn', 'rejected'].map((status, i) => ({
    ...MIN_LISTING,
    id: 600 + i,
    status,
  }))
  await importRows(t, env, [
    ...hidden,
    { ...MIN_LISTING, id: 700, status: 'sold', sold_at: long, sold_price_inr: 400000 },
    { ...MIN_LISTING, id: 701, status: 'sold', sold_at: short, sold_price_inr: 400000 },
  ])
  const service = await startService(t, env)
  const problems = new Set<string>()
  for (const id of [600, 601, 602, 603, 604, 700, 999_999]) {
    const response = await service.get(`/v1/market/listings/${id}`)
    assert.equal(response.status, 404)
    const { request_id: _, ...problem } = (await response.json()) as { request_id: string }
    problems.add(JSON.stringify(problem))
  }
  assert.equal(problems.size, 1)
  const sold = (await (await service.get('/v1/market/listings/701')).json()) as Record<string, unknown>
  assert.equal(sold.status, 'sold')
  assert.equal(sold.sold_price_inr, 400000)
})

it('GET /v1/market/listings/{listing_id} takes the price when new from the catalogue, unless the row gives one', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const sheet = (await (await service.get('/v1/tractors/mahindra-575-di')).json()) as { price_from_inr: number }
  await importRows(t, service.env, [
    { ...MIN_LISTING, id: 500, machine_slug: 'mahindra-575-di' },
    { ...MIN_LISTING, id: 501, machine_slug: 'mahindra-575-di', comparable_new_inr: 1 },
    { ...MIN_LISTING, id: 502, machine_slug: 'mahindra-575-cng' },
    { ...MIN_LISTING, id: 503, machine_slug: 'no-such-machine' },
  ])
  const prices = []
  for (const id of [500, 501, 502, 503]) {
    const listing = (await (await service.get(`/v1/market/listings/${id}`)).json()) as { comparable_new_inr?: number }
    prices.push(listing.comparable_new_inr)
  }
  assert.deepEqual(prices, [sheet.price_from_inr, 1, undefined, undefined])
})

it('GET /v1/market/listings/{listing_id} shows a sale at once, under a new tag, and may be asked with the old one', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  await importRows(t, env, [MIN_LISTING])
  const service = await startService(t, env)
  const first = await service.get('/v1/market/listings/500')
  const etag = first.headers.get('etag')!
  assert.match(etag, /^"[^"]+"$/)
  assert.match(first.headers.get('cache-control')!, /max-age=[0-4]\b/)
  assert.equal((await service.get('/v1/market/listings/500', { 'if-none-match': etag })).status, 304)
  await importRows(t, env, [{ ...MIN_LISTING, status: 'sold', sold_at: new Date().toISOString() }])
  const second = await service.get('/v1/market/listings/500', { 'if-none-match': etag })
  assert.equal(second.status, 200)
  assert.equal(((await second.json()) as { status: string }).status, 'sold')
})

it('GET /v1/market/listings/{listing_id} has one state while nothing of it changes, so that it is guarded once', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  await importRows(t, env, [{ ...MIN_LISTING, machine_slug: 'a-machine' }])
  const db = await openDatabase(toConfig(env).database)
  t.after(() => db.destroy())
  let price: number | null = null
  const state = async () => (await findListing(db, 500, Date.now(), async () => price))?.state
  const states = [await state()]
  assert.equal(await state(), states[0])
  price = 500_000
  states.push(await state())
  await importRows(t, env, [{ ...MIN_LISTING, machine_slug: 'a-machine', km: 7 }])
  states.push(await state())
  await importRows(t, env, [
    { ...MIN_LISTING, machine_slug: 'a-machine', km: 7, status: 'sold', sold_at: new Date().toISOString() },
  ])
  states.push(await state())
  assert.equal(new Set(states).size, 4)
})
