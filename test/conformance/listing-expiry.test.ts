import assert from 'node:assert/strict'
import { it } from 'node:test'
import { expireListings } from '../../src/history/listing-expiry.ts'
import { verifyHistory } from '../../src/history/verify.ts'
import { DAY_MS } from '../../src/lib/calendar.ts'
import { onEachBackend } from '../backends.ts'
import { listing, NOW, take } from '../import/take.ts'

onEachBackend('listings that no import has any more', (backend) => {
  it('expire, with the history of a change', async (t) => {
    const db = await backend.newDatabase(t)
    const other = { ...listing, id: 8 }
    const waiting = { ...listing, id: 9, status: 'review' }
    const now = Date.now()
    await take(db, [listing, other, waiting])
    await db
      .updateTable('listing_seen')
      .set({ seen_at: now - 31 * DAY_MS })
      .execute()
    await db
      .updateTable('history')
      .set({ at: now - 31 * DAY_MS })
      .execute()
    // The same row again changes nothing, and still counts as an import.
    await db.updateTable('listing_seen').set({ seen_at: now }).where('listing_id', '=', 8).execute()
    const statuses = async () => {
      const rows = await db.selectFrom('listings').select(['id', 'status', 'announced']).orderBy('id').execute()
      return rows.map(({ status, announced }) => `${status} ${announced}`)
    }
    assert.equal(await expireListings(db, 60, now), 0)
    assert.equal(await expireListings(db, 30, now), 1)
    assert.deepEqual(await statuses(), ['expired 0', 'live 1', 'review 0'])
    assert.equal(await expireListings(db, 30, now), 0)
  })

  it('count from their last import, changed or not, or from the first look', async (t) => {
    const db = await backend.newDatabase(t)
    await take(db, [listing])
    const seen = async () => (await db.selectFrom('listing_seen').select('seen_at').executeTakeFirst())?.seen_at
    assert.equal(await seen(), NOW)
    await db.updateTable('listing_seen').set({ seen_at: 1 }).execute()
    const { unchanged } = await take(db, [listing])
    assert.deepEqual([unchanged, await seen()], [1, NOW])
    await db.deleteFrom('listing_seen').execute()
    await expireListings(db, 1, NOW)
    assert.equal(await seen(), NOW)
    assert.deepEqual((await verifyHistory(db)).findings, [])
  })
})
