import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { countRows, type Db, lockName } from '../../database/schema.ts'
import type { EnquiryTable } from '../../database/tables/market.ts'
import { IS_SAMPLE } from '../listings.ts'
import { type EnquiryFault, type EnquiryForm, type EnquiryInput, isTrapped, readEnquiry } from './input.ts'

export type Enquiry = Omit<EnquiryTable, 'sender' | 'network'>

const HOUR_MS = 3_600_000

/** All columns except those that only the limits use. */
export const SHOWN = [
  ...(['reference', 'listing_id', 'created_at', 'status', 'closed_at', 'language', 'name', 'phone', 'email'] as const),
  ...(['message', 'mail', 'attempts', 'due_at', 'sent_at', 'error'] as const),
]

export interface NewEnquiry extends EnquiryInput {
  listingId: number
  /** The language of the page. */
  language: string
  /** The sender's address, as limits count it. */
  address: string
  /** The network that the address is in. */
  network: string
  /** Whether mail is configured; otherwise it waits for the operator. */
  mailed: boolean
}

export type EnquiryLimits = Config['enquiries']['limits']

/** Where enquiries go: by mail to the seller, for want of an address to the operator; else they are kept. */
export type EnquiryWay = 'operator' | 'seller' | 'kept'

export function wayOf({ mail, to }: Pick<Config['enquiries'], 'mail' | 'to'>): EnquiryWay {
  return mail ? (to ? 'operator' : 'seller') : 'kept'
}

/** Stores an enquiry and returns its reference. */
export async function addEnquiry(db: Db, enquiry: NewEnquiry, now: number): Promise<string> {
  const reference = newReference()
  const { name, phone, email, message, language, listingId, mailed, address, network } = enquiry
  await db
    .insertInto('enquiries')
    .values({
      reference,
      listing_id: listingId,
      created_at: now,
      language,
      name,
      phone,
      email,
      message,
      sender: digestOf(address),
      network: digestOf(network),
      status: 'open',
      closed_at: null,
      attempts: 0,
      sent_at: null,
      error: '',
      ...(mailed ? { mail: 'pending', due_at: now } : { mail: 'waiting', due_at: null }),
    })
    .execute()
  return reference
}

/** The limit that is reached. The table itself is counted, so all processes share the limits. */
async function reachedLimit(
  trx: Db,
  { address, network, listingId }: NewEnquiry,
  limits: EnquiryLimits,
  now: number,
): Promise<keyof EnquiryLimits | undefined> {
  const alike = {
    address: sql`sender = ${digestOf(address)}`,
    network: sql`network = ${digestOf(network)}`,
    listing: sql`listing_id = ${listingId}`,
  }
  for (const limit of ['address', 'network', 'listing'] as const) {
    if (limits[limit] === 0) continue
    const sent = await countRows(trx, 'enquiries', sql`${alike[limit]} and created_at > ${now - HOUR_MS}`)
    if (sent >= limits[limit]) return limit
  }
  return undefined
}

function digestOf(address: string): string {
  return createHash('sha256').update(address).digest('base64url')
}

interface EnquiryFilter {
  status?: Enquiry['status']
  limit?: number
  offset?: number
}

/** Newest first. */
export function listEnquiries(db: Db, { status, limit = 100, offset = 0 }: EnquiryFilter = {}): Promise<Enquiry[]> {
  return newestFirst(db, status).limit(limit).offset(offset).execute()
}

const PAGE_ROWS = 500

/** All enquiries, newest first, page by page; those that come meanwhile are not included. */
export async function* eachEnquiry(db: Db, { status }: Pick<EnquiryFilter, 'status'> = {}): AsyncGenerator<Enquiry> {
  let last: Enquiry | undefined
  do {
    let query = newestFirst(db, status)
    if (last) {
      const { created_at, reference } = last
      query = query.where((eb) =>
        eb.or([eb('created_at', '<', created_at), eb('created_at', '=', created_at).and('reference', '>', reference)]),
      )
    }
    const page = await query.limit(PAGE_ROWS).execute()
    yield* page
    last = page.length < PAGE_ROWS ? undefined : page.at(-1)
  } while (last)
}

function newestFirst(db: Db, status: Enquiry['status'] | undefined) {
  const all = db.selectFrom('enquiries').select(SHOWN).orderBy('created_at', 'desc').orderBy('reference')
  // As a literal, the status lets the query use the index of open enquiries.
  return status ? all.where('status', '=', sql.lit(status)) : all
}

export function readEnquiryByReference(db: Db, reference: string): Promise<Enquiry | undefined> {
  return db.selectFrom('enquiries').select(SHOWN).where('reference', '=', reference).executeTakeFirst()
}

/** Tells whether it exists; a closed one stays unchanged. */
export async function closeEnquiry(db: Db, reference: string, now: number): Promise<boolean> {
  await db
    .updateTable('enquiries')
    .set((eb) => ({
      status: 'closed',
      closed_at: now,
      due_at: null,
      // A running attempt that fails must not schedule another.
      mail: eb.case().when('mail', '=', 'pending').then('waiting').else(eb.ref('mail')).end() as never,
    }))
    .where('reference', '=', reference)
    .where('status', '=', 'open')
    .execute()
  return (await readEnquiryByReference(db, reference)) !== undefined
}

