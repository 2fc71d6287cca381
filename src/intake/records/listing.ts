import { MarketListing } from '../../contract/listing.ts'
import type { ListingTable } from '../../database/tables/market.ts'
import { type ListingStatus, mayBecome, nextStatuses } from '../../market/states.ts'
import type { JsonObject } from '../check-object.ts'
import { type CheckedRow, MAX_LISTING_BYTES } from '../check-row.ts'
import type { Fault } from '../report.ts'
import { otherStatesOfPin } from '../states.ts'
import type { WorkingSet } from '../working-set.ts'
import { unknownClass } from './class.ts'
import type { RecordRules } from './rules.ts'

const DEFAULTS = new Map(
  Object.entries(MarketListing.properties).map(([name, schema]) => [
    name,
    JSON.stringify((schema as { default?: unknown }).default),
  ]),
)
const DOC_FIELDS = Object.keys(MarketListing.properties).filter((name) => name !== 'id' && name !== 'status')

export const listingRules: RecordRules<ListingTable> = {
  find: (set, id) => set.listings.get(id as number),
  fieldsOf: listingFields,
  make({ set, row, key, known, fields }) {
    const id = key as number
    const told = new Set(row.faults.map(({ path }) => path))
    row.faults.push(...faultsTogether(set, known, fields).filter(({ path }) => !told.has(path)))
    if (row.faults.length > 0) return undefined
    const listing = toListing(id, fields, known)
    if (Buffer.byteLength(listing.doc) > MAX_LISTING_BYTES) {
      row.faults.push({ path: 'row', reason: `makes a listing larger than ${MAX_LISTING_BYTES / 1024} kB` })
      return undefined
    }
    warnOfPin(row, fields)
    const contact = contactAfter(set, id, row)
    const sameContact = (set.contacts.get(id) ?? '') === contact
    return {
      isSame: known?.status === listing.status && known.doc === listing.doc && sameContact,
      put() {
        set.listings.set(id, listing)
        set.changedListings.add(id)
        if (sameContact) return
        set.contacts.set(id, contact)
        set.changedContacts.add(id)
      },
    }
  },
}

/** The fields of a row that would give this record, but for its contact. */
export function listingFields(row: ListingTable): Record<string, unknown> {
  return { status: row.status, ...JSON.parse(row.doc) }
}

function toListing(id: number, fields: JsonObject, known: ListingTable | undefined): ListingTable {
  const doc: JsonObject = {}
  for (const name of DOC_FIELDS) {
    const value = fields[name]
    // A default that is spelled out is the same as none.
    if (value !== undefined && JSON.stringify(value) !== DEFAULTS.get(name)) doc[name] = value
  }
  return {
    id,
    status: fields.status as string,
    sold_at: typeof fields.sold_at === 'string' ? Date.parse(fields.sold_at) : null,
    machine_slug: (fields.machine_slug as string | undefined) ?? '',
    doc: JSON.stringify(doc),
    revision: known?.revision ?? 0,
  }
}

/** What one field says about another, and about what the listing was before. */
function faultsTogether(set: WorkingSet, known: ListingTable | undefined, fields: JsonObject): Fault[] {
  const faults: Fault[] = []
  const { machine_class, sold_at, sold_price_inr } = fields
  const status = fields.status as ListingStatus | undefined
  if (typeof machine_class === 'string' && machine_class !== '' && !set.classes.has(machine_class)) {
    faults.push(unknownClass(set, 'machine_class', machine_class))
  }
  if (status === undefined) return faults
  if (known && !mayBecome(known.status as ListingStatus, status)) {
    const next = nextStatuses(known.status as ListingStatus)
    const may = next.length === 0 ? 'which is final' : `which may become ${next.join(' or ')}`
    faults.push({ path: 'status', reason: `cannot become ${status}: it is ${known.status}, ${may}` })
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
  const found = `${pin}, of ${states.join(' or ')}, and ${state_code}`
  row.warnings = [{ path: 'pin', reason: 'is not of the state', found }]
}

/** The contact as it is to be kept: a JSON text, empty when there is none. */
function contactAfter(set: WorkingSet, id: number, row: CheckedRow): string {
  if (row.patch && !row.carried.includes('contact')) return set.contacts.get(id) ?? ''
  const { contact } = row.fields
  return contact && Object.keys(contact).length > 0 ? JSON.stringify(contact) : ''
}
