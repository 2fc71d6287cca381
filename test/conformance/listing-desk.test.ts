import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Db } from '../../src/database/schema.ts'
import { decideListing } from '../../src/history/listing-decision.ts'
import {
  countRemovals,
  countStatuses,
  readDeskListing,
  searchListings,
} from '../../src/listings/moderation/moderation.ts'
import { sqlite } from '../backends.ts'
import { exported, listing, NOW, record, take } from '../import/take.ts'

const TEXT = 'Good tyres, call 98765 43210 after six'
const waiting = { ...listing, status: 'review', description: TEXT, contact: { name: 'Ramesh' } }
const approve = (db: Db, id: number) => decideListing(db, id, { status: 'live', reason: '', by: 'cli' }, NOW)
const reject = (db: Db, id: number, reason: string) =>
  decideListing(db, id, { status: 'rejected', reason, by: 'console' }, NOW)
const privateRows = (db: Db) => db.selectFrom('listing_contacts').selectAll().orderBy('listing_id').execute()
const revisionOf = async (db: Db) => (await db.selectFrom('revision').select('value').executeTakeFirstOrThrow()).value

it('shows a text before and after the guard until the listing goes live', async (t) => {
  const db = await sqlite.newDatabase(t)
  await take(db, [waiting, { ...waiting, id: 8, status: 'live' }])
  const visible = await readDeskListing(db, 7)
  assert.equal(visible?.listing.description, 'Good tyres, call [contact removed] after six')
  assert.deepEqual(visible?.removed, { description: 1 })
  assert.deepEqual(
    visible?.sent.map(({ field, parts }) => [field, parts.filter((part) => part.removed).map(({ text }) => text)]),
    [['description', ['98765 43210']]],
  )
  assert.deepEqual((await readDeskListing(db, 8))?.sent, [])
  const before = await revisionOf(db)
  assert.equal((await approve(db, 7)).outcome, 'done')
  assert.equal(await revisionOf(db), before + 1)
  const live = await readDeskListing(db, 7)
  assert.deepEqual([live?.status, live?.sent, live?.removed], ['live', [], { description: 1 }])
  assert.deepEqual(
    (await privateRows(db)).map(({ doc, texts }) => [doc, texts]),
    [
      ['{"name":"Ramesh"}', ''],
      ['{"name":"Ramesh"}', ''],
    ],
  )
})

it('has listings about which the guard is in doubt wait, once, and says why', async (t) => {
  const db = await sqlite.newDatabase(t)
  const riddle = 'Mine is 9 galat 8 sahi 7 tha 2 hai 0 na 1 bhi 4 or 3, phone karo'
  const doubtful = { ...listing, description: riddle, inspection_note: 'mail a@example.in' }
  const first = await take(db, [doubtful, { ...listing, id: 8 }])
  assert.deepEqual([first.created, first.to_review], [2, 1])
  const visible = await readDeskListing(db, 7)
  assert.deepEqual([visible?.status, visible?.doubt], ['review', 'description holds many digits one by one'])
  assert.deepEqual(
    visible?.sent.map(({ field }) => field),
    ['inspection_note'],
  )
  assert.deepEqual((await readDeskListing(db, 8))?.doubt, undefined)
  // The same row again neither changes the listing nor ends its review.
  const again = await take(db, [doubtful])
  assert.deepEqual([again.unchanged, again.to_review], [1, 1])
  assert.equal((await approve(db, 7)).outcome, 'done')
  const decided = await take(db, [{ ...doubtful, price_inr: 1_000 }])
  assert.deepEqual([decided.changed, decided.to_review], [1, 0])
  assert.equal((await readDeskListing(db, 7))?.status, 'live')
})

it('lets a listing go live that leaves doubt where doubts are not reviewed, or once it leaves none', async (t) => {
  const db = await sqlite.newDatabase(t)
  const parts = { dealer_name: 'Gill 9815', inspection_note: 'Good 500', description: 'Fine 321' }
  const taken = await take(db, [{ ...listing, ...parts }], { review: false })
  assert.deepEqual([taken.created, taken.to_review], [1, 0])
  assert.equal((await readDeskListing(db, 7))?.status, 'live')
  const other = { ...listing, id: 8 }
  assert.equal((await take(db, [{ ...other, ...parts }])).to_review, 1)
  assert.match((await readDeskListing(db, 8))?.doubt ?? '', /^several fields hold/)
  assert.deepEqual((await take(db, [other])).to_review, 0)
  assert.equal((await readDeskListing(db, 8))?.status, 'live')
})

it('keeps texts through a patch and drops those that it replaces; they leave with no contact beside them', async (t) => {
  const db = await sqlite.newDatabase(t)
  const { contact: _, ...alone } = waiting
  await take(db, [{ ...alone, inspection_note: 'mail a@example.in' }])
  await take(db, [{ type: 'listing', id: 7, patch: true, price_inr: 1_000, description: 'No number' }])
  assert.deepEqual(
    (await readDeskListing(db, 7))?.sent.map(({ field }) => field),
    ['inspection_note'],
  )
  await take(db, [{ type: 'listing', id: 7, patch: true, status: 'live' }])
  assert.deepEqual(await privateRows(db), [])
})

