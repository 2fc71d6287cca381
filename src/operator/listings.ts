import { audited, type By } from '../audit/audit.ts'
import type { Db } from '../database/schema.ts'
import { type Decided, decideListing } from '../market/desk/decide-listing.ts'

// An operator's actions on listings in review.

export function approveListing(db: Db, by: By, id: number, now: number): Promise<Decided> {
  return audited(
    db,
    (trx) => decideListing(trx, id, { status: 'live', reason: '', by }, now),
    ({ outcome }) => (outcome === 'done' ? { by, action: 'listings.approve', target: String(id) } : undefined),
  )
}

export function rejectListing(db: Db, by: By, id: number, reason: string, now: number): Promise<Decided> {
  return audited(
    db,
    (trx) => decideListing(trx, id, { status: 'rejected', reason, by }, now),
    (decided) =>
      decided.outcome === 'done'
        ? { by, action: 'listings.reject', target: String(id), detail: { reason: decided.reason } }
        : undefined,
  )
}
