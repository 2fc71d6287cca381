import type { ListingContactTable, ListingSenderTable, ListingTable } from '../../database/tables/market.ts'
import { awaitsDecision, type ListingStatus, mayBecome, nextStatuses } from '../../listings/states.ts'
import { type Field, namesWhere } from '../../schema/records/field.ts'
import { LISTING } from '../../schema/records/others.ts'
import type { JsonObject } from '../check-object.ts'
import { type CheckedRow, MAX_LISTING_BYTES, warn } from '../check-row.ts'
import type { Fault } from '../report.ts'
import { otherStatesOfPin } from '../states.ts'
import { put, type WorkingSet } from '../working-set.ts'
import { unknownClass } from './class.ts'
import type { RecordDescription } from './record.ts'

const FIELDS: Readonly<Record<string, Field>> = LISTING
const DOC_FIELDS = namesWhere(FIELDS, (field) => !field.private && field.stored === undefined)
const DEFAULTS = new Map(DOC_FIELDS.map((name) => [name, JSON.stringify(FIELDS[name]!.default)]))

export const listingRecord: RecordDescription<'listing'> = {
  compared: ['status', 'doc'],
  fieldsOf: ({ status, doc }) => ({ status, ...JSON.parse(doc) }),
  make({ set, row, key, known: existing, fields: input, review }) {
    const id = key as number
    const fields = asDecided(set, row, existing, review ? asDoubted(row, existing, input) : input)
    const reported = new Set(row.faults.map(({ path }) => path))
    row.faults.push(...faultsTogether(set, existing, fields).filter(({ path }) => !reported.has(path)))
    if (set.listing.removed.has(id)) row.faults.push({ path: 'id', reason: 'was erased, and is not taken again' })
    if (row.faults.length > 0) return undefined
    const listing = toListing(id, fields, existing, row)
    if (Buffer.byteLength(listing.doc) > MAX_LISTING_BYTES) {
      row.faults.push({ path: 'row', reason: `makes a listing larger than ${MAX_LISTING_BYTES / 1024} kB` })
      return undefined
    }
    warnOfPin(row, fields)
    const before = contactOf(set, id)
    const after = { listing_id: id, doc: contactAfter(before, row), texts: textsAfter(before, row, listing.status) }
    const isSameContact = before.doc === after.doc && before.texts === after.texts
    const sender = senderAfter(set.senders.byKey.get(id), row)
    return {
      record: listing,
      isSameApart: isSameContact && sender === undefined,
      putRest() {
        if (!isSameContact) put(set.contacts, id, after)
        if (sender) put(set.senders, id, sender)
      },
    }
  },
}

export function hasContact(set: WorkingSet, { id }: ListingTable): boolean {
  return contactOf(set, id).doc !== ''
}

function contactOf(set: WorkingSet, id: number): ListingContactTable {
  return set.contacts.byKey.get(id) ?? { listing_id: id, doc: '', texts: '' }
}

/** A listing about which the guard is in doubt waits for an operator, unless buyers see it or one decided already. */
function asDoubted(row: CheckedRow, existing: ListingTable | undefined, fields: JsonObject): JsonObject {
  row.waits = row.doubt !== undefined && fields.status === 'live' && (!existing || existing.status === 'review')
  if (!row.waits) return fields
  warn(row, { path: 'status', reason: `becomes review instead of live: ${row.doubt}` })
  return { ...fields, status: 'review' }
}

/**
 * A row that still asks for a review which an operator ended, and brings nothing new, keeps the decision. A row
 * with something new is judged again; so is a patch of a record that must be there, which says what it means.
 */
function asDecided(
  set: WorkingSet,
  row: CheckedRow,
  existing: ListingTable | undefined,
  fields: JsonObject,
): JsonObject {
  if (!existing || (row.patch && !row.missing) || (fields.status !== 'review' && fields.status !== 'draft'))
    return fields
  if (set.decisions.get(existing.id)?.status !== existing.status) return fields
  const before = contactOf(set, existing.id)
  const decided = { ...fields, status: existing.status }
  const isSame =
    toListing(existing.id, decided, existing, row).doc === existing.doc &&
    contactAfter(before, row) === before.doc &&
    textsAfter(before, row, existing.status) === before.texts
  if (!isSame) return fields
  warn(row, {
    path: 'status',
    reason: `stays ${existing.status}: an operator decided so, and the row brings nothing new`,
  })
  return decided
}

