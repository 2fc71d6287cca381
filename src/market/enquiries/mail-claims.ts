import type { Db } from '../../database/schema.ts'
import { type Enquiry, SHOWN } from './enquiry-store.ts'
import { isEmail } from './input.ts'

/** Claims due enquiries under a lease: other processes skip them until it ends. */
export async function claimEnquiries(db: Db, now: number, leaseMs: number, most: number): Promise<Enquiry[]> {
  const due = await db
    .selectFrom('enquiries')
    .select(['reference', 'due_at'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .execute()
  const claimed: Enquiry[] = []
  for (const { reference, due_at } of due) {
    const row = await db
      .updateTable('enquiries')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: now + leaseMs }))
      .where('reference', '=', reference)
      .where('due_at', '=', due_at)
      .returning(SHOWN)
      .executeTakeFirst()
    if (row) claimed.push(row)
  }
  return claimed
}

/** Records how a claimed attempt ended; changes nothing if it was claimed again meanwhile. */
export async function recordMail(
  db: Db,
  { reference, attempts }: Pick<Enquiry, 'reference' | 'attempts'>,
  outcome: Pick<Enquiry, 'mail' | 'due_at' | 'sent_at' | 'error'>,
): Promise<void> {
  await db
    .updateTable('enquiries')
    .set(outcome)
    .where('reference', '=', reference)
    .where('attempts', '=', attempts)
    .where('mail', '=', 'pending')
    .execute()
}

/** The seller's e-mail address, if the listing's contact has one. */
export async function sellerEmail(db: Db, listingId: number): Promise<string | undefined> {
  const given = Object.entries(await sellerContact(db, listingId))
  const [, found] = given.find(([key, value]) => /^e[-_ ]?mail/i.test(key) && typeof value === 'string') ?? []
  const email = (found as string | undefined)?.trim()
  return email !== undefined && isEmail(email) ? email : undefined
}

/** The seller's contact as imported, only for the operator. */
export async function sellerContact(db: Db, listingId: number): Promise<Record<string, unknown>> {
  const row = await db
    .selectFrom('listing_contacts')
    .select('doc')
    .where('listing_id', '=', listingId)
    .executeTakeFirst()
  return row?.doc ? (JSON.parse(row.doc) as Record<string, unknown>) : {}
}

/** The listing's name in a mail. */
export interface ListingName {
  maker_name: string
  variant_name: string
  year: number
}

export async function listingName(db: Db, listingId: number): Promise<ListingName | undefined> {
  const row = await db.selectFrom('listings').select('doc').where('id', '=', listingId).executeTakeFirst()
  return row && (JSON.parse(row.doc) as ListingName)
}
