import { MarketListing } from '../contract/listing.ts'
import type { ListingTable } from '../database/tables/market.ts'
import { guardListing } from '../guard/guard.ts'
import { type ListingStatus, mayBecome, nextStatuses } from '../market/states.ts'
import type { CheckedRow } from './check-row.ts'
import type { Fault } from './report.ts'
import { mayPatch, mergeFields, type Outcome, putSources, settleSources, sourcesDiffer } from './settle.ts'
import type { WorkingSet } from './working-set.ts'

const DEFAULTS = new Map(
  Object.entries(MarketListing.properties).map(([name, schema]) => [
    name,
    JSON.stringify((schema as { default?: unknown }).default),
  ]),
)
const DOC_FIELDS = Object.keys(MarketListing.properties).filter((name) => name !== 'id' && name !== 'status')

export function applyListing(set: WorkingSet, row: CheckedRow): Outcome | undefined {
  const id = row.fields.id
  if (typeof id !== 'number') return undefined
  const known = set.listings.get(id)
  if (!mayPatch(row, known !== undefined, 'id')) return undefined
  // Of a patch only what it brings is guarded: the rest was, when it came.
  const { contact: given, ...open } = row.fields
  const guarded = row.faults.length > 0 ? open : guardListing(open)
  const fields = mergeFields({ ...row, fields: guarded }, () => (known ? listingFields(known) : {}))
  checkTogether(set, known, fields, row.faults)
  if (row.faults.length > 0) return undefined

  const listing = toListing(id, fields, known)
  const contact = settleContact(set, id, row, given)
  const sources = settleSources(set, 'listing', id, row)
  const sameContact = (set.contacts.get(id) ?? '') === contact
  if (known && known.status === listing.status && known.doc === listing.doc && sameContact) {
    if (!sourcesDiffer(set, 'listing', id, sources)) return 'unchanged'
  }
  set.listings.set(id, listing)
  set.changedListings.add(id)
  if (!sameContact) {
    set.contacts.set(id, contact)
    set.changedContacts.add(id)
  }
  putSources(set, 'listing', id, sources)
  return known ? 'changed' : 'created'
}

/** The fields of a row that would give this record, but for its contact. */
export function listingFields(row: ListingTable): Record<string, unknown> {
  return { status: row.status, ...JSON.parse(row.doc) }
}

function toListing(id: number, fields: Record<string, unknown>, known: ListingTable | undefined): ListingTable {
  const doc: Record<string, unknown> = {}
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

function checkTogether(
  set: WorkingSet,
  known: ListingTable | undefined,
  fields: Record<string, unknown>,
  faults: Fault[],
): void {
  const { machine_class, sold_at, sold_price_inr } = fields
  const status = fields.status as ListingStatus | undefined
  if (typeof machine_class === 'string' && machine_class !== '' && !set.classes.has(machine_class)) {
    faults.push({ path: 'machine_class', reason: `there is no class ${machine_class}` })
  }
  if (status === undefined) return
  if (known && !mayBecome(known.status as ListingStatus, status)) {
    const next = nextStatuses(known.status as ListingStatus)
    const may = next.length === 0 ? 'which is final' : `which may become ${next.join(' or ')}`
    faults.push({ path: 'status', reason: `cannot become ${status}: it is ${known.status}, ${may}` })
  }
  if (status === 'sold') {
    if (sold_at === undefined && !faults.some(({ path }) => path === 'sold_at')) {
      faults.push({ path: 'sold_at', reason: 'is missing: a sold listing needs it' })
    }
    return
  }
  if (sold_at !== undefined) faults.push({ path: 'sold_at', reason: `must be absent: the listing is ${status}` })
  if (sold_price_inr !== undefined) {
    faults.push({ path: 'sold_price_inr', reason: `must be absent: the listing is ${status}` })
  }
}

/** The contact as it is to be kept: a JSON text, empty when there is none. */
function settleContact(set: WorkingSet, id: number, row: CheckedRow, given: unknown): string {
  if (row.patch && !row.carried.includes('contact')) return set.contacts.get(id) ?? ''
  return given && Object.keys(given).length > 0 ? JSON.stringify(given) : ''
}