function toListing(id: number, fields: JsonObject, existing: ListingTable | undefined, row: CheckedRow): ListingTable {
  const doc: JsonObject = {}
  for (const name of DOC_FIELDS) {
    const value = fields[name]
    // A default that is spelled out is dropped.
    if (value !== undefined && JSON.stringify(value) !== DEFAULTS.get(name)) doc[name] = value
  }
  return {
    id,
    status: fields.status as string,
    sold_at: typeof fields.sold_at === 'string' ? Date.parse(fields.sold_at) : null,
    machine_slug: (fields.machine_slug as string | undefined) ?? '',
    doc: JSON.stringify(doc),
    revision: existing?.revision ?? 0,
    maker: `${fields.maker_slug} ${fields.maker_name}`.toLowerCase(),
    district: String(fields.district).toLowerCase(),
    state_code: String(fields.state_code),
    removed: removedAfter(existing, row),
    announced: 0,
  }
}

/** Faults between fields, and with the listing's earlier state. */
function faultsTogether(set: WorkingSet, existing: ListingTable | undefined, fields: JsonObject): Fault[] {
  const faults: Fault[] = []
  const { machine_class, sold_at, sold_price_inr } = fields
  const status = fields.status as ListingStatus | undefined
  if (typeof machine_class === 'string' && machine_class !== '' && !set.classes.has(machine_class)) {
    faults.push(unknownClass(set, 'machine_class', machine_class))
  }
  if (status === undefined) return faults
  if (existing && !mayBecome(existing.status as ListingStatus, status)) {
    const next = nextStatuses(existing.status as ListingStatus)
    const may = next.length === 0 ? 'which is final' : `which may become ${next.join(' or ')}`
    faults.push({ path: 'status', reason: `cannot become ${status}: it is ${existing.status}, ${may}` })
  }
  if (status === 'sold') {
    if (sold_at === undefined) faults.push({ path: 'sold_at', reason: 'is missing: a sold listing needs it' })
    return faults
  }
  for (const [path, value] of Object.entries({ sold_at, sold_price_inr })) {
    if (value !== undefined) faults.push({ path, reason: `must be absent: the listing is ${status}` })
  }
  return faults
}

function warnOfPin(row: CheckedRow, { pin, state_code }: JsonObject): void {
  if (!row.carried.includes('pin') && !row.carried.includes('state_code')) return
  const states = otherStatesOfPin(pin as string, state_code as string)
  if (!states) return
  const result = `${pin}, of ${states.join(' or ')}, and ${state_code}`
  warn(row, { path: 'pin', reason: 'is not of the state', found: result })
}

/** The contact to store: a JSON text, empty for none. */
function contactAfter(before: ListingContactTable, row: CheckedRow): string {
  if (row.patch && !row.carried.includes('contact')) return before.doc
  const { contact } = row.fields
  return contact && Object.keys(contact).length > 0 ? JSON.stringify(contact) : ''
}

/** The sender to store; undefined for no change. A row that names none leaves it. */
function senderAfter(before: ListingSenderTable | undefined, row: CheckedRow): ListingSenderTable | undefined {
  const input = row.fields.sender as { name?: string; identity?: string; number?: string } | undefined
  if (!input?.name || !input.identity) return undefined
  const { name, identity, number = '' } = input
  const after = { listing_id: row.fields.id as number, sender: name, identity, number }
  return JSON.stringify(after) === JSON.stringify(before && { ...after, ...before }) ? undefined : after
}

/** The texts as sent: those of the row, and for a patch also those it leaves alone. */
function textsAfter(before: ListingContactTable, row: CheckedRow, status: string): string {
  if (!awaitsDecision(status as ListingStatus)) return ''
  return toText({ ...leftAlone(before.texts, row), ...row.sent })
}

/** How much the guard removed, by field. Names outside the contract are left out: they may be contacts. */
function removedAfter(existing: ListingTable | undefined, row: CheckedRow): string {
  const removed = leftAlone(existing?.removed ?? '', row) as Record<string, number>
  for (const [name, count] of Object.entries(row.removed ?? {})) {
    const field = DEFAULTS.has(name) ? name : 'other'
    removed[field] = (removed[field] ?? 0) + count
  }
  return toText(removed)
}

function leftAlone(text: string, row: CheckedRow): JsonObject {
  if (!row.patch || text === '') return {}
  return Object.fromEntries(Object.entries(JSON.parse(text)).filter(([name]) => !row.carried.includes(name)))
}

function toText(fields: JsonObject): string {
  return Object.keys(fields).length > 0 ? JSON.stringify(fields) : ''
}
