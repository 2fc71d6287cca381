import { writeTransaction } from '../../database/revision.ts'
import type { Db } from '../../database/schema.ts'
import type { ListingDecisionTable } from '../../database/tables/market.ts'
import { guardText } from '../../guard/guard.ts'
import type { ListingStatus } from '../states.ts'

type Decision = Pick<ListingDecisionTable, 'status' | 'reason' | 'by'>

/** What became of it: `refused` names the status that the listing has instead of `review`; a reason is kept guarded. */
export type Decided =
  | { outcome: 'done'; reason: string }
  | { outcome: 'unknown' }
  | { outcome: 'refused'; status: ListingStatus }

export const MOST_REASON_CHARACTERS = 1_000

/**
 * Ends the review of a listing as an import of its new status would: under a new revision, and without the texts as
 * sent once it is live. Of two who decide at the same time the second is refused.
 */
export function decideListing(db: Db, id: number, { status, reason, by }: Decision, now: number): Promise<Decided> {
  return writeTransaction(db, async (trx, lock) => {
    const listing = await trx.selectFrom('listings').select('status').where('id', '=', id).executeTakeFirst()
    if (!listing) return { outcome: 'unknown' }
    if (listing.status !== 'review') return { outcome: 'refused', status: listing.status as ListingStatus }
    await trx.updateTable('listings').set({ status, revision: lock.next() }).where('id', '=', id).execute()
    // What an operator writes may name the number that he saw.
    const decision = { status, reason: guardText(reason), at: now, by }
    await trx
      .insertInto('listing_decisions')
      .values({ listing_id: id, ...decision })
      .onConflict((conflict) => conflict.column('listing_id').doUpdateSet(decision))
      .execute()
    if (status === 'live') await forgetTexts(trx, id)
    return { outcome: 'done', reason: decision.reason }
  })
}

async function forgetTexts(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('listing_contacts').where('listing_id', '=', id).where('doc', '=', '').execute()
  await trx.updateTable('listing_contacts').set({ texts: '' }).where('listing_id', '=', id).execute()
}
