import { sql } from 'kysely'
import { type Db, upsertRows, writeTransaction } from '../database/schema.ts'
import type { ListingTable } from '../database/tables/market.ts'
import { DAY_MS } from '../lib/calendar.ts'
import type { Log } from '../lib/log.ts'
import { schedule } from '../lib/timers.ts'
import { SERVICE } from './entries.ts'
import { type Change, makeChanges } from './make-changes.ts'

const BATCH = 500
const CHECK_MS = 3_600_000
const FIRST_AFTER_MS = 30_000

export async function noteListingsSeen(trx: Db, ids: readonly number[], now: number): Promise<void> {
  const rows = [...new Set(ids)].map((listing_id) => ({ listing_id, seen_at: now }))
  await upsertRows(trx, 'listing_seen', ['listing_id'], rows)
}

export function startExpiry(db: Db, log: Log, days: number): () => Promise<void> {
  if (days === 0) return async () => {}
  const onError = (error: unknown) => log.warn({ err: error }, 'expiring listings failed; retrying')
  const expire = async () => {
    const expired = await expireListings(db, days, Date.now())
    if (expired > 0) log.info({ expired }, 'expired listings')
    return CHECK_MS
  }
  return schedule(FIRST_AFTER_MS, expire, { onError }).stop
}

/** Expires live listings that no import or edit included for `days`. */
export async function expireListings(db: Db, days: number, now: number): Promise<number> {
  // Listings from before this table existed count from their last change, or from now.
  await sql`insert into listing_seen (listing_id, seen_at)
    select id, coalesce((select max(at) from history where type = 'listing' and key = cast(listings.id as text)), ${now})
    from listings where status = 'live' and id not in (select listing_id from listing_seen)
    on conflict (listing_id) do nothing`.execute(db)
  const cutoff = now - days * DAY_MS
  let expired = 0
  while ((await oldListings(db, cutoff)).length > 0)
    expired += await writeTransaction(db, async (trx, lock) => {
      const listings = await oldListings(trx, cutoff)
      const changes = listings.map((before): Change => {
        return { type: 'listing', key: String(before.id), before, after: { ...before, status: 'expired' } }
      })
      await makeChanges(trx, lock, changes, { author: SERVICE, now, isDue: true })
      return listings.length
    })
  return expired
}

async function oldListings(db: Db, cutoff: number): Promise<ListingTable[]> {
  const { rows } = await sql<ListingTable>`select listings.* from listings join listing_seen on listing_id = id
    where status = 'live' and seen_at < ${cutoff} and not exists (
      select 1 from history where type = 'listing' and key = cast(id as text) and at >= ${cutoff}
    ) limit ${BATCH}`.execute(db)
  return rows
}
