import type { ListingContactTable, ListingSenderTable, ListingTable } from '../../database/tables/market.ts'
import { awaitsDecision, type ListingStatus, mayBecome, nextStatuses } from '../../listings/states.ts'
import { type Field, namesWhere } from '../../schema/records/field.ts'
import { LISTING } from '../../schema/records/others.ts'
import { type CheckedRow, MAX_LISTING_BYTES } from '../check-row.ts'
import type { JsonObject } from '../field-checks.ts'
import { error, type Issue, isError, warning } from '../issue.ts'
import { otherStatesOfPin } from '../states.ts'
import type { WorkingSet } from '../working-set.ts'
import { unknownClass } from './class.ts'
import type { Application, RecordDescription } from './record.ts'

const FIELDS: Readonly<Record<string, Field>> = LISTING
const DOC_FIELDS = namesWhere(FIELDS, (field) => !field.private && field.stored === undefined)
const DEFAULTS = new Map(DOC_FIELDS.map((name) => [name, JSON.stringify(FIELDS[name]!.default)]))

export const listingRecord: RecordDescription<'listing'> = {
  compared: ['status', 'doc'],
  fieldsOf: ({ status, doc }) => ({ status, ...JSON.parse(doc) }),
  make(application) {
    const { set, row, key, existing, issues } = application
    const id = key as number
    const waits = isWaiting(application)
    const fields = withDecision(application, waits ? { ...application.fields, status: 'review' } : application.fields)
    issues.push(...issuesBetween(set, existing, fields))
    if (set.listing.removed.has(id)) issues.push(error('id', 'was erased, and is not taken again'))
    if (issues.some(isError)) return undefined
    const record = toListing(id, fields, existing, row)
    if (Buffer.byteLength(record.doc) > MAX_LISTING_BYTES) {
      issues.push(error('row', `makes a listing larger than ${MAX_LISTING_BYTES / 1024} kB`))
      return undefined
    }
    if (row.carried.includes('pin') || row.carried.includes('state_code')) issues.push(...pinIssues(fields))
    const contact = contactAfter(set, id, row, record.status)
    const sender = senderAfter(set.senders.byKey.get(id), row)
    return {
      record,
      waits,
      changesApart: contact !== undefined || sender !== undefined,
      putRest() {
        if (contact) set.contacts.put(id, contact)
        if (sender) set.senders.put(id, sender)
      },
    }
  },
}

export const hasContact = (set: WorkingSet, id: number): boolean => contactOf(set, id).doc !== ''

const contactOf = (set: WorkingSet, id: number): ListingContactTable =>
  set.contacts.byKey.get(id) ?? { listing_id: id, doc: '', texts: '' }

/** A listing that may hold a contact waits for an operator, unless buyers see it or an operator decided already. */
function isWaiting({ row, existing, fields, review, issues }: Application<'listing'>): boolean {
  const { reviewReason } = row.guarded ?? {}
  if (!review || reviewReason === undefined || fields.status !== 'live') return false
  if (existing && existing.status !== 'review') return false
  issues.push(warning('status', `becomes review instead of live: ${reviewReason}`))
  return true
}

/**
 * A row that still asks for a review which an operator ended, and brings nothing new, keeps the decision. A row with
 * something new is judged again, and so is a patch of a record that must exist.
 */
function withDecision({ set, row, existing, issues }: Application<'listing'>, fields: Readonly<JsonObject>) {
  if (!existing || (row.patch && !row.missing) || (fields.status !== 'review' && fields.status !== 'draft'))
    return fields
  if (set.decisions.get(existing.id)?.status !== existing.status) return fields
  const decided = { ...fields, status: existing.status }
  const isSame =
    toListing(existing.id, decided, existing, row).doc === existing.doc &&
    contactAfter(set, existing.id, row, existing.status) === undefined
  if (!isSame) return fields
  const reason = `stays ${existing.status}: an operator decided so, and the row brings nothing new`
  issues.push(warning('status', reason))
  return decided
}

function toListing(
  id: number,
  fields: Readonly<JsonObject>,
  existing: ListingTable | undefined,
  row: CheckedRow,
): ListingTable {
  const doc: JsonObject = {}
  for (const name of DOC_FIELDS) {
    const value = fields[name]
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

function issuesBetween(set: WorkingSet, existing: ListingTable | undefined, fields: Readonly<JsonObject>): Issue[] {
  const issues: Issue[] = []
  const { machine_class, sold_at, sold_price_inr } = fields
  const status = fields.status as ListingStatus
  if (typeof machine_class === 'string' && machine_class !== '' && !set.classes.has(machine_class))
    issues.push(unknownClass(set, 'machine_class', machine_class))
  if (existing && !mayBecome(existing.status as ListingStatus, status)) {
    const next = nextStatuses(existing.status as ListingStatus)
    const may = next.length === 0 ? 'which is final' : `which may become ${next.join(' or ')}`
    issues.push(error('status', `cannot become ${status}: it is ${existing.status}, ${may}`))
  }
  if (status === 'sold') {
    if (sold_at === undefined) issues.push(error('sold_at', 'is missing: a sold listing needs it'))
    return issues
  }
  for (const [path, value] of Object.entries({ sold_at, sold_price_inr }))
    if (value !== undefined) issues.push(error(path, `must be absent: the listing is ${status}`))
  return issues
}

function pinIssues({ pin, state_code }: Readonly<JsonObject>): Issue[] {
  const states = otherStatesOfPin(pin as string, state_code as string)
  return states ? [warning('pin', 'is not of the state', `${pin}, of ${states.join(' or ')}, and ${state_code}`)] : []
}

/** The contact and the texts as sent, if they change. A patch leaves what it does not carry. */
function contactAfter(set: WorkingSet, id: number, row: CheckedRow, status: string): ListingContactTable | undefined {
  const before = contactOf(set, id)
  const { contact = {} } = row.fields as { contact?: JsonObject | null }
  const doc = row.patch && !row.carried.includes('contact') ? before.doc : toText(contact ?? {})
  const texts = awaitsDecision(status as ListingStatus)
    ? toText({ ...leftAlone(before.texts, row), ...row.guarded?.sent })
    : ''
  return doc === before.doc && texts === before.texts ? undefined : { listing_id: id, doc, texts }
}

function senderAfter(before: ListingSenderTable | undefined, row: CheckedRow): ListingSenderTable | undefined {
  const input = row.fields.sender as { name?: string; identity?: string; number?: string } | undefined
  if (!input?.name || !input.identity) return undefined
  const { name: sender, identity, number = '' } = input
  const isSame = before?.sender === sender && before.identity === identity && before.number === number
  return isSame ? undefined : { listing_id: row.fields.id as number, sender, identity, number }
}

function removedAfter(existing: ListingTable | undefined, row: CheckedRow): string {
  const removed = leftAlone(existing?.removed ?? '', row) as Record<string, number>
  for (const [name, count] of Object.entries(row.guarded?.removed ?? {})) {
    const field = DEFAULTS.has(name) ? name : 'other'
    removed[field] = (removed[field] ?? 0) + count
  }
  return toText(removed)
}

function leftAlone(text: string, row: CheckedRow): JsonObject {
  if (!row.patch || text === '') return {}
  return Object.fromEntries(Object.entries(JSON.parse(text)).filter(([name]) => !row.carried.includes(name)))
}

const toText = (fields: object): string => (Object.keys(fields).length > 0 ? JSON.stringify(fields) : '')