it('decides only about what is in review, once', async (t) => {
  const db = await sqlite.newDatabase(t)
  await take(db, [waiting, { ...waiting, id: 8, status: 'draft' }])
  const both = await Promise.all([approve(db, 7), reject(db, 7, 'twice')])
  assert.deepEqual(both.map(({ outcome }) => outcome).sort(), ['done', 'refused'])
  assert.deepEqual(await approve(db, 8), { outcome: 'refused', status: 'draft' })
  assert.deepEqual(await approve(db, 9), { outcome: 'unknown' })
  assert.deepEqual(await countStatuses(db), { [(await readDeskListing(db, 7))!.status]: 1, draft: 1 })
})

it('holds to a decision while rows bring nothing new', async (t) => {
  const db = await sqlite.newDatabase(t)
  await take(db, [waiting, { ...waiting, id: 8 }])
  await approve(db, 7)
  await reject(db, 8, 'The photo shows 98765 43210')
  assert.equal((await readDeskListing(db, 8))?.decision?.reason, 'The photo shows [contact removed]')
  const again = await take(db, [waiting, { ...waiting, id: 8 }])
  assert.deepEqual([again.unchanged, again.rejected], [2, 0])
  assert.deepEqual(await countStatuses(db), { live: 1, rejected: 1 })
  // Something new: what was rejected is looked at once more, what is live cannot go back.
  const other = { price_inr: 1_000 }
  const changed = await take(db, [
    { ...waiting, ...other },
    { ...waiting, ...other, id: 8 },
  ])
  assert.deepEqual(changed.faults, [
    '1 status: cannot become review: it is live, which may become sold or withdrawn or expired',
  ])
  const reviewed = await readDeskListing(db, 8)
  assert.deepEqual([reviewed?.status, reviewed?.decision], ['review', undefined])
  assert.equal((await db.selectFrom('listing_decisions').selectAll().execute()).length, 1)
  // A patch says what it means.
  await reject(db, 8, 'no')
  await take(db, [{ type: 'listing', id: 8, patch: true, status: 'review' }])
  assert.equal((await readDeskListing(db, 8))?.status, 'review')
})

it('finds listings by id, maker, district, state, status and what was removed', async (t) => {
  const db = await sqlite.newDatabase(t)
  await take(db, [
    waiting,
    { ...listing, id: 8, maker_slug: 'new-holland', maker_name: 'New Holland', district: 'Ludhiana' },
    { ...listing, id: 9, status: 'review', district: '100%_sure', state_code: 'TN', pin: '600001' },
  ])
  const ids = async (query: object) => (await searchListings(db, { limit: 10, ...query })).listings.map(({ id }) => id)
  assert.deepEqual(await ids({}), [9, 8, 7])
  assert.deepEqual(await ids({ status: 'review' }), [7, 9])
  assert.deepEqual(await ids({ q: '8' }), [8])
  assert.deepEqual(await ids({ q: 'HOLLAND ludhi' }), [8])
  assert.deepEqual(await ids({ q: '0%_' }), [9])
  assert.deepEqual(await ids({ q: '%' }), [9])
  assert.deepEqual(await ids({ state: 'tn' }), [9])
  assert.deepEqual(await ids({ removed: true }), [7])
  const { total, listings } = await searchListings(db, { limit: 1, offset: 1 })
  assert.deepEqual([total, listings[0]?.id], [3, 8])
  assert.deepEqual(await countRemovals(db), { listings: 1, fields: { description: 1 } })
})

it('counts what was removed from each field, in an order that does not change', async (t) => {
  const db = await sqlite.newDatabase(t)
  const fields = [...'hbgadfce'].map((letter) => `field_${letter}`)
  await take(
    db,
    fields.map((_, i) => ({ ...listing, id: i + 1 })),
  )
  for (const [i, field] of fields.entries()) {
    const removed = JSON.stringify({ [field]: i })
    await db
      .updateTable('listings')
      .set({ removed })
      .where('id', '=', i + 1)
      .execute()
  }
  assert.deepEqual(Object.keys((await countRemovals(db)).fields), fields.toSorted())
})

it('exports texts as sent with the private fields only, so that an import brings all of it back', async (t) => {
  const db = await sqlite.newDatabase(t)
  await take(db, [{ ...waiting, phone: '9876543210' }])
  assert.equal((await record(db, 7))?.description, TEXT)
  assert.ok(!JSON.stringify(await exported(db, false)).includes('98765'))
  const copy = await sqlite.newDatabase(t)
  await take(copy, await exported(db))
  assert.deepEqual((await readDeskListing(copy, 7))?.sent, (await readDeskListing(db, 7))?.sent.slice(1))
})
