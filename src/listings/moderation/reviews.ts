import { type Db, deleteRows, whereIn } from '../../database/schema.ts'
import type { ListingTable } from '../../database/tables/market.ts'
import { awaitsDecision, type ListingStatus } from '../states.ts'

/** Deletes decisions and texts as sent that the new status does not need. */
export async function endReviews(
  trx: Db,
  changes: readonly { before: ListingTable | undefined; after: ListingTable }[],
): Promise<void> {
  const moved = changes.filter(({ before, after }) => before && before.status !== after.status)
  const ids = moved.map(({ after }) => after.id)
  await deleteRows(trx, 'listing_decisions', 'listing_id', ids)
  const ended = moved.filter(({ after }) => !awaitsDecision(after.status as ListingStatus)).map(({ after }) => after.id)
  if (ended.length === 0) return
  const contacts = whereIn(trx, 'listing_id', ended)
  await trx.deleteFrom('listing_contacts').where(contacts).where('doc', '=', '').execute()
  await trx.updateTable('listing_contacts').set({ texts: '' }).where(contacts).where('texts', '<>', '').execute()
}
