import { type Db, upsertRows, writeTransaction } from '../database/schema.ts'
import type { ListingDecisionTable } from '../database/tables/market.ts'
import type { ListingStatus } from '../listings/states.ts'
import { makeChanges } from './make-changes.ts'

type Decision = Pick<ListingDecisionTable, 'reason' | 'by'> & {
  status: ListingDecisionTable['status'] | 'review'
  who?: string
}

/** `refused` has the status of a listing that may not be decided. */
export type Decided =
  | { outcome: 'done'; reason: string }
  | { outcome: 'unknown' }
  | { outcome: 'refused'; status: ListingStatus }

export const MAX_REASON_CHARACTERS = 1_000

/** Of two concurrent decisions the second is refused. */
export async function decideListing(
  db: Db,
  id: number,
  { status, reason, by, who = '' }: Decision,
  now: number,
): Promise<Decided> {
  const { guardText } = await import('../redaction/redaction.ts')
  return writeTransaction(db, async (trx, lock) => {
    const listing = await trx.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirst()
    if (!listing) return { outcome: 'unknown' }
    const decisions = trx.selectFrom('listing_decisions').select('status').where('listing_id', '=', id)
    const from = status === 'review' ? (await decisions.executeTakeFirst())?.status : 'review'
    if (listing.status !== from) return { outcome: 'refused', status: listing.status as ListingStatus }
    const change = { type: 'listing', key: String(id), before: listing, after: { ...listing, status } } as const
    await makeChanges(trx, lock, [change], { author: { by, who }, now })
    if (status === 'review') return { outcome: 'done', reason: '' }
    // An operator's reason may contain the number that was removed.
    const decision = { listing_id: id, status, reason: guardText(reason), at: now, by }
    await upsertRows(trx, 'listing_decisions', ['listing_id'], [decision])
    return { outcome: 'done', reason: decision.reason }
  })
}
