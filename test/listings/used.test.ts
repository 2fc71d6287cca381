import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChangeFeedReader, Projection } from '../../src/database/change-feed-reader.ts'
import { createUsedMarket } from '../../src/listings/listing-search.ts'
import { isShownAt } from '../../src/listings/listings.ts'
import { sqlite } from '../backends.ts'
import { importAll, newFollower } from '../catalogue-app.ts'
import { MIN_LISTING } from './least-listing.ts'

const LISTINGS = [
  { ...MIN_LISTING, id: 1, created_at: '2026-10-01T10:00:00Z', price_inr: 400_000, hours: 900 },
  { ...MIN_LISTING, id: 2, created_at: '2026-10-03T10:00:00Z', price_inr: 300_000, year: 2012, district: 'Pune' },
  {
    ...{ ...MIN_LISTING, id: 3, created_at: '2026-10-02T10:00:00Z', state_code: 'PB', district: 'Ludhiana' },
    ...{ maker_name: 'Swaraj', maker_slug: 'swaraj', machine_slug: 'swaraj-744-fe', hours: 5000, price_inr: 500_000 },
    photos: ['https://pictures.example/3.jpg', 'https://wa.me/919876543210'],
  },
  { ...MIN_LISTING, id: 4, status: 'draft' },
]

test('a hit has the first photo without a contact', async (t) => {
  const db = await sqlite.newDatabase(t)
  await importAll(db, [{ ...LISTINGS[2], dealer_name: 'Ram Tractors 98765 43210', contact: { phone: '9876543210' } }])
  const { hits } = await createUsedMarket(newFollower(t, db)).search({})
  assert.equal(hits[0]?.photo, 'https://pictures.example/3.jpg')
  assert.equal(hits[0]?.dealer_name, 'Ram Tractors [contact removed]')
  assert.ok(!JSON.stringify(hits).includes('98765'))
})

test('a renamed manufacturer has its new name in the filter', async (t) => {
  const db = await sqlite.newDatabase(t)
  const manufacturer = { type: 'manufacturer', slug: 'mahindra', name: 'Mahindra & Mahindra' }
  await importAll(db, [manufacturer, ...LISTINGS])
  const follower = newFollower(t, db)
  const used = createUsedMarket(follower)
  const labels = () => Promise.all(['mahindra', 'swaraj'].map(used.makerName))
  assert.deepEqual(await labels(), ['Mahindra & Mahindra', 'Swaraj'])
  await importAll(db, [
    { ...manufacturer, name: 'Mahindra Tractors' },
    { type: 'listing', id: 3, patch: true, maker_name: 'SWARAJ' },
  ])
  await follower.catchUp()
  assert.deepEqual(await labels(), ['Mahindra Tractors', 'SWARAJ'])
})

/** A market that is given its rows here, with the price of each machine when new. */
async function openMarket() {
  let projection: Projection | undefined
  const follow = async (input: Projection) => {
    projection = input
  }
  const used = createUsedMarket({ follow } as unknown as ChangeFeedReader, {
    newPrice: () => 700_000,
    machineOf: () => undefined,
    version: () => 0,
  })
  await used.load()
  const put = (...rows: (Partial<typeof MIN_LISTING> & { is_sample?: boolean })[]) =>
    projection!.tables[2]!.put(
      rows.map(({ is_sample = false, ...row }, i) => {
        const { id, status, ...doc } = { ...MIN_LISTING, id: i + 1, machine_slug: 'a-machine', ...row }
        return { id, status, sold_at: null, revision: 1, is_sample, doc: JSON.stringify(doc) }
      }),
    )
  const total = async (q: string) => (await used.search({ q })).total
  return { used, put, total }
}

test('a new district is recognised in queries, by sound in Indic scripts', async () => {
  const { put, total } = await openMarket()
  put({}, { district: 'Karnal' })
  assert.deepEqual([await total('karnal'), await total('करनाल'), await total('karanaal')], [1, 1, 0])
  assert.equal(await total('mahindra bagar'), 0)
  put({ id: 3, district: 'Bagar' })
  assert.equal(await total('mahindra bagar'), 1)
})

test('sample listings have no page of their own, and no field of a hit shows a contact', async () => {
  const { used, put } = await openMarket()
  const text = 'Ram 98765 43210'
  put({ is_sample: true }, { maker_slug: 'ram', maker_name: text, district: text, variant_name: text })
  assert.deepEqual(await used.ids(), [2])
  assert.doesNotMatch(JSON.stringify(await used.search({ state: 'MH' })), /98765/)
  assert.doesNotMatch(await used.makerName('ram'), /98765/)
  put({ price_inr: 1 })
  assert.deepEqual(await used.ids(), [2, 1])
})

test('a hit has the new price of its listing, or else of its machine', async () => {
  const { used, put } = await openMarket()
  put({}, { comparable_new_inr: 1 } as object, { machine_slug: '' } as object)
  const { hits } = await used.search({})
  assert.deepEqual(
    hits.map(({ comparable_new_inr }) => comparable_new_inr),
    [undefined, 1, 700_000],
  )
})

test('a value counts equal listings of a dealer once and ignores removed ones', async () => {
  const { used, put } = await openMarket()
  const question = { machine_slug: 'a-machine', year: null, hours: null }
  const prices = [1, 2, 3, 4, 5, 5].map((price_inr, i) => {
    return { price_inr, created_at: new Date().toISOString(), dealer_name: i % 2 ? 'Malwa' : 'MALWA' } as object
  })
  put(...prices)
  assert.equal((await used.values(question, Date.now()))?.asking?.count, 5)
  put({ ...prices[0], status: 'draft' })
  assert.deepEqual((await used.values(question, Date.now()))?.known?.machine, 4)
})

test('a distance requires a place', async () => {
  const { used } = await openMarket()
  for (const requested of [{ within_km: 5 }, { sort: 'distance_asc' }, { near: 'nowhere' }] as const)
    await assert.rejects(used.search(requested), { message: `Bad input: ${Object.keys(requested)[0]}.` })
})

test('a sold listing is shown for ninety days', () => {
  const sold = { status: 'sold', sold_at: '2026-01-01T00:00:00Z' } as const
  const after = (days: number) => Date.parse(sold.sold_at) + days * 86_400_000
  assert.equal(isShownAt(sold, after(89)), true)
  assert.equal(isShownAt(sold, after(90)), false)
  assert.equal(isShownAt({ status: 'live' }, after(1_000)), true)
})
