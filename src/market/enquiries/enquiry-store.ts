import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isPostgres } from '../../database/dialect.ts'
import type { Db } from '../../database/schema.ts'
import type { EnquiryTable } from '../../database/tables/enquiries.ts'
import type { EnquiryInput } from './input.ts'
import { newReference } from './reference.ts'

export type Enquiry = Omit<EnquiryTable, 'sender'>

export const ENQUIRIES_AN_HOUR = 5
const HOUR_MS = 3_600_000

const SHOWN = [
  ...(['reference', 'listing_id', 'created_at', 'status', 'closed_at', 'language', 'name', 'phone', 'email'] as const),
  ...(['message', 'mail', 'attempts', 'due_at', 'sent_at', 'error'] as const),
]

export interface NewEnquiry extends EnquiryInput {
  listingId: number
  language: string
  /** The address it came from, as limits count it. */
  address: string
  /** Whether mail is set up; otherwise it waits for the operator. */
  mailed: boolean
}

/**
 * Keeps an enquiry and says its reference; undefined when five came from that address within the hour. The table itself
 * is what is counted, so all processes share the limit.
 */
export async function addEnquiry(db: Db, enquiry: NewEnquiry, now: number): Promise<string | undefined> {
  const sender = createHash('sha256').update(enquiry.address).digest('base64url')
  return db.transaction().execute(async (trx) => {
    // Two from one address at once are counted one after the other; SQLite has one writer anyway.
    if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(hashtext(${sender}))`.execute(trx)
    const { count } = await trx
      .selectFrom('enquiries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('sender', '=', sender)
      .where('created_at', '>', now - HOUR_MS)
      .executeTakeFirstOrThrow()
    if (Number(count) >= ENQUIRIES_AN_HOUR) return undefined
    const reference = newReference()
    const { name, phone, email, message, language, listingId, mailed } = enquiry
    await trx
      .insertInto('enquiries')
      .values({
        ...{ reference, listing_id: listingId, created_at: now, language, name, phone, email, message, sender },
        ...{ status: 'open', closed_at: null, attempts: 0, sent_at: null, error: '' },
        ...(mailed ? { mail: 'pending', due_at: now } : { mail: 'waiting', due_at: null }),
      })
      .execute()
    return reference
  })
}

/** Newest first. */
export function listEnquiries(
  db: Db,
  { status, limit = 100, offset = 0 }: { status?: Enquiry['status']; limit?: number; offset?: number } = {},
): Promise<Enquiry[]> {
  let query = db.selectFrom('enquiries').select(SHOWN).orderBy('created_at', 'desc').orderBy('reference')
  if (status) query = query.where('status', '=', status)
  return query.limit(limit).offset(offset).execute()
}

export function readEnquiryByReference(db: Db, reference: string): Promise<Enquiry | undefined> {
  return db.selectFrom('enquiries').select(SHOWN).where('reference', '=', reference).executeTakeFirst()
}

/** Says whether there is one; one that is closed already stays as it is. */
export async function closeEnquiry(db: Db, reference: string, now: number): Promise<boolean> {
  await db
    .updateTable('enquiries')
    .set({ status: 'closed', closed_at: now, due_at: null })
    .where('reference', '=', reference)
    .where('status', '=', 'open')
    .execute()
  return (await readEnquiryByReference(db, reference)) !== undefined
}

/** Sends it once more, from the first attempt on. */
export async function resendEnquiry(db: Db, reference: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('enquiries')
    .set({ mail: 'pending', attempts: 0, due_at: now, error: '' })
    .where('reference', '=', reference)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes what was closed longer ago than it is kept, and forgets the senders that no limit needs any more. */
export async function sweepEnquiries(db: Db, retentionDays: number, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('enquiries')
    .where('closed_at', '<', now - retentionDays * 24 * HOUR_MS)
    .executeTakeFirst()
  await db
    .updateTable('enquiries')
    .set({ sender: '' })
    .where('sender', '!=', '')
    .where('created_at', '<=', now - HOUR_MS)
    .execute()
  return Number(numDeletedRows)
}

export async function countOpenEnquiries(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('enquiries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What is to be sent now, each under a lease: another process passes it by until the lease ends. */
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

/** Records how the attempt of a claim ended; of one that was claimed anew meanwhile nothing changes. */
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
  const row = await db
    .selectFrom('listing_contacts')
    .select('doc')
    .where('listing_id', '=', listingId)
    .executeTakeFirst()
  const email = row ? (JSON.parse(row.doc) as { email?: unknown }).email : undefined
  return typeof email === 'string' && /^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(email) ? email : undefined
}