/** Tells whether it was closed. */
export async function reopenEnquiry(db: Db, reference: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('enquiries')
    .set({ status: 'open', closed_at: null })
    .where('reference', '=', reference)
    .where('status', '=', 'closed')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sends it again, from the first attempt. */
export async function resendEnquiry(db: Db, reference: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('enquiries')
    .set({ mail: 'pending', attempts: 0, due_at: now, error: '' })
    .where('reference', '=', reference)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes what identifies the buyer, and closes the enquiry; false if there is none. */
export async function eraseEnquiry(db: Db, reference: string, now: number): Promise<boolean> {
  await closeEnquiry(db, reference, now)
  const { numUpdatedRows } = await db
    .updateTable('enquiries')
    .set({ name: '', phone: '', email: '', message: '', sender: '', network: '', error: '' })
    .where('reference', '=', reference)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** An enquiry always has a name until it is erased. */
export function isErased({ name }: Pick<Enquiry, 'name'>): boolean {
  return name === ''
}

/** Removes enquiries that were closed long ago, and the digests that no limit needs. */
export async function sweepEnquiries(db: Db, retentionDays: number, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('enquiries')
    .where('closed_at', '<', now - retentionDays * 24 * HOUR_MS)
    .executeTakeFirst()
  await db
    .updateTable('enquiries')
    .set({ sender: '', network: '' })
    .where('sender', '!=', '')
    .where('created_at', '<=', now - HOUR_MS)
    .execute()
  return Number(numDeletedRows)
}

export function countOpenEnquiries(db: Db): Promise<number> {
  return countRows(db, 'enquiries', sql`status = 'open'`)
}

/** A mail that is due goes out within seconds; longer, and no process sends any. */
const OVERDUE_MS = 5 * 60_000

/** Open enquiries that reached nobody. */
export interface UnsentEnquiries {
  /** For the operator: without a mail server, or without an address to mail to. */
  waiting: number
  /** Given up after the last attempt. */
  failed: number
  /** Due, but no process mails them. */
  overdue: number
  /** When the oldest came. */
  oldest: number | null
}

export async function readUnsent(db: Db, now: number): Promise<UnsentEnquiries> {
  const rows = await db
    .selectFrom('enquiries')
    .select((eb) => ['mail', eb.fn.countAll().as('count'), eb.fn.min('created_at').as('oldest')])
    // As a literal, the status lets the query use the index of open enquiries.
    .where('status', '=', sql.lit('open'))
    .where((eb) => eb.or([eb('mail', 'in', ['waiting', 'failed']), eb('due_at', '<', now - OVERDUE_MS)]))
    .groupBy('mail')
    .execute()
  const count = (mail: Enquiry['mail']) => Number(rows.find((row) => row.mail === mail)?.count ?? 0)
  const oldest = rows.length === 0 ? null : Math.min(...rows.map((row) => Number(row.oldest)))
  return { waiting: count('waiting'), failed: count('failed'), overdue: count('pending'), oldest }
}

/** Letters and digits that are not confused when read aloud or copied by hand. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 3
const GROUP = 4

/** The buyer's reference, for the telephone too: `7KQ3-XWMA-2FHT`. Its 58 bits cannot be guessed. */
export function newReference(): string {
  const signs: string[] = []
  while (signs.length < GROUPS * GROUP) {
    // Larger bytes would favour the first signs.
    for (const byte of randomBytes(16)) if (byte < 240) signs.push(SIGNS[byte % SIGNS.length]!)
  }
  return Array.from({ length: GROUPS }, (_, i) => signs.slice(i * GROUP, (i + 1) * GROUP).join('')).join('-')
}

/** The stored form, however it was typed. */
export function readReference(typed: string): string {
  const signs = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return signs.replace(/(.{4})(?=.)/g, '$1-')
}

/** What happened to a buyer's form. */
export type TakenEnquiry =
  | { reference: string }
  /** Wrong fields, in the order of the form. */
  | { faults: EnquiryFault[] }
  /** As many as are allowed came within the hour from that address or network, or for that listing. */
  | { limited: keyof EnquiryLimits }
  /** A program filled in the trap; it gets this reference, and nothing is stored. */
  | { trapped: string }
  /** The listing is of the sample: nobody sells it. */
  | { sample: true }

export type EnquirySource = Omit<NewEnquiry, keyof EnquiryInput> & { now: number }

/** Takes an enquiry about a live listing; undefined when there is none. */
export async function takeEnquiry(
  db: Db,
  form: EnquiryForm,
  limits: EnquiryLimits,
  { now, ...source }: EnquirySource,
): Promise<TakenEnquiry | undefined> {
  const requested = db.selectFrom('listings').select(IS_SAMPLE).where('id', '=', source.listingId)
  const live = await requested.where('status', '=', 'live').executeTakeFirst()
  if (!live) return undefined
  if (live.is_sample) return { sample: true }
  if (isTrapped(form)) return { trapped: newReference() }
  const { input, faults } = readEnquiry(form)
  if (faults.length > 0) return { faults }
  const enquiry = { ...input, ...source }
  return db.transaction().execute(async (trx) => {
    // One after the other: whoever shares the listing need not share the network, or the other way round.
    await lockName(trx, 'enquiries')
    const limited = await reachedLimit(trx, enquiry, limits, now)
    return limited ? { limited } : { reference: await addEnquiry(trx, enquiry, now) }
  })
}
