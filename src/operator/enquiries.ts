import { audited, type By } from '../audit/audit.ts'
import type { Db } from '../database/schema.ts'
import { closeEnquiry, resendEnquiry } from '../market/enquiries/enquiry-store.ts'

// An operator's actions on enquiries. False for an unknown reference.

export function endEnquiry(db: Db, by: By, reference: string, now: number): Promise<boolean> {
  return audited(
    db,
    (trx) => closeEnquiry(trx, reference, now),
    (isThere) => (isThere ? { by, action: 'enquiries.close', target: reference } : undefined),
  )
}

export function mailEnquiry(db: Db, by: By, reference: string, now: number): Promise<boolean> {
  return audited(
    db,
    (trx) => resendEnquiry(trx, reference, now),
    (isThere) => (isThere ? { by, action: 'enquiries.resend', target: reference } : undefined),
  )
}
