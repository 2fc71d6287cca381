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
  language: string
  address: string
  network: string
  /** False: it waits for the operator. */
  mailed: boolean
}

export type EnquiryLimits = Config['enquiries']['limits']

/** Recipients: the operator, sellers, or no one. */
export type EnquiryWay = 'operator' | 'seller' | 'kept'

export function wayOf({ mail, to }: Pick<Config['enquiries'], 'mail' | 'to'>): EnquiryWay {
  return mail ? (to ? 'operator' : 'seller') : 'kept'
}

export async function addEnquiry(db: Db, enquiry: NewEnquiry, now: number): Promise<string> {
  const reference = newReference()
  const { listingId, mailed, address, network, ...form } = enquiry
  const row = { ...form, reference, listing_id: listingId, sender: digestOf(address), network: digestOf(network) }
  const mail = mailed ? { mail: 'pending' as const, due_at: now } : { mail: 'waiting' as const, due_at: null }
  const initial = { status: 'open' as const, created_at: now, closed_at: null, attempts: 0, sent_at: null, error: '' }
  await db
    .insertInto('enquiries')
    .values({ ...row, ...initial, ...mail })
    .execute()
  return reference
}

/** Counts rows of the table, so all processes share the limits. */
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

export function listEnquiries(db: Db, { status, limit = 100, offset = 0 }: EnquiryFilter = {}): Promise<Enquiry[]> {
  return newestFirst(db, status).limit(limit).offset(offset).execute()
}

const PAGE_ROWS = 500

/** Newest first; enquiries added meanwhile are not included. */
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

/** Returns whether it exists. */
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

export async function reopenEnquiry(db: Db, reference: string): Promise<boolean> {
  return updateEnquiry(db, reference, { status: 'open', closed_at: null }, 'closed')
}

export async function resendEnquiry(db: Db, reference: string, now: number): Promise<boolean> {
  return updateEnquiry(db, reference, { mail: 'pending', attempts: 0, due_at: now, error: '' })
}

/** Removes personal data and closes the enquiry. */
export async function eraseEnquiry(db: Db, reference: string, now: number): Promise<boolean> {
  await closeEnquiry(db, reference, now)
  const personal = { name: '', phone: '', email: '', message: '', sender: '', network: '', error: '' }
  return updateEnquiry(db, reference, personal)
}

/** Returns whether there is one, of the status. */
async function updateEnquiry(
  db: Db,
  reference: string,
  fields: Partial<EnquiryTable>,
  status?: Enquiry['status'],
): Promise<boolean> {
  const update = db.updateTable('enquiries').set(fields).where('reference', '=', reference)
  const { numUpdatedRows } = await (status ? update.where('status', '=', status) : update).executeTakeFirst()
  return numUpdatedRows > 0n
}

export function isErased({ name }: Pick<Enquiry, 'name'>): boolean {
  return name === ''
}

/** Deletes enquiries closed long ago, and digests that no limit needs. */
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

/** A due mail is sent within seconds. After this time, no process sends mail. */
const OVERDUE_MS = 5 * 60_000

export interface UnsentEnquiries {
  /** Without a mail server or recipient. */
  waiting: number
  failed: number
  /** Due, but no process sends mail. */
  overdue: number
  oldest: number | null
}

export async function readUnsent(db: Db, now: number): Promise<UnsentEnquiries> {
  const rows = await db
    .selectFrom('enquiries')
    .select((eb) => ['mail', eb.fn.countAll().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('status', '=', sql.lit('open'))
    .where((eb) => eb.or([eb('mail', 'in', ['waiting', 'failed']), eb('due_at', '<', now - OVERDUE_MS)]))
    .groupBy('mail')
    .execute()
  const count = (mail: Enquiry['mail']) => Number(rows.find((row) => row.mail === mail)?.count ?? 0)
  const oldest = rows.length === 0 ? null : Math.min(...rows.map((row) => Number(row.oldest)))
  return { waiting: count('waiting'), failed: count('failed'), overdue: count('pending'), oldest }
}

/** Characters that are not confused when read aloud. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 3
const GROUP = 4

/** 58 random bits: `7KQ3-XWMA-2FHT`. */
export function newReference(): string {
  const signs: string[] = []
  while (signs.length < GROUPS * GROUP) {
    // Larger bytes would favour the first signs.
    for (const byte of randomBytes(16)) if (byte < 240) signs.push(SIGNS[byte % SIGNS.length]!)
  }
  return Array.from({ length: GROUPS }, (_, i) => signs.slice(i * GROUP, (i + 1) * GROUP).join('')).join('-')
}

export function readReference(typed: string): string {
  const signs = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return signs.replace(/(.{4})(?=.)/g, '$1-')
}

export type TakenEnquiry =
  | { reference: string }
  | { faults: EnquiryFault[] }
  /** A limit of the last hour. */
  | { limited: keyof EnquiryLimits }
  /** A bot filled in the trap; nothing is stored. */
  | { trapped: string }
  | { sample: true }

export type EnquirySource = Omit<NewEnquiry, keyof EnquiryInput> & { now: number }

/** Undefined if there is no live listing. */
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
    // One at a time: senders of one network may write about different listings.
    await lockName(trx, 'enquiries')
    const limited = await reachedLimit(trx, enquiry, limits, now)
    return limited ? { limited } : { reference: await addEnquiry(trx, enquiry, now) }
  })
}
