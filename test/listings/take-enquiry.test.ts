import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { openDatabase } from '../../src/database/open.ts'
import type { Db } from '../../src/database/schema.ts'
import {
  type EnquiryLimits,
  type EnquirySource,
  listEnquiries,
  takeEnquiry,
} from '../../src/listings/enquiries/enquiry-store.ts'
import { type Backend, postgres, sqlite, target } from '../backends.ts'
import { importRows } from '../service.ts'
import { MIN_LISTING } from './least-listing.ts'

const FORM = { name: 'Asha', phone: '98765 43210', message: 'Still there?', consent: 'on' }
const SOURCE: EnquirySource = {
  listingId: 500,
  language: 'ta',
  address: '192.0.2.1',
  network: '192.0.2.0/24',
  mailed: false,
  now: 1_800_000_000_000,
}
const LIMITS: EnquiryLimits = { address: 5, network: 60, listing: 30 }
const HOUR = 3_600_000

/** Two connections to a new database with these listings. */
async function openReplicas(t: TestContext, backend: Backend, rows: object[]): Promise<[Db, Db]> {
  const url = await backend.newUrl(t)
  await importRows(t, { DATABASE_URL: url }, rows)
  const replicas = await Promise.all([openDatabase(target(url)), openDatabase(target(url))])
  t.after(() => Promise.all(replicas.map((db) => db.destroy())))
  return replicas
}

it('an enquiry is kept and answered with its reference', async (t) => {
  const [db] = await openReplicas(t, sqlite, [MIN_LISTING])
  const taken = await takeEnquiry(db, FORM, LIMITS, SOURCE)
  assert.ok(taken && 'reference' in taken)
  const [remaining] = await listEnquiries(db)
  assert.deepEqual(
    { ...remaining },
    {
      ...{ reference: taken.reference, listing_id: 500, created_at: SOURCE.now, status: 'open', closed_at: null },
      ...{ language: 'ta', name: 'Asha', phone: '9876543210', email: '', message: 'Still there?' },
      ...{ mail: 'waiting', attempts: 0, due_at: null, sent_at: null, error: '' },
    },
  )
})

it('an enquiry is not kept when fields are wrong, a program sent it, or the listing is not live', async (t) => {
  const sold = { ...MIN_LISTING, id: 501, status: 'sold', sold_at: '2026-11-02T10:00:00Z' }
  const [db] = await openReplicas(t, sqlite, [MIN_LISTING, sold, { ...MIN_LISTING, id: 502, status: 'draft' }])
  const wrong = await takeEnquiry(db, { ...FORM, message: '' }, LIMITS, SOURCE)
  assert.deepEqual(wrong, { faults: [{ field: 'message', fault: 'missing' }] })
  const trapped = await takeEnquiry(db, { ...FORM, website: 'x' }, LIMITS, SOURCE)
  assert.ok(trapped && 'trapped' in trapped)
  for (const listingId of [501, 502, 503])
    assert.equal(await takeEnquiry(db, FORM, LIMITS, { ...SOURCE, listingId }), undefined)
  assert.deepEqual(await listEnquiries(db), [])
})

for (const backend of [sqlite, postgres])
  it(`an enquiry is limited to five an hour for an address, however many come at once to two replicas on ${backend.name}`, async (t) => {
    const replicas = await openReplicas(t, backend, [MIN_LISTING])
    const ask = (i: number, more: Partial<EnquirySource> = {}) =>
      takeEnquiry(replicas[i % 2]!, FORM, LIMITS, { ...SOURCE, ...more })
    const taken = await Promise.all(Array.from({ length: 12 }, (_, i) => ask(i)))
    assert.equal(taken.filter((item) => item && 'reference' in item).length, 5)
    assert.equal(taken.filter((item) => item && 'limited' in item).length, 7)
    assert.ok('reference' in (await ask(0, { address: '192.0.2.2' }))!)
    assert.ok('limited' in (await ask(0, { now: SOURCE.now + HOUR - 1 }))!)
    assert.ok('reference' in (await ask(0, { now: SOURCE.now + HOUR }))!)
  })

for (const backend of [sqlite, postgres])
  it(`an enquiry is limited for a listing and for a network, whatever addresses they come from and to two replicas on ${backend.name}`, async (t) => {
    const replicas = await openReplicas(t, backend, [MIN_LISTING, { ...MIN_LISTING, id: 501 }])
    const limits = { address: 2, network: 8, listing: 6 }
    const ask = (i: number, more: Partial<EnquirySource>) =>
      takeEnquiry(replicas[i % 2]!, FORM, limits, { ...SOURCE, ...more })
    const outcomes = async (requested: Promise<Awaited<ReturnType<typeof ask>>>[]) =>
      (await Promise.all(requested)).map((item) => (item && 'limited' in item ? item.limited : 'taken')).sort()

    const elsewhere = (i: number) => ({ address: `192.0.${i}.1`, network: `192.0.${i}.0/24` })
    const forOne = Array.from({ length: 9 }, (_, i) => ask(i, elsewhere(i)))
    assert.deepEqual(await outcomes(forOne), [...Array(3).fill('listing'), ...Array(6).fill('taken')])
    assert.ok('reference' in (await ask(0, { ...elsewhere(0), now: SOURCE.now + HOUR }))!)

    const other = { listingId: 501, network: '2001:db8:1::/48' }
    const unbound = { ...limits, listing: 0 }
    const fromOne = Array.from({ length: 11 }, (_, i) =>
      takeEnquiry(replicas[i % 2]!, FORM, unbound, { ...SOURCE, ...other, address: `2001:db8:1:${i}::/64` }),
    )
    assert.deepEqual(await outcomes(fromOne), [...Array(3).fill('network'), ...Array(8).fill('taken')])
  })
