import { writeTransaction } from '../../database/revision.ts'
import type { Db } from '../../database/schema.ts'
import type { ListingDecisionTable } from '../../database/tables/market.ts'
import type { ListingStatus } from '../states.ts'

type Decision = Pick<ListingDecisionTable, 'status' | 'reason' | 'by'>

/** The result of a decision. `refused` has the listing's status when it is not `review`; a reason is stored guarded. */
export type Decided =
  | { outcome: 'done'; reason: string }
  | { outcome: 'unknown' }
  | { outcome: 'refused'; status: ListingStatus }

export const MAX_REASON_CHARACTERS = 1_000

/**
 * Ends a listing's review, as an import of its new status would: with a new revision, and without the texts as sent
 * once it is live. When two decide at the same time, the second is refused.
 */
export async function decideListing(
  db: Db,
  id: number,
  { status, reason, by }: Decision,
  now: number,
): Promise<Decided> {
  const { guardText } = await import('../../guard/guard.ts')
  return writeTransaction(db, async (trx, lock) => {
    const listing = await trx.selectFrom('listings').select('status').where('id', '=', id).executeTakeFirst()
    if (!listing) return { outcome: 'unknown' }
    if (listing.status !== 'review') return { outcome: 'refused', status: listing.status as ListingStatus }
    await trx.updateTable('listings').set({ status, revision: lock.next() }).where('id', '=', id).execute()
    // An operator's reason may contain the number that was removed.
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
